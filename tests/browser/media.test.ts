// @slow

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { makeJpeg, makePng } from '../../simulators/media/images.ts'
import { makeMp4 } from '../../simulators/media/mp4.ts'
import { findBarriers, noBrowser } from '../helpers/browser.ts'
import { until } from '../helpers/process.ts'
import { choosePlatforms, finishComposing, open, type Stage, shows, startStage } from './helper.ts'

// Files from this device: by button, drop and paste; converted for the networks, uploaded, described, and found again
// later.

interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

let pictures = 0
/** Pictures with different bytes, because identical ones would be stored once. */
const nextHue = () => {
  pictures += 1
  return (pictures * 37) % 360
}

const png = (name: string, width = 640, height = 480): TestFile => ({
  name,
  mimeType: 'image/png',
  buffer: makePng({ width, height, hue: nextHue() }),
})

/** Like a phone writes it: rotated by a quarter, with a location. */
function phonePhoto(name: string): TestFile {
  const jpeg = makeJpeg({ width: 800, height: 600, hue: nextHue() })
  const tiff = Buffer.from('49492a000800000001001201030001000000060000000000000047505320353220333120', 'hex')
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]) }
}

/** Dispatches a drop or a paste like a browser. */
async function bring(page: Page, how: 'drop' | 'paste', files: TestFile[]): Promise<void> {
  const parts = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString('base64') }))
  await page.evaluate(
    ({ how, parts }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, text } of parts) {
        const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      const init = { bubbles: true, cancelable: true }
      const event =
        how === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data })
      document.body.dispatchEvent(event)
    },
    { how, parts },
  )
}

