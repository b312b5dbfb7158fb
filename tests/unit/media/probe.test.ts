import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { createSafeFetch, type SafeFetch } from '../../../src/lib/net/safe-fetch.ts'
import type { ByteSource, MediaFacts } from '../../../src/media/facts/file-type.ts'
import { readFacts } from '../../../src/media/facts/headers.ts'
import { openMediaFile, probeMedia } from '../../../src/media/remote/remote.ts'
import { MediaError } from '../../../src/platforms/shared/contract.ts'

const MOST_BYTES = 393_216

// Minimal files.

const u8 = (...bytes: number[]) => Buffer.from(bytes)
const u16 = (value: number) => u8(value >> 8, value & 255)
const u32 = (value: number) => u8(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
const u16le = (value: number) => u8(value & 255, value >> 8)
const u24le = (value: number) => u8(value & 255, (value >> 8) & 255, value >> 16)
const u32le = (value: number) => Buffer.from(u32(value)).reverse()
const ascii = (text: string) => Buffer.from(text, 'latin1')
const zeros = (count: number) => Buffer.alloc(count)
const bytesOf = (...parts: Uint8Array[]) => Buffer.concat(parts)

function jpeg(width: number, height: number, before: Buffer[] = []): Buffer {
  const frame = bytesOf(u8(0xff, 0xc0), u16(11), u8(8), u16(height), u16(width), u8(1, 1, 0x11, 0))
  return bytesOf(u8(0xff, 0xd8), segment(0xe0, ascii('JFIF\0')), ...before, frame, segment(0xda, zeros(6)), zeros(50))
}

function segment(marker: number, content: Buffer): Buffer {
  return bytesOf(u8(0xff, marker), u16(content.length + 2), content)
}

function exif(orientation: number, order: 'II' | 'MM'): Buffer {
  const [two, four] = order === 'II' ? [u16le, u32le] : [u16, u32]
  const entry = (tag: number, value: number) => bytesOf(two(tag), two(3), four(1), two(value), two(0))
  const tiff = bytesOf(ascii(order), two(42), four(8), two(2), entry(0x0100, 7), entry(0x0112, orientation), four(0))
  return segment(0xe1, bytesOf(ascii('Exif\0\0'), tiff))
}

function png(width: number, height: number): Buffer {
  return bytesOf(ascii('\x89PNG\r\n\x1a\n'), u32(13), ascii('IHDR'), u32(width), u32(height), zeros(40))
}

function gif(width: number, height: number): Buffer {
  return bytesOf(ascii('GIF89a'), u16le(width), u16le(height), zeros(20))
}

function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const content = {
    'VP8 ': () => bytesOf(zeros(3), u8(0x9d, 0x01, 0x2a), u16le(width | 0x4000), u16le(height | 0x8000)),
    VP8L: () => bytesOf(u8(0x2f), u32le(((width - 1) | ((height - 1) << 14)) >>> 0)),
    VP8X: () => bytesOf(u32(0), u24le(width - 1), u24le(height - 1)),
  }[kind]()
  return bytesOf(ascii('RIFF'), u32le(100), ascii(`WEBP${kind}`), u32le(content.length), content, zeros(20))
}

function box(name: string, ...content: Uint8Array[]): Buffer {
  const body = bytesOf(...content)
  return bytesOf(u32(body.length + 8), ascii(name), body)
}

interface Film {
  width?: number
  height?: number
  /** In units of 1/600 s. */
  duration?: number
  frames?: number
  isTurned?: boolean
  isLong?: boolean
  isFragmented?: boolean
  hasSizeInFormatOnly?: boolean
  /** Bytes of a table before the frame count. */
  tableBytes?: number
}

