import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { profileFor } from '../../../../src/platforms/registry.ts'
import {
  attemptsFor,
  type FileFacts,
  fileTypeOf,
  fitPixels,
  isAnimated,
  noteOf,
  planFile,
  storedName,
} from '../../../../web/src/media/file-plan.ts'
import { withoutMetadata } from '../../../../web/src/media/metadata.ts'
import { formatBytes } from '../../../../web/src/parts/locale.ts'

const [threads, instagram, linkedin, x] = (['thread', 'photo', 'professional', 'short'] as const).map(profileFor)

const photo: FileFacts = {
  type: 'jpeg',
  bytes: 400_000,
  width: 1_200,
  height: 900,
  seconds: null,
  isAnimated: false,
}

const refusalOf = (file: Partial<FileFacts>, networks = [threads!, x!]) => {
  const plan = planFile({ ...photo, ...file }, networks)
  return plan.action === 'refuse' ? plan.reason : assert.fail(`${plan.action} instead of a refusal`)
}

test('a file that all networks accept is uploaded unchanged', () => {
  const networks = [threads!, instagram!, linkedin!, x!]
  assert.deepEqual(planFile(photo, networks), { action: 'upload', warnings: [] })
  assert.deepEqual(planFile({ ...photo, type: 'png' }, [threads!, x!]), { action: 'upload', warnings: [] })
  assert.deepEqual(planFile({ ...photo, type: 'webp' }, []), { action: 'upload', warnings: [] })
})

test('a picture becomes a JPEG if one of the networks accepts nothing else, within the limits of all', () => {
  const plan = planFile({ ...photo, type: 'png' }, [instagram!, x!])
  assert.ok(plan.action === 'convert')
  assert.equal(plan.mostBytes, x!.media.image.bytes)
  // Also types that the browser can read and the library does not store.
  for (const type of ['heic', 'avif', 'bmp'] as const) {
    assert.equal(planFile({ ...photo, type }, []).action, 'convert', type)
  }
})

test('too many bytes or pixels are reduced', () => {
  const bytes = x!.media.image.bytes
  assert.equal(planFile({ ...photo, bytes }, [x!]).action, 'upload')
  assert.equal(planFile({ ...photo, bytes: bytes + 1 }, [x!]).action, 'convert')
  const wide = planFile({ ...photo, width: 8_000, height: 6_000, bytes: 4_000_000 }, [linkedin!])
  assert.ok(wide.action === 'convert' && wide.mostPixels < linkedin!.media.image.pixels!)
  assert.equal(planFile({ ...photo, bytes: 3_000 }, [], 2_000).action, 'convert')
})

test('an animation is kept if possible, and otherwise the loss is reported', () => {
  const gif = { ...photo, type: 'gif', isAnimated: true, bytes: 16_000_000 } as const
  assert.match(refusalOf(gif, [x!]), /16 MB, but X takes 15 MB/)
  const plan = planFile(gif, [instagram!, x!])
  assert.ok(plan.action === 'convert')
  assert.match(plan.loss!, /only the first picture/)
})

test('a bad file says why, and what is accepted', () => {
  assert.match(refusalOf({ bytes: 0 }), /empty/)
  assert.match(
    refusalOf({ type: 'other' }),
    /takes JPEG, PNG, WebP, GIF and HEIC pictures, MP4 and MOV videos, and PDF/,
  )
  assert.match(refusalOf({ type: 'svg' }), /Save the picture as PNG or JPEG/)
  assert.match(refusalOf({ type: 'heic', width: null, height: null }), /cannot read HEIC.*Save it as JPEG/)
  assert.match(refusalOf({ width: null, height: null }), /damaged/)
  assert.match(refusalOf({ width: 30_000, height: 30_000 }), /Scale it down/)
  const video = { type: 'mp4', bytes: 900_000_000, seconds: 200 } as const
  assert.match(refusalOf(video, [x!]), /900 MB, but X takes 512 MB.*200 seconds long, but X takes 140/)
  assert.match(
    refusalOf({ width: 3_000, height: 1_000 }, [instagram!]),
    /Instagram takes shapes from 0\.8:1 to 1\.91:1/,
  )
})

test('a refusal by only some of the networks is a warning', () => {
  const plan = planFile({ ...photo, type: 'mp4', bytes: 1_000_000, seconds: 200 }, [x!, threads!])
  assert.ok(plan.action === 'upload')
  assert.deepEqual(plan.warnings, ['This file is 200 seconds long, but X takes 140 at most.'])
})