describe('files of a post', { skip: noBrowser }, async () => {
  if (noBrowser) return
  const stage: Stage = await startStage()
  const { url } = stage
  await stage.call('GET', '/v1/me')
  const { page, context, complaints } = await stage.owner()
  page.on('dialog', (dialog) => void dialog.accept())
  // Each post begins empty: no earlier text and files are restored.
  await context.addInitScript(() => localStorage.clear())

  const list = page.getByRole('list', { name: 'Media, in the order shown' })
  const item = (name: string): Locator => list.getByRole('listitem').filter({ hasText: name })
  const choose = (...files: TestFile[]) => page.locator('input[type="file"][multiple]').setInputFiles(files)
  const isStored = (name: string) =>
    item(name)
      .getByRole('button', { name: /^Remove file/ })
      .waitFor()
  const names = () => list.getByRole('listitem').locator('p:first-child').allTextContents()
  const compose = async (text: string, platforms: string[]) => {
    await open(page, `${url}/posts/new`)
    await choosePlatforms(page, platforms)
    await page.getByLabel(/^(?:Text|Caption)(?: \*)?$/).fill(text)
  }
  const saveDraft = () => finishComposing(page, 'Save as draft')
  const postWith = async (text: string) => {
    let found: unknown[] = []
    await until(async () => {
      found = await stage.call('GET', `/v1/posts?q=${encodeURIComponent(text)}`)
      return found.length > 0
    })
    return found[0] as { media_urls: string[]; alt_texts: Array<string | null> | null }
  }
  const fileAt = async (address: string) => {
    const answer = await fetch(address)
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  test('a chosen PNG arrives at Instagram as a JPEG, with its alt text', async () => {
    await compose('From the laptop', ['Instagram'])
    await choose(png('harbour.png'))
    await item('harbour.png')
      .getByText(/^Converted to JPEG, .+ → .+/)
      .waitFor()
    await page.getByLabel('Alt text of file 1').fill('A harbour in the morning')
    await item('harbour.png').getByText('24 of ').waitFor()
    await isStored('harbour.png')
    assert.deepEqual(await findBarriers(page), [])
    await saveDraft()
    const post = await postWith('From the laptop')
    assert.deepEqual(post.alt_texts, ['A harbour in the morning'])
    const stored = await fileAt(post.media_urls[0]!)
    assert.equal(stored.type, 'image/jpeg')
    assert.equal(stored.bytes.readUInt16BE(0), 0xffd8)
  })

  test('dropped and pasted files keep their order, and can be moved by key and removed', async () => {
    await compose('Three of them', ['LinkedIn'])
    await bring(page, 'drop', [png('one.png'), png('two.png')])
    await bring(page, 'paste', [png('three.png')])
    for (const name of ['one.png', 'two.png', 'three.png']) await isStored(name)
    assert.deepEqual(await names(), ['one.png', 'two.png', 'three.png'])
    await page.getByRole('button', { name: 'Move file 3 up' }).press('Alt+ArrowUp')
    await page.getByRole('button', { name: 'Move file 2 up' }).press('Enter')
    assert.deepEqual(await names(), ['three.png', 'one.png', 'two.png'])
    await page.getByRole('status').filter({ hasText: 'three.png is now file 1 of 3.' }).waitFor()
    await item('one.png').dragTo(item('three.png'), {
      sourcePosition: { x: 20, y: 20 },
      targetPosition: { x: 20, y: 20 },
    })
    await until(async () => (await names()).join() === 'one.png,three.png,two.png')
    await page.getByRole('button', { name: 'Remove file 3' }).click()
    await saveDraft()
    assert.equal((await postWith('Three of them')).media_urls.length, 2)
  })

  test('a file that is added while another one is stored costs neither its place', async () => {
    await compose('Two at once', ['LinkedIn'])
    // The page knows the first file but has not rendered it yet when the second one comes.
    await page.evaluate((text) => {
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        XMLHttpRequest.prototype.send = send
        this.addEventListener('loadend', () => {
          const data = new DataTransfer()
          const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
          data.items.add(new File([bytes], 'second.png', { type: 'image/png' }))
          document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }))
        })
        send.call(this, body)
      }
    }, png('').buffer.toString('base64'))
    await bring(page, 'drop', [png('first.png')])
    for (const name of ['first.png', 'second.png']) await isStored(name)
    assert.deepEqual(await names(), ['first.png', 'second.png'])
    await saveDraft()
    assert.equal((await postWith('Two at once')).media_urls.length, 2)
  })

  test('a photo loses its location and keeps its orientation; a video shows its first frame', async () => {
    await compose('From the phone', ['Threads', 'X'])
    await choose(phonePhoto('phone.jpg'))
    await item('phone.jpg').getByText('Without the place and camera data of the photo').waitFor()
    await item('phone.jpg').getByText('600 × 800').waitFor()
    await isStored('phone.jpg')
    const video = {
      name: 'clip.mp4',
      mimeType: 'video/mp4',
      buffer: makeMp4({ width: 64, height: 48, seconds: 4, hue: 9 }),
    }
    await choose(video)
    await isStored('clip.mp4')
    const width = () =>
      item('clip.mp4')
        .locator('video')
        .evaluate((each: HTMLVideoElement) => each.videoWidth)
    await until(async () => (await width()) === 64)
    await saveDraft()
    await page.getByText('2 drafts are saved').waitFor()
    const { media_urls } = await postWith('From the phone')
    const photo = await fileAt(media_urls[0]!)
    assert.ok(!photo.bytes.includes('GPS'))
    assert.equal((await fileAt(media_urls[1]!)).bytes.equals(video.buffer), true)
  })

  test('a HEIC photo of a phone arrives as an upright JPEG, without what it tells about its camera', async () => {
    // A red half above a blue one; stored on its side, with Exif. Made with heif-enc, which leaves out the rotation (irot) of phones.
    const buffer = await readFile(new URL('../fixtures/phone.heic', import.meta.url))
    assert.ok(buffer.includes('irot') && buffer.includes('Doorpost'))
    await compose('Straight from the phone', ['X'])
    // The decoder has a licence of its own, so it stays a file of its own.
    const decoder = page.waitForRequest(/\/assets\/heic-to-[^/]+\.js$/)
    await choose({ name: 'IMG_2.heic', mimeType: 'image/heic', buffer })
    await decoder
    await item('IMG_2.heic')
      .getByText(/^Converted to JPEG/)
      .waitFor()
    await item('IMG_2.heic').getByText('240 × 320').waitFor()
    await isStored('IMG_2.heic')
    await saveDraft()
    const stored = await fileAt((await postWith('Straight from the phone')).media_urls[0]!)
    assert.equal(stored.type, 'image/jpeg')
    assert.ok(!stored.bytes.includes('Doorpost'))
    const halves = await page.evaluate(async (text) => {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      return [1 / 4, 3 / 4].map((part) => [
        ...context.getImageData(bitmap.width / 2, bitmap.height * part, 1, 1).data.slice(0, 3),
      ])
    }, stored.bytes.toString('base64'))
    const isNear = (color: number[], other: number[]) => color.every((value, at) => Math.abs(value - other[at]!) < 40)
    assert.ok(isNear(halves[0]!, [220, 20, 20]) && isNear(halves[1]!, [20, 20, 220]), JSON.stringify(halves))
  })

  test('a bad file says why and what is accepted, and is not uploaded', async () => {
    await compose('Nothing to see', ['X'])
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    await bring(page, 'drop', [
      { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('These are notes.') },
      { name: 'half.png', mimeType: 'image/png', buffer: png('').buffer.subarray(0, 60) },
      { name: 'none.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
      {
        name: 'IMG_1.heic',
        mimeType: 'image/heic',
        buffer: Buffer.from(`\0\0\0\x18ftypheic${'\0'.repeat(4)}mif1heic`),
      },
    ])
    const said = page.getByLabel('Files that were not added')
    await said.getByText(/notes\.jpg was not added\. .* takes JPEG, PNG, WebP, GIF and HEIC pictures/).waitFor()
    await said.getByText(/half\.png was not added\. This picture cannot be read/).waitFor()
    await said.getByText(/none\.png was not added\. This file is empty/).waitFor()
    await said.getByText(/IMG_1\.heic was not added\. This HEIC photo cannot be read/).waitFor()
    await shows(() => list.count(), 0)
    assert.deepEqual(
      sent.filter((each) => new URL(each).pathname === '/v1/media'),
      [],
    )
    await page.getByRole('button', { name: 'Close the message about half.png' }).click()
    await shows(() => said.getByText(/half\.png/).count(), 0)
  })

  test('a failed upload can be retried, and until then the post cannot be stored', async () => {
    await compose('Second try', ['X'])
    await page.route(/\/v1\/media\?name=/, (route) => route.abort('connectionreset'), { times: 1 })
    await choose(png('again.png'))
    const again = page.getByRole('button', { name: 'Upload again.png again' })
    await again.waitFor()
    await shows(() => page.getByRole('button', { name: 'Schedule', exact: true }).isDisabled(), true)
    await page.getByText('1 file was not uploaded: try it again, or remove it.').waitFor()
    await again.click()
    await isStored('again.png')
    await shows(() => page.getByRole('button', { name: 'Schedule', exact: true }).isEnabled(), true)
  })

  test('a file that a network chosen later does not accept is converted on request', async () => {
    await compose('Later for Instagram', ['X'])
    await choose(png('later.png'))
    await isStored('later.png')
    await choosePlatforms(page, ['X', 'Instagram'])
    await page.getByRole('button', { name: 'Convert it for Instagram and X' }).click()
    await item('later.png')
      .getByText(/^Converted to JPEG/)
      .waitFor()
    await isStored('later.png')
    await shows(() => page.getByRole('button', { name: /^Convert it for/ }).count(), 0)
  })

  test('the composer says if Threads and Instagram cannot fetch the files', async () => {
    await compose('Fetch me', ['Threads', 'Instagram'])
    await choose(png('near.png'))
    await isStored('near.png')
    assert.equal(await page.getByText(/cannot fetch these files/).count(), 0)
    const problem = 'The address of this installation is not public. The operator can set up a public https address.'
    await page.route(/\/v1\/media\?limit=1$/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { storage: object }
      await route.fulfill({ json: { ...body, storage: { ...body.storage, fetchable: false, fetch_problem: problem } } })
    })
    await compose('Fetch me, too', ['Threads', 'Instagram'])
    await choose(png('far.png'))
    const alert = page.getByRole('alert').filter({ hasText: 'Threads and Instagram cannot fetch these files' })
    await alert.getByText(problem).waitFor()
    await page.unroute(/\/v1\/media\?limit=1$/)
  })

  test('earlier files are chosen from the library, with their alt texts', async () => {
    await compose('Once more', ['Instagram'])
    await page.getByRole('button', { name: 'Library', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose from the library' })
    await dialog.getByLabel('Search files by name').fill('harbour')
    await dialog.getByRole('button', { name: /one\.jpg/ }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: /harbour/ }).click()
    await dialog.getByRole('button', { name: 'Add 1 file' }).click()
    await isStored('harbour')
    await shows(() => page.getByLabel('Alt text of file 1').inputValue(), 'A harbour in the morning')
    await saveDraft()
    assert.deepEqual((await postWith('Once more')).alt_texts, ['A harbour in the morning'])
  })

  test('the library shows where a file is used, changes its alt text, and deletes one that no post has', async () => {
    await open(page, `${url}/media`)
    await page.getByText(/ of .+ used$/).waitFor()
    await page.getByRole('button', { name: /harbour\.jpg/ }).click()
    const dialog = page.getByRole('dialog', { name: 'harbour.jpg' })
    const uses = dialog.getByRole('list', { name: 'Posts with this file' })
    await uses.getByRole('link', { name: 'Instagram: From the laptop' }).waitFor()
    await shows(() => uses.getByRole('listitem').count(), 2)
    assert.deepEqual(await findBarriers(page), [])
    await dialog.getByLabel('Alt text').fill('A quiet harbour')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Alt text: A quiet harbour/ }).waitFor()
    await page.getByLabel('Search files by name').fill('again')
    await page.getByRole('button', { name: /Alt text: A quiet harbour/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /again\.png/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    // No post has it, so it goes without a question.
    await page.getByText('No file matches').waitFor()
    await page.getByRole('alert').filter({ hasText: 'again.png is deleted.' }).waitFor()
    await until(async () => (await stage.call('GET', '/v1/media?q=again')).length === 0)
  })

  test('the page itself accepts files by button and drop, and says why it refuses one', async () => {
    await open(page, `${url}/media`)
    await page.locator('input[type=file]').setInputFiles([png('quay.png'), png('mole.png')])
    for (const name of [/quay\.png/, /mole\.png/]) await page.getByRole('button', { name }).waitFor()
    await bring(page, 'drop', [
      png('pier.png'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') },
    ])
    await page.getByRole('button', { name: /pier\.png/ }).waitFor()
    const refused = page.getByRole('alert', { name: 'Files that were not added' })
    await refused.getByText('notes.txt was not added. This is not a picture, video or PDF').waitFor()
    await page.getByRole('list', { name: 'Files that are being uploaded' }).waitFor({ state: 'detached' })
    assert.deepEqual(await findBarriers(page), [])
    const stored = await stage.call('GET', '/v1/media?limit=3')
    assert.deepEqual(stored.map(({ name }: { name: string }) => name).sort(), ['mole.png', 'pier.png', 'quay.png'])
  })

  test('a viewer sees the library and changes nothing', async () => {
    await page.route(/\/v1\/me$/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object }
      await route.fulfill({ json: { ...body, data: { ...body.data, role: 'viewer' } } })
    })
    await open(page, `${url}/media`)
    await page.getByRole('button', { name: /harbour\.jpg/ }).click()
    const dialog = page.getByRole('dialog', { name: 'harbour.jpg' })
    await dialog.getByText('A quiet harbour').waitFor()
    await shows(() => page.getByRole('button', { name: 'Upload files' }).count(), 0)
    await shows(() => dialog.getByRole('button', { name: /Save|Delete/ }).count(), 0)
    await page.unroute(/\/v1\/me$/)
    assert.deepEqual(complaints, [])
  })
})