function moov(film: Film = {}): Buffer {
  const { width = 1920, height = 1080, duration = 600 * 12, frames = 360 } = film
  const versioned = (fields: (isLong: boolean) => Buffer[]) =>
    bytesOf(film.isLong ? u8(1, 0, 0, 0) : zeros(4), ...fields(film.isLong ?? false))
  const long = (value: number) => (film.isLong ? bytesOf(u32(0), u32(value)) : u32(value))
  const time = versioned(() => [long(0), long(0), u32(600), long(film.isFragmented ? 0 : duration), zeros(80)])
  const one = u32(0x10000)
  const minus = u32(0xffff0000)
  const matrix = film.isTurned
    ? bytesOf(zeros(4), one, zeros(4), minus, zeros(20))
    : bytesOf(one, zeros(12), one, zeros(16))
  const [shownWidth, shownHeight] = film.hasSizeInFormatOnly ? [0, 0] : [width, height]
  const track = versioned(() => [
    long(0),
    long(0),
    u32(1),
    u32(0),
    long(duration),
    zeros(16),
    matrix,
    u16(shownWidth),
    u16(0),
    u16(shownHeight),
    u16(0),
  ])
  const format = box('avc1', zeros(24), u16(width), u16(height), zeros(50))
  const table = box(
    'stbl',
    box('stsd', zeros(4), u32(1), format),
    box('ctts', zeros(film.tableBytes ?? 16)),
    box('stsz', zeros(4), u32(0), u32(film.isFragmented ? 0 : frames)),
  )
  const trak = (handler: string, ...inside: Buffer[]) =>
    box(
      'trak',
      box('tkhd', track),
      box('mdia', box('mdhd', time), box('hdlr', zeros(8), ascii(handler), zeros(13)), ...inside),
    )
  const sound = trak('soun', box('minf', box('stbl', box('stsd', zeros(4), u32(1), box('mp4a', zeros(40))))))
  const mvex = box('mvex', box('mehd', zeros(4), u32(duration)))
  return box(
    'moov',
    box('mvhd', time),
    sound,
    trak('vide', box('minf', box('vmhd', zeros(12)), table)),
    ...(film.isFragmented ? [mvex] : []),
  )
}

const ftyp = (brand = 'isom') => box('ftyp', ascii(brand), u32(512), ascii('isomiso2'))
const mdat = (bytes: number) => box('mdat', zeros(bytes))
const wideMdat = (bytes: number) => bytesOf(u32(1), ascii('mdat'), u32(0), u32(bytes + 16), zeros(bytes))

const FILES: Record<string, Buffer> = {
  jpeg: jpeg(4032, 3024, [exif(1, 'II'), segment(0xe2, zeros(60_000)), segment(0xdb, zeros(65))]),
  png: png(1200, 630),
  gif: gif(480, 270),
  webpLossy: webp('VP8 ', 1000, 700),
  webpLossless: webp('VP8L', 16_383, 3),
  webpExtended: webp('VP8X', 70_000, 5),
  mp4: bytesOf(ftyp(), moov(), mdat(200_000)),
  mp4Last: bytesOf(ftyp('mp42'), box('free'), mdat(2_000_000), moov()),
  mp4Wide: bytesOf(ftyp(), wideMdat(1_000_000), moov({ isLong: true })),
  mov: bytesOf(ftyp('qt  '), box('wide'), mdat(100_000), moov({ isTurned: true })),
  fragmented: bytesOf(ftyp('iso5'), moov({ isFragmented: true }), box('moof', zeros(100)), mdat(1_000)),
}

const FILM = { durationMs: 12_000, isAnimated: null }
const STILL = { durationMs: null, isAnimated: false }
const EXPECTED: Record<string, Omit<MediaFacts, 'bytes'>> = {
  jpeg: { type: 'jpeg', width: 4032, height: 3024, durationMs: null, isAnimated: null },
  png: { type: 'png', width: 1200, height: 630, durationMs: null, isAnimated: null },
  gif: { type: 'gif', width: 480, height: 270, durationMs: null, isAnimated: true },
  webpLossy: { type: 'webp', width: 1000, height: 700, ...STILL },
  webpLossless: { type: 'webp', width: 16_383, height: 3, ...STILL },
  webpExtended: { type: 'webp', width: 70_000, height: 5, ...STILL },
  mp4: { type: 'mp4', width: 1920, height: 1080, ...FILM },
  mp4Last: { type: 'mp4', width: 1920, height: 1080, ...FILM },
  mp4Wide: { type: 'mp4', width: 1920, height: 1080, ...FILM },
  mov: { type: 'mov', width: 1080, height: 1920, ...FILM },
  fragmented: { type: 'mp4', width: 1920, height: 1080, ...FILM },
}

// A web server with these files.