test('whatever the file is, its networks accept the plan, or it says why not', () => {
  const facts = fc.record({
    type: fc.constantFrom('jpeg', 'png', 'gif', 'webp', 'heic', 'mp4', 'mov', 'pdf', 'other' as const),
    bytes: fc.nat(2_000_000_000),
    width: fc.option(fc.integer({ min: 1, max: 40_000 })),
    height: fc.option(fc.integer({ min: 1, max: 40_000 })),
    seconds: fc.option(fc.nat(4_000)),
    isAnimated: fc.boolean(),
  })
  fc.assert(
    fc.property(facts, fc.subarray([threads!, instagram!, linkedin!, x!]), (file, networks) => {
      const plan = planFile(file as FileFacts, networks)
      if (plan.action === 'refuse') return assert.match(plan.reason, /[.]$/)
      if (plan.action === 'convert') {
        for (const { media } of networks) {
          assert.ok(plan.mostBytes <= media.image.bytes && plan.mostPixels < (media.image.pixels ?? Infinity))
        }
      }
      assert.ok(networks.length === 0 || plan.warnings.length === 0 || networks.length > 1)
    }),
  )
})

test('scaling keeps the shape and never enlarges', () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 40_000, max: 100_000_000 }), (size, most) => {
      const fitted = fitPixels(size, most)
      assert.ok(fitted.width * fitted.height <= Math.max(most, Math.max(size.width, size.height)))
      assert.ok(fitted.width <= size.width && fitted.height <= size.height && fitted.width > 0 && fitted.height > 0)
      const attempts = [...attemptsFor(fitted)]
      assert.deepEqual({ width: attempts[0]!.width, height: attempts[0]!.height }, fitted)
      assert.ok(attempts.length < 60)
      for (const [index, attempt] of attempts.entries()) {
        const before = attempts[index - 1] ?? attempt
        assert.ok(attempt.width * attempt.height <= before.width * before.height)
      }
    }),
  )
})

test('sizes are formatted for people', () => {
  const sizes = [0, 999, 1_000, 1_499, 999_499, 4_100_000, 10_240_000_000]
  const words = ['0 bytes', '999 bytes', '1 kB', '1 kB', '999 kB', '4.1 MB', '10.2 GB']
  assert.deepEqual(sizes.map(formatBytes), words)
  assert.equal(formatBytes(999_960), '1 MB')
})

test('the changes to a file are one line', () => {
  const before = { type: 'png', bytes: 4_100_000, width: 4_000, height: 3_000 }
  const size = { width: 4_000, height: 3_000 }
  const small = { width: 2_000, height: 1_500 }
  const jpeg = { ...before, type: 'jpeg' }
  assert.equal(noteOf(before, { type: 'jpeg', bytes: 900_000, size }), 'Converted to JPEG, 4.1 MB → 900 kB')
  assert.equal(
    noteOf(before, { type: 'jpeg', bytes: 900_000, size: small }, 'it stands still'),
    'Converted to JPEG and scaled to 2000 × 1500, 4.1 MB → 900 kB; it stands still',
  )
  assert.equal(noteOf(jpeg, { type: 'jpeg', bytes: 900_000, size: small }), 'Scaled to 2000 × 1500, 4.1 MB → 900 kB')
  assert.equal(noteOf(jpeg, { type: 'jpeg', bytes: 900_000, size }), 'Compressed, 4.1 MB → 900 kB')
  assert.match(noteOf(jpeg, { type: 'jpeg', bytes: 4_000_000, size: null })!, /^Without the place/)
  assert.equal(noteOf(jpeg, { type: 'jpeg', bytes: 4_100_000, size: null }), null)
})

test('the library accepts the names', () => {
  assert.equal(storedName('IMG_1.HEIC', 'jpg'), 'IMG_1.jpg')
  assert.equal(storedName('../../etc/a:b\n.png', null), '..-..-etc-a-b-.png')
  assert.equal(storedName('.png', null), 'file.png')
  assert.equal(storedName('no ending', 'jpg'), 'no ending.jpg')
  const long = storedName(`${'é'.repeat(300)}.jpeg`, null)
  assert.ok([...long].length === 255 && long.endsWith('.jpeg'))
})

const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

test('the first bytes identify a file', () => {
  const heads = {
    jpeg: '\xff\xd8\xff\xe0',
    png: '\x89PNG\r\n\x1a\n',
    gif: 'GIF89a',
    webp: 'RIFF\0\0\0\0WEBPVP8 ',
    heic: '\0\0\0\x18ftypheic',
    avif: '\0\0\0\x18ftypavif',
    mp4: '\0\0\0\x18ftypisom',
    mov: '\0\0\0\x18ftypqt  ',
    pdf: '%PDF-1.7',
    svg: '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">',
    webm: '\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x86webm',
    other: '<!doctype html><p>',
  }
  for (const [type, head] of Object.entries(heads)) assert.equal(fileTypeOf(bytesOf(head)), type)
  assert.equal(fileTypeOf(new Uint8Array()), 'other')
  const frame = '\x21\xf9\x04'
  assert.equal(isAnimated('gif', bytesOf(`GIF89a${frame}x`)), false)
  assert.equal(isAnimated('gif', bytesOf(`GIF89a${frame}x${frame}`)), true)
  assert.equal(isAnimated('webp', bytesOf('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0ANIM')), true)
  assert.equal(isAnimated('png', bytesOf('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x08acTL')), true)
  assert.equal(isAnimated('png', bytesOf('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x08IDAT')), false)
})

const segment = (marker: number, text: string) =>
  `\xff${String.fromCharCode(marker)}${String.fromCharCode((text.length + 2) >> 8, (text.length + 2) & 0xff)}${text}`
const exif = (orientation: number) =>
  segment(
    0xe1,
    `Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(orientation)}\0\0\0GPS 52.5`,
  )
const clean = (type: 'jpeg' | 'png' | 'webp', text: string) => {
  const bytes = withoutMetadata(type, bytesOf(text))
  return bytes && String.fromCharCode(...bytes)
}

test('a JPEG loses its location and trailing data, and stays rotated', () => {
  const profile = segment(0xe2, 'ICC_PROFILE\0')
  const scan = `${segment(0xda, 'table')}coded\xff\0data${segment(0xc4, 'more \xff\xd9 tables')}${segment(0xda, 't')}x\xff\xd0y`
  const picture = (parts: string) => `\xff\xd8${parts}${profile}${scan}\xff\xd9`
  const turned = clean('jpeg', `${picture(exif(6) + segment(0xed, 'IPTC Berlin'))}a video with a place`)!
  assert.ok(!/GPS|IPTC|video/.test(turned))
  assert.ok(turned.endsWith(`${profile}${scan}\xff\xd9`))
  assert.equal(clean('jpeg', turned), turned)
  assert.ok(turned.includes('\x01\x12\0\x03\0\0\0\x01\0\x06'))
  assert.equal(clean('jpeg', picture(exif(1))), picture(''))
  assert.equal(clean('jpeg', picture(exif(6)).slice(0, -2)), null)
})

const chunk = (name: string, data: string, isLittle: boolean) => {
  const length = [...new Uint8Array(new Uint32Array([data.length]).buffer)]
  const size = String.fromCharCode(...(isLittle ? length : length.reverse()))
  return isLittle ? `${name}${size}${data}${data.length % 2 ? '\0' : ''}` : `${size}${name}${data}sum!`
}

test('PNG and WebP lose their texts and locations', () => {
  const png = (text: string) =>
    `\x89PNG\r\n\x1a\n${chunk('IHDR', 'size', false)}${text}${chunk('IDAT', 'pixels', false)}${chunk('IEND', '', false)}`
  const texts = chunk('eXIf', 'GPS', false) + chunk('iTXt', 'XML:com.adobe.xmp', false)
  assert.equal(clean('png', png(texts)), png(''))
  assert.equal(clean('png', png(texts).slice(0, -3)), null)
  const webp = (flags: string, rest: string) => {
    const body = `WEBP${chunk('VP8X', `${flags}123456789`, true)}${chunk('VP8 ', 'pixels!', true)}${rest}`
    return `RIFF${String.fromCharCode(body.length, 0, 0, 0)}${body}`
  }
  const places = chunk('EXIF', 'GPS', true) + chunk('XMP ', 'Berlin', true)
  assert.equal(clean('webp', webp('\x3c', places)), webp('\x30', ''))
})

test('bytes that are not a complete picture are never read past their end', () => {
  const starts = { jpeg: '\xff\xd8\xff', png: '\x89PNG\r\n\x1a\n', webp: 'RIFF\0\0\0\0WEBP' } as const
  const type = fc.constantFrom(...(Object.keys(starts) as Array<keyof typeof starts>))
  fc.assert(
    fc.property(type, fc.uint8Array({ maxLength: 200 }), (each, rest) => {
      const bytes = Uint8Array.from([...bytesOf(starts[each]), ...rest])
      const cleaned = withoutMetadata(each, bytes)
      assert.ok(cleaned === null || cleaned.length <= bytes.length + 36)
    }),
  )
})