type Behaviour = (request: IncomingMessage, response: ServerResponse, file: Buffer) => void
let behaviour: Behaviour
let requests = 0
let ranges: string[] = []
let served: Buffer
const server = createServer((request, response) => {
  requests += 1
  ranges.push(request.headers.range ?? 'whole')
  behaviour(request, response, served)
})
let url = ''
let safeFetch: SafeFetch

const withRanges: Behaviour = (request, response, file) => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!.map(Number)
  const end = Math.min(to! + 1, file.length)
  if (from! >= end) return void response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
  response.writeHead(206, {
    'content-type': 'application/claimed',
    'content-range': `bytes ${from}-${end - 1}/${file.length}`,
    'content-length': end - from!,
  })
  response.end(file.subarray(from, end))
}

const withoutRanges: Behaviour = (_request, response, file) => {
  response.writeHead(200, { 'content-length': file.length })
  response.end(file)
}

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  url = `${origin}/file?signature=SECRET`
  safeFetch = createSafeFetch({ allowedOrigins: [origin] })
})

beforeEach(() => {
  behaviour = withRanges
  requests = 0
  ranges = []
})

after(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** How many bytes of the file were requested. */
function asked(): number {
  return ranges
    .map((range) => /(\d+)-(\d+)/.exec(range)!)
    .reduce((sum, [, from, to]) => sum + Number(to) - Number(from) + 1, 0)
}

describe('probeMedia', () => {
  for (const [name, file] of Object.entries(FILES)) {
    test(`${name}: type, size and length are read from a few ranges of the file`, async () => {
      served = file
      assert.deepEqual(await probeMedia(safeFetch, url), { ...EXPECTED[name], bytes: file.length })
      assert.ok(requests <= 3, `${requests} requests`)
      assert.ok(asked() <= 200_000, `${asked()} bytes`)
    })

    test(`${name}: a server without ranges is read from the start, up to the limit`, async () => {
      served = file
      behaviour = withoutRanges
      const facts = await probeMedia(safeFetch, url)
      const isOutOfReach = name === 'mp4Last' || name === 'mp4Wide'
      const nothing = { width: null, height: null, durationMs: null, isAnimated: null }
      const expected = { ...EXPECTED[name], ...(isOutOfReach ? nothing : {}) }
      assert.deepEqual(facts, { ...expected, bytes: file.length })
      assert.equal(requests, 1)
    })
  }

  test('an endless body from a server without ranges is left at the limit', async () => {
    let isClosed: Promise<unknown> = Promise.resolve()
    let written = 0
    behaviour = (_request, response) => {
      isClosed = once(response, 'close')
      response.write(FILES.png)
      const pour = () => {
        while (!response.destroyed && response.write(zeros(16_384))) written += 16_384
      }
      response.on('drain', pour)
      pour()
    }
    const { width, bytes } = await probeMedia(safeFetch, url)
    await isClosed
    assert.deepEqual([width, bytes], [1200, null])
    assert.ok(written < 32 * MOST_BYTES, `${written} bytes left the server`)
  })

  test('a file that keeps pointing further costs no more than the limit', async () => {
    // Boxes that are each too far from the previous one to be in the same range.
    served = bytesOf(ftyp(), ...Array.from({ length: 60 }, () => box('free', zeros(100_000))), moov())
    const { durationMs } = await probeMedia(safeFetch, url)
    assert.equal(durationMs, null)
    assert.ok(asked() <= MOST_BYTES, `${asked()} bytes`)
    assert.ok(requests <= 12, `${requests} requests`)
  })

  test('large tables inside the index are skipped', async () => {
    served = bytesOf(ftyp(), moov({ tableBytes: 3_000_000 }), mdat(1_000))
    assert.deepEqual((await probeMedia(safeFetch, url)).durationMs, 12_000)
    assert.ok(asked() < 150_000, `${asked()} bytes`)
  })

  test('a server that stops supporting ranges, or changes the file, leaves facts unknown', async () => {
    served = FILES.mp4Last!
    behaviour = (request, response, file) => (requests === 1 ? withRanges : withoutRanges)(request, response, file)
    assert.equal((await probeMedia(safeFetch, url)).durationMs, null)
    requests = 0
    behaviour = (request, response, file) =>
      withRanges(request, response, requests === 1 ? file : bytesOf(file, zeros(1)))
    const { type, durationMs } = await probeMedia(safeFetch, url)
    assert.deepEqual([type, durationMs], ['mp4', null])
  })

  test('a failed fetch is a sentence without the URL', async () => {
    served = FILES.mp4Last!
    const cases: Array<[behaviour: Behaviour, message: RegExp]> = [
      [(_request, response) => response.writeHead(404).end('no'), /status 404/],
      [(_request, response) => response.writeHead(500).end(), /status 500/],
      [
        (request, response, file) =>
          requests === 1 ? withRanges(request, response, file) : response.writeHead(503).end(),
        /status 503/,
      ],
      [(_request, response) => response.writeHead(206, { 'content-range': 'bytes 5-6/10' }).end('ab'), /wrongly/],
      [(_request, response) => response.writeHead(206).end('ab'), /wrongly/],
      [
        (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
        /cannot be read\. Check that/,
      ],
      [(_request, response) => response.socket!.destroy(), /cannot be read\. Check that/],
      [() => {}, /cannot be read\. Check that/],
    ]
    for (const [each, message] of cases) {
      requests = 0
      behaviour = each
      await assert.rejects(probeMedia(safeFetch, url, 300), (error: unknown) => {
        assert.ok(error instanceof MediaError, String(error))
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /SECRET/)
        return true
      })
    }
    await assert.rejects(probeMedia(createSafeFetch(), url.replace('127.0.0.1', 'localhost')), MediaError)
  })

  test('a redirect is followed, and later ranges go to its target', async () => {
    served = FILES.mp4Last!
    const paths: string[] = []
    behaviour = (request, response, file) => {
      paths.push(request.url!)
      if (request.url === '/there') withRanges(request, response, file)
      else response.writeHead(302, { location: '/there' }).end()
    }
    assert.equal((await probeMedia(safeFetch, url)).durationMs, 12_000)
    assert.deepEqual(paths, ['/file?signature=SECRET', '/there', '/there'])
  })

  test('an empty file has no facts', async () => {
    served = zeros(0)
    const nothing = { type: 'other', bytes: 0, width: null, height: null, durationMs: null, isAnimated: null }
    assert.deepEqual(await probeMedia(safeFetch, url), nothing)
    behaviour = withoutRanges
    assert.deepEqual(await probeMedia(safeFetch, url), nothing)
  })
})

function memory(
  bytes: Uint8Array,
  size: number | null = bytes.length,
): ByteSource & { reads: number; largest: number } {
  const file = Buffer.from(bytes)
  return {
    size,
    reads: 0,
    largest: 0,
    async read(start, length) {
      this.reads += 1
      this.largest = Math.max(this.largest, length)
      assert.ok(Number.isSafeInteger(start) && start >= 0 && length >= 0, `read(${start}, ${length})`)
      return file.subarray(start, start + length)
    },
  }
}

describe('readFacts', () => {
  test('a photograph or film that must be rotated is as wide as it is shown', async () => {
    for (const order of ['II', 'MM'] as const) {
      for (let orientation = 0; orientation <= 9; orientation++) {
        const { width } = await readFacts(memory(jpeg(400, 300, [exif(orientation, order)])))
        assert.equal(width, orientation >= 5 && orientation <= 8 ? 300 : 400, `${order} ${orientation}`)
      }
    }
  })

  test('a JPEG with fillers, tables and a progressive frame is read; one without a frame is not', async () => {
    const progressive = bytesOf(
      u8(0xff, 0xd8, 0xff, 0xff, 0xff),
      segment(0xc4, zeros(10)).subarray(1),
      u8(0xff, 0xd0),
      segment(0xc2, bytesOf(u8(8), u16(30), u16(40), zeros(10))),
    )
    const { width, height } = await readFacts(memory(progressive))
    assert.deepEqual([width, height], [40, 30])
    const facts = await readFacts(memory(bytesOf(u8(0xff, 0xd8), segment(0xda, zeros(10)), segment(0xc0, zeros(20)))))
    assert.deepEqual([facts.type, facts.width], ['jpeg', null])
  })

  test('types are detected by the first bytes', async () => {
    const types: Array<[Buffer, string]> = [
      [bytesOf(u8(0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84), ascii('webm'), zeros(30)), 'webm'],
      [bytesOf(u8(0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x88), ascii('matroska'), zeros(30)), 'other'],
      [ftyp('heic'), 'other'],
      [ftyp('avif'), 'other'],
      [ftyp('M4A '), 'm4a'],
      [ftyp('mp42'), 'mp4'],
      [ftyp('qt  '), 'mov'],
      [bytesOf(mdat(10), moov()), 'mov'],
      [ascii('<!doctype html>'), 'other'],
      [ascii('%PDF-1.7'), 'pdf'],
      [ascii(' %PDF-1.7'), 'other'],
      [ascii('GIF88a'), 'other'],
      [u8(0xff, 0xd8), 'other'],
    ]
    for (const [bytes, type] of types) assert.equal((await readFacts(memory(bytes))).type, type)
  })

  test('a film has its size in the track, or else in the format; unknown lengths stay unknown', async () => {
    const formatOnly = await readFacts(memory(bytesOf(ftyp(), moov({ hasSizeInFormatOnly: true }))))
    assert.deepEqual([formatOnly.width, formatOnly.height], [1920, 1080])
    for (const duration of [0, 0xffff_ffff]) {
      const { durationMs } = await readFacts(memory(bytesOf(ftyp(), moov({ duration }))))
      assert.equal(durationMs, null, String(duration))
    }
    const minute = await readFacts(memory(bytesOf(ftyp(), moov({ duration: 600 * 90 + 1 }))))
    assert.equal(minute.durationMs, 90_002)
  })

  test('a size of 0 is not a size', async () => {
    for (const file of [png(0, 5), gif(5, 0), jpeg(5, 0), webp('VP8 ', 0, 0)]) {
      const { width, height } = await readFacts(memory(file))
      assert.deepEqual([width, height], [null, null])
    }
  })

  test('a truncated file has the facts before the cut, and never fails', async () => {
    for (const [name, file] of Object.entries(FILES)) {
      const whole = await readFacts(memory(file))
      const cuts = Math.min(file.length, 1_000)
      for (let i = 0; i < cuts; i++) {
        // All cuts near the start, then spread over the file.
        const cut = i < 500 ? i : Math.floor((i * file.length) / cuts)
        const facts = await readFacts(memory(file.subarray(0, cut)))
        for (const key of ['width', 'height', 'durationMs'] as const) {
          assert.ok(facts[key] === null || facts[key] === whole[key], `${name} cut at ${cut}: ${key} ${facts[key]}`)
        }
      }
    }
  })

  test('broken files never fail, never take long, and never ask for much memory', async () => {
    const files = Object.values(FILES).map((file) => file.subarray(0, 4_000))
    const change = fc.record({ at: fc.nat(2_000), byte: fc.constantFrom(0, 1, 2, 7, 8, 0x7f, 0x80, 0xd8, 0xe1, 0xff) })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(change, { minLength: 1, maxLength: 12 }),
        fc.option(fc.maxSafeNat(), { nil: null }),
        async (file, changes, size) => {
          const broken = Buffer.from(file)
          for (const { at, byte } of changes) broken[at % broken.length] = byte
          const source = memory(broken, size)
          const facts = await readFacts(source)
          assert.ok(source.reads < 2_000, `${source.reads} reads`)
          assert.ok(source.largest <= 4_096, `${source.largest} bytes at once`)
          for (const value of [facts.width, facts.height, facts.durationMs]) {
            assert.ok(value === null || (Number.isFinite(value) && value >= 0), String(value))
          }
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('noise after a valid beginning never fails', async () => {
    const beginnings = Object.values(FILES).map((file) => file.subarray(0, 12))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 600 }), async (start, noise) => {
        await readFacts(memory(bytesOf(start, noise)))
      }),
      { numRuns: 1_000 },
    )
  })

  test('thousands of small boxes or segments are not read to the end', async () => {
    const boxes = memory(bytesOf(ftyp(), ...new Array<Buffer>(20_000).fill(box('free')), moov()))
    assert.equal((await readFacts(boxes)).durationMs, null)
    assert.ok(boxes.reads < 200, `${boxes.reads} reads`)
    const segments = memory(jpeg(5, 5, new Array<Buffer>(20_000).fill(segment(0xfe, zeros(0)))))
    assert.equal((await readFacts(segments)).width, null)
    assert.ok(segments.reads < 600, `${segments.reads} reads`)
  })

  test('a segment or box that is shorter than its own header ends the walk', async () => {
    const frame = segment(0xc0, bytesOf(u8(8), u16(30), u16(40), zeros(10)))
    const { width } = await readFacts(memory(bytesOf(u8(0xff, 0xd8, 0xff, 0xfe), u16(0), frame)))
    assert.equal(width, null)
    const { durationMs } = await readFacts(memory(bytesOf(ftyp(), u32(4), moov())))
    assert.equal(durationMs, null)
  })

  test('endlessly nested boxes are not followed', async () => {
    let nested = box('trak')
    for (let i = 0; i < 5_000; i++) nested = bytesOf(u32(nested.length + 8), ascii('moov'), nested)
    const source = memory(bytesOf(ftyp(), nested))
    assert.equal((await readFacts(source)).durationMs, null)
    assert.ok(source.reads < 100, `${source.reads} reads`)
  })
})

describe('openMediaFile', () => {
  let dir = ''
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'doorpost-media-'))
  })
  after(() => rm(dir, { recursive: true, force: true }))
  beforeEach(() => {
    behaviour = withoutRanges
  })

  test('serves every part of the file byte for byte, and leaves nothing behind', async () => {
    served = bytesOf(FILES.mp4!, Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256)))
    const file = await openMediaFile(safeFetch, url, { dir: join(dir, 'new'), maxBytes: served.length })
    assert.deepEqual([file.type, file.bytes], ['video/mp4', served.length])
    await fc.assert(
      fc.asyncProperty(fc.nat(served.length), fc.nat(100_000), async (start, length) => {
        const part = await file.read(start, start + length)
        assert.ok(served.subarray(start, start + length).equals(part))
      }),
      { numRuns: 50 },
    )
    assert.deepEqual((await file.read(served.length + 5, served.length + 10)).length, 0)
    await assert.rejects(file.read(-1, 5), RangeError)
    assert.deepEqual(await readdir(join(dir, 'new')), [])
    await file.close()
    await assert.rejects(file.read(0, 1))
  })

  test('the type follows from the file, not from the server', async () => {
    for (const [name, type] of Object.entries({
      jpeg: 'image/jpeg',
      png: 'image/png',
      gif: 'image/gif',
      webpLossy: 'image/webp',
      mov: 'video/quicktime',
    })) {
      served = FILES[name]!
      behaviour = (_request, response, bytes) => response.writeHead(200, { 'content-type': 'text/html' }).end(bytes)
      const file = await openMediaFile(safeFetch, url, { dir, maxBytes: 1_000_000 })
      assert.equal(file.type, type)
      await file.close()
    }
  })

  test('anything but a complete media file is a MediaError with a sentence, and leaves nothing behind', async () => {
    served = FILES.mp4!
    const cases: Array<[behaviour: Behaviour, message: RegExp]> = [
      [(_request, response) => response.writeHead(403).end('no'), /status 403/],
      [(_request, response) => response.writeHead(404).write(zeros(1_000)), /status 404/],
      [(_request, response) => response.writeHead(206).end(FILES.png), /status 206/],
      [(_request, response) => response.writeHead(204).end(), /status 204/],
      [(_request, response) => response.end('<html>sign in</html>'), /does not lead to a JPEG/],
      [(_request, response) => response.end(), /does not lead to a JPEG/],
      [(_request, response) => response.end(zeros(300_001)), /more than 300000 bytes/],
      [
        (_request, response) => {
          response.writeHead(200, { 'content-length': 1_000 }).write(FILES.png)
          setTimeout(() => response.socket?.destroy(), 20)
        },
        /cannot be read\. Check that/,
      ],
      [(_request, response) => response.flushHeaders(), /cannot be read\. Check that/],
      [
        (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
        /cannot be read\. Check that/,
      ],
    ]
    for (const [each, message] of cases) {
      behaviour = each
      const call = openMediaFile(safeFetch, url, { dir, maxBytes: 300_000, timeoutMs: 500 })
      await assert.rejects(call, (error: unknown) => {
        assert.ok(error instanceof MediaError, String(error))
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /SECRET/)
        return true
      })
    }
    assert.deepEqual(
      (await readdir(dir)).filter((name) => name.endsWith('.tmp')),
      [],
    )
  })
})
