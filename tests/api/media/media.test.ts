import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { readdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { FILES, jpegFile, packedBomb, pdfFile, pngWith } from '../../helpers/media-files.ts'
import { until } from '../../helpers/process.ts'
import { openRaw } from '../../helpers/raw-http.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

// Files for posts: what is accepted, what is refused without a trace, and how they are read.

const server = await startServer({ env: { MEDIA_MAX_MB: '2', MEDIA_QUOTA_MB: '4' } })
const mediaDir = join(server.deps.config.dataDir, 'media')
const key = await server.key()

async function place() {
  const workspaceId = await server.workspace()
  const own = await server.key({ workspaceId })
  const upload = (body: Uint8Array, query = '', headers: Record<string, string> = {}) =>
    server.send('POST', `/v1/media${query}`, { key: own, body, headers })
  return { workspaceId, key: own, upload }
}

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(mediaDir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Checks that there is no new row, file or marker. */
async function leavesNothing(work: () => Promise<void>): Promise<void> {
  const count = async () =>
    (await server.sql('select file from media union all select file from media_leftovers')).length
  const before = [await count(), (await filesOnDisk()).length]
  await work()
  assert.deepEqual([await count(), (await filesOnDisk()).length], before)
}

const urlOf = (answer: { body: { data: { url: string } } }) => answer.body.data.url

test('updated_at is the last change of the name or alt text, and updated_after finds it', async () => {
  const { upload, key: own } = await place()
  const [one, two] = [(await upload(jpegFile(91))).body.data, (await upload(jpegFile(92))).body.data]
  assert.deepEqual([one.updated_at, one.version], [one.created_at, 1])
  const change = (id: string, json: object) => server.send('PATCH', `/v1/media/${id}`, { key: own, json })
  const since = new Date(Date.parse(two.created_at) + 1).toISOString()
  await until(
    async () => (await server.sql('select clock_timestamp() > $1::timestamptz as ok', [since]))[0]!.ok === true,
  )
  const { data } = (await change(one.id, { alt_text: 'A harbour.' })).body
  assert.ok(data.updated_at >= since)
  assert.equal(data.version, 2)
  const again = await change(one.id, { alt_text: 'A harbour.' })
  assert.deepEqual([again.body.data.updated_at, again.body.data.version], [data.updated_at, 2])
  const found = await server.send('GET', `/v1/media?updated_after=${since}`, { key: own })
  assert.deepEqual([found.body.data.map(({ id }: { id: string }) => id), found.body.pagination.total], [[one.id], 1])
  const whole = await server.send('GET', `/v1/media?updated_after=${one.created_at}&order=asc`, { key: own })
  assert.deepEqual(
    whole.body.data.map(({ id }: { id: string }) => id),
    [one.id, two.id],
  )
})

describe('an upload', () => {
  for (const [name, { bytes, type, ext, width }] of Object.entries(FILES)) {
    test(`of a ${name} file is stored with the type of its bytes, and comes back byte for byte`, async () => {
      const { upload } = await place()
      const answer = await upload(bytes, `?name=My%20file.bin&alt_text=A%20picture`)
      assert.equal(answer.status, 201, answer.text)
      const { data } = answer.body
      assert.equal(data.type, type)
      assert.equal(data.bytes, bytes.length)
      assert.equal(data.width, width)
      assert.deepEqual([data.name, data.alt_text, data.duplicate], ['My file.bin', 'A picture', false])
      assert.match(data.url, new RegExp(`^${server.url}/files/[\\w-]{32}\\.${ext}$`))
      const file = await fetch(data.url)
      assert.equal(file.status, 200)
      assert.equal(file.headers.get('content-type'), type)
      assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes)
    })
  }

  test('is counted by outcome, and so are downloads', async () => {
    const metrics = async () => {
      const { text } = await server.send('GET', '/metrics')
      const read = (name: string) =>
        Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\d+)$`, 'm').exec(text)![1])
      return {
        stored: read('doorpost_media_uploads_total{outcome="stored"}'),
        duplicate: read('doorpost_media_uploads_total{outcome="duplicate"}'),
        refused: read('doorpost_media_uploads_total{outcome="refused"}'),
        uploaded: read('doorpost_media_uploaded_bytes_total'),
        served: read('doorpost_media_served_total'),
        servedBytes: read('doorpost_media_served_bytes_total'),
      }
    }
    const { upload } = await place()
    const before = await metrics()
    const bytes = jpegFile(77)
    const url = urlOf(await upload(bytes))
    await upload(bytes)
    assert.equal((await upload(Buffer.from('<html>'))).status, 400)
    await (await fetch(url, { headers: { range: 'bytes=0-9' } })).arrayBuffer()
    await fetch(url, { method: 'HEAD' })
    const after = await metrics()
    const grown = Object.entries(after).map(([name, value]) => [name, value - before[name as keyof typeof before]])
    assert.deepEqual(Object.fromEntries(grown), {
      stored: 1,
      duplicate: 1,
      refused: 1,
      uploaded: 2 * bytes.length,
      served: 1,
      servedBytes: 10,
    })
  })

  test('a video has its duration, and a document has no dimensions', async () => {
    const { upload } = await place()
    assert.equal((await upload(FILES.mp4!.bytes)).body.data.duration_seconds, 1)
    const { data } = (await upload(pdfFile())).body
    assert.deepEqual([data.width, data.height, data.duration_seconds], [null, null, null])
    assert.equal(data.name, 'upload.pdf')
  })

  test('the same bytes are stored once for each workspace', async () => {
    const [one, two] = [await place(), await place()]
    const first = await one.upload(jpegFile(1), '?name=a.jpg')
    const again = await one.upload(jpegFile(1), '?name=b.jpg&alt_text=Later')
    assert.equal(again.status, 201)
    assert.deepEqual(again.body.data, {
      ...first.body.data,
      alt_text: 'Later',
      version: 2,
      updated_at: again.body.data.updated_at,
      duplicate: true,
      expires_at: again.body.data.expires_at,
    })
    const other = await two.upload(jpegFile(1))
    assert.equal(other.body.data.duplicate, false)
    assert.notEqual(urlOf(other), urlOf(first))
  })

  test('concurrent uploads of the same bytes are one file', async () => {
    const { upload, workspaceId } = await place()
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(jpegFile(2))))
    assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, 1)
    assert.equal(answers.filter((answer) => !answer.body.data.duplicate).length, 1)
    const [row] = await server.sql<{ file: string }>('select file from media where workspace_id = $1', [workspaceId])
    assert.deepEqual(await server.sql('select from media_leftovers'), [])
    assert.equal((await filesOnDisk()).filter((name) => name === row!.file).length, 1)
  })

  test('bytes that were lost on disk are restored by uploading them again', async () => {
    const { upload } = await place()
    const first = await upload(jpegFile(3))
    const file = urlOf(first).split('/').at(-1)!
    const { place: disk } = (await server.deps.library.find(file))!
    await disk.remove(file)
    assert.equal((await fetch(urlOf(first))).status, 404)
    assert.equal((await upload(jpegFile(3))).body.data.duplicate, true)
    assert.equal((await fetch(urlOf(first))).status, 200)
  })

  test('a header that contradicts the bytes is refused, a generic one is not', async () => {
    const { upload } = await place()
    for (const type of ['image/jpeg', 'image/jpg', 'application/octet-stream', 'IMAGE/JPEG; x=y']) {
      assert.equal((await upload(jpegFile(4), '', { 'content-type': type })).status, 201, type)
    }
    await leavesNothing(async () => {
      for (const type of ['image/png', 'text/html', 'application/x-www-form-urlencoded', 'nonsense']) {
        const { status, body } = await upload(jpegFile(5), '', { 'content-type': type })
        assert.equal(status, 400, type)
        assert.ok(body.details['Content-Type'][0].length > 20)
      }
    })
  })

  const hostile: Record<string, [bytes: Uint8Array, why: RegExp]> = {
    'no byte at all': [Buffer.alloc(0), /empty \(0 bytes\)/],
    'a web page': [Buffer.from('<!doctype html><script>alert(1)</script>'), /web page/],
    'a drawing with a script': [
      Buffer.from('\ufeff  <svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      /SVG/,
    ],
    XML: [Buffer.from('<?xml version="1.0"?><svg/>'), /SVG or XML/],
    'a text': [Buffer.from('hello'), /do not match any accepted type/],
    'a program': [randomBytes(5_000).fill('MZ', 0, 2), /Taken are JPEG/],
    'a HEIC picture': [Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), Buffer.alloc(100)]), /HEIC/],
    'a page behind the name of a PDF': [Buffer.from('<html>%PDF-1.4 startxref %%EOF'), /web page/],
    'a pixel bomb': [pngWith(50_000, 50_000), /50000 × 50000 pixels/],
    'a size of nothing': [pngWith(0, 0), /size cannot be read/],
    'a text that unpacks to 64 MB': [pngWith(10, 10, packedBomb()), /unpacks to many times its size/],
    'a film without its index': [
      Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomavc1'), Buffer.from('\0\0\0\x08mdat')]),
      /index \(moov\)/,
    ],
  }
  for (const [what, [bytes, why]] of Object.entries(hostile)) {
    test(`of ${what} is refused, and leaves nothing behind`, async () => {
      const { upload } = await place()
      await leavesNothing(async () => {
        const { status, body } = await upload(bytes)
        assert.equal(status, 400)
        assert.match(body.details.file[0], why)
      })
    })
  }

  test('of a truncated file is refused, wherever it was cut', async () => {
    const { upload } = await place()
    await leavesNothing(async () => {
      for (const [name, { bytes }] of Object.entries(FILES)) {
        for (const part of [0.3, 0.6, 0.9]) {
          const { status, body } = await upload(bytes.subarray(0, Math.floor(bytes.length * part)))
          assert.equal(status, 400, `${name} ${part}`)
          assert.ok(body.details.file[0], name)
        }
      }
    })
  })

  test('a name with a path is refused', async () => {
    const { upload } = await place()
    await leavesNothing(async () => {
      for (const name of ['../../etc/passwd', 'a/b.jpg', '..', 'C:\\x.jpg', 'a\u0000b', 'x'.repeat(256), 'a\nb']) {
        const { status, body } = await upload(jpegFile(6), `?name=${encodeURIComponent(name)}`)
        assert.equal(status, 400, name)
        assert.ok(body.details.name[0], name)
      }
      assert.equal((await upload(jpegFile(6), '?nam=x')).status, 400)
      assert.equal((await upload(jpegFile(6), `?alt_text=${'x'.repeat(4_087)}`)).status, 400)
      assert.equal((await upload(jpegFile(6), '', { 'content-encoding': 'gzip' })).status, 400)
    })
  })

  test('of too large a file is refused, whether it announces its size or not', async () => {
    const { key: own } = await place()
    await leavesNothing(async () => {
      const large = Buffer.concat([jpegFile(), Buffer.alloc(2_000_000)])
      const headers = { authorization: `Bearer ${own}` }
      const announced = await fetch(`${server.url}/v1/media`, { method: 'POST', headers, body: large })
      assert.equal(announced.status, 413)
      assert.match(((await announced.json()) as { message: string }).message, /larger than 2 MB.*ask its operator/)
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(large)
          controller.close()
        },
      })
      const chunked = await fetch(`${server.url}/v1/media`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit)
      assert.equal(chunked.status, 413)
      await chunked.text()
    })
  })

  test('beyond the quota is refused, and says what to do', async () => {
    const { upload } = await place()
    const padded = (hue: number) => Buffer.concat([jpegFile(hue), Buffer.alloc(1_900_000)])
    assert.equal((await upload(padded(1))).status, 201)
    assert.equal((await upload(padded(2))).status, 201)
    await leavesNothing(async () => {
      const { status, body } = await upload(padded(3))
      assert.equal(status, 400)
      assert.match(body.details.file[0], /take 3\.8 of 4 MB.*Delete some of them.*ask the operator/)
    })
    assert.equal((await upload(padded(2))).status, 201, 'what is here already needs no room')
  })

  test('that is aborted leaves nothing behind', async () => {
    const { key: own } = await place()
    await leavesNothing(async () => {
      const connection = await openRaw(server.port)
      const head = `POST /v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own}\r\nContent-Length: 5000\r\n\r\n`
      await connection.write(head)
      await connection.write(jpegFile().subarray(0, 300))
      while ((await filesOnDisk()).every((name) => !name.endsWith('.part'))) await new Promise(setImmediate)
      connection.destroy()
      while ((await filesOnDisk()).some((name) => name.endsWith('.part'))) await new Promise(setImmediate)
    })
  })

  test('a client that waits for 100-continue gets its refusal before it has sent anything', async () => {
    const connection = await openRaw(server.port)
    const ask = (length: number) =>
      connection.write(
        `POST /v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`,
      )
    const file = jpegFile(7)
    await ask(file.length)
    assert.equal((await connection.read())!.status, 100)
    await connection.write(file)
    assert.equal((await connection.read())!.status, 201)
    connection.destroy()
  })
})

describe('the library', () => {
  test('lists, finds, changes and deletes files, and shows the remaining room', async () => {
    const { key: own, upload } = await place()
    const image = (await upload(jpegFile(), '?name=harbour.jpg')).body.data
    const video = (await upload(FILES.mp4!.bytes, '?name=film.mp4')).body.data
    const pdf = (await upload(pdfFile(), '?name=100%25_plan.pdf&alt_text=A%20plan')).body.data
    const list = async (query = '') => (await server.send('GET', `/v1/media${query}`, { key: own })).body
    const all = await list()
    assert.deepEqual(
      all.data.map((each: { id: string }) => each.id),
      [pdf.id, video.id, image.id],
    )
    assert.equal(all.pagination.total, 3)
    assert.equal(all.storage.used_bytes, image.bytes + video.bytes + pdf.bytes)
    assert.deepEqual([all.storage.quota_bytes, all.storage.file_bytes_max], [4_000_000, 2_000_000])
    assert.equal(all.storage.fetchable, false)
    assert.match(all.storage.fetch_problem, /not public.*The operator can set up/)
    const idsOf = async (query: string) => (await list(query)).data.map((each: { id: string }) => each.id)
    assert.deepEqual(await idsOf('?type=image'), [image.id])
    assert.deepEqual(await idsOf('?type=document'), [pdf.id])
    assert.deepEqual(await idsOf('?q=FILM'), [video.id])
    assert.deepEqual(await idsOf('?q=100%25_'), [pdf.id])
    assert.deepEqual(await idsOf('?q=a%20plan'), [pdf.id])
    const [first] = (await list('?limit=1')).data
    const second = await list(`?limit=1&cursor=${(await list('?limit=1')).pagination.next_cursor}`)
    assert.deepEqual([first.id, second.data[0].id], [pdf.id, video.id])

    const path = `/v1/media/${image.id}`
    const patch = (json: object) => server.send('PATCH', path, { key: own, json })
    assert.equal((await patch({ alt_text: ' A harbour ', name: 'port.jpg' })).body.data.alt_text, 'A harbour')
    assert.equal((await patch({ alt_text: null })).body.data.alt_text, null)
    for (const json of [{ name: null }, { name: 'a/b' }, { alt: 'x' }, {}, { alt_text: 5 }]) {
      assert.equal((await patch(json)).status, 400, JSON.stringify(json))
    }
    assert.equal((await server.send('GET', path, { key: own })).body.data.name, 'port.jpg')
    assert.equal((await server.send('DELETE', path, { key: own })).status, 200)
    assert.equal((await server.send('DELETE', path, { key: own })).status, 404)
    assert.equal((await server.send('GET', path, { key: own })).status, 404)
    assert.equal((await fetch(image.url)).status, 404)
    assert.ok(!(await filesOnDisk()).includes(image.url.split('/').at(-1)))
    assert.deepEqual(await server.sql('select from media_leftovers'), [])
  })

  test('of another workspace is not there', async () => {
    const [mine, theirs] = [await place(), await place()]
    const { id } = (await theirs.upload(jpegFile())).body.data
    assert.deepEqual((await server.send('GET', '/v1/media', { key: mine.key })).body.data, [])
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await server.send(method, `/v1/media/${id}`, { key: mine.key })).status, 404)
    }
    const patched = await server.send('PATCH', `/v1/media/${id}`, { key: mine.key, json: { name: 'x' } })
    assert.equal(patched.status, 404)
  })

  test('needs the permissions of posts, and a viewer may only read', async () => {
    const reader = await server.key({ scopes: ['posts:read'] })
    const stranger = await server.key({ scopes: ['contacts:write', 'contacts:read'] })
    const send = (method: string, own: string) =>
      server.send(method, '/v1/media', { key: own, ...(method === 'POST' ? { body: jpegFile(8) } : {}) })
    assert.equal((await send('POST', reader)).status, 403)
    assert.equal((await send('GET', reader)).status, 200)
    assert.equal((await send('POST', stranger)).status, 403)
    assert.equal((await send('GET', stranger)).status, 403)
    assert.equal((await server.send('POST', '/v1/media', { body: jpegFile(8) })).status, 401)
    const viewer = await signIn(server, { role: 'viewer' })
    assert.equal((await viewer.send('GET', '/v1/media')).status, 200)
  })
})

describe('a file is served', () => {
  const { bytes } = FILES.jpeg!
  const stored = server.send('POST', `/v1/media?name=${encodeURIComponent('Hafen "ä".html')}`, { key, body: bytes })
  const get = async (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(urlOf(await stored), { method, headers })

  test('so that no browser executes it, and with a cache time of a year', async () => {
    const answer = await get()
    const header = (name: string) => answer.headers.get(name)
    assert.equal(header('x-content-type-options'), 'nosniff')
    assert.equal(header('content-security-policy'), "default-src 'none'; sandbox")
    assert.equal(
      header('content-disposition'),
      `inline; filename="Hafen ___.jpg"; filename*=UTF-8''Hafen%20%22%C3%A4%22.jpg`,
    )
    assert.equal(header('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(header('set-cookie'), null)
    const pdf = await server.send('POST', '/v1/media', { key, body: pdfFile() })
    assert.match((await fetch(urlOf(pdf))).headers.get('content-disposition')!, /^attachment; /)
  })

  test('for HEAD, in ranges, and not again to clients that have it', async () => {
    const head = await get({}, 'HEAD')
    assert.equal(head.headers.get('content-length'), String(bytes.length))
    assert.equal(await head.text(), '')
    const etag = head.headers.get('etag')!
    assert.equal((await get({ 'if-none-match': etag })).status, 304)
    const part = async (range: string, more = {}) => {
      const answer = await get({ range, ...more })
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        body: Buffer.from(await answer.arrayBuffer()),
      }
    }
    const size = bytes.length
    assert.deepEqual(await part('bytes=0-9'), { status: 206, range: `bytes 0-9/${size}`, body: bytes.subarray(0, 10) })
    assert.deepEqual(await part('bytes=-5'), {
      status: 206,
      range: `bytes ${size - 5}-${size - 1}/${size}`,
      body: bytes.subarray(-5),
    })
    assert.deepEqual(await part(`bytes=${size - 3}-`), {
      status: 206,
      range: `bytes ${size - 3}-${size - 1}/${size}`,
      body: bytes.subarray(-3),
    })
    assert.deepEqual(await part('bytes=5-999999999'), {
      status: 206,
      range: `bytes 5-${size - 1}/${size}`,
      body: bytes.subarray(5),
    })
    assert.deepEqual(await part(`bytes=${size}-`), { status: 416, range: `bytes */${size}`, body: Buffer.alloc(0) })
    assert.deepEqual(await part('bytes=-0'), { status: 416, range: `bytes */${size}`, body: Buffer.alloc(0) })
    for (const ignored of ['bytes=9-1', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=', 'bytes=x-']) {
      assert.equal((await part(ignored)).status, 200, ignored)
    }
    assert.equal((await part('bytes=0-9', { 'if-range': '"other"' })).status, 200)
    assert.equal((await part('bytes=0-9', { 'if-range': etag })).status, 206)
  })

  test('under no other name', async () => {
    const url = urlOf(await stored)
    for (const path of [
      '/files/',
      '/files/x.jpg',
      `/files/${'A'.repeat(32)}.jpg`,
      '/files/..%2f..%2fsecret-key',
      url.slice(server.url.length).replace('.jpg', '.png'),
    ]) {
      const { status } = await server.send('GET', path)
      assert.equal(status, 404, path)
    }
    assert.equal((await fetch(url, { method: 'POST' })).status, 405)
  })
})

describe('a disk for files', () => {
  /** While `work` runs, these system calls fail with the error for files below the media folder. */
  async function withFault(call: 'open' | 'mkdir' | 'rename', code: string, work: () => Promise<void>): Promise<void> {
    const real = fs.promises[call] as (...words: unknown[]) => Promise<unknown>
    const failing = (...words: unknown[]) =>
      String(words[0]).startsWith(mediaDir)
        ? Promise.reject(Object.assign(new Error(`${code}: ${call}`), { code, syscall: call }))
        : real(...words)
    Object.assign(fs.promises, { [call]: failing })
    syncBuiltinESMExports()
    try {
      await work()
    } finally {
      Object.assign(fs.promises, { [call]: real })
      syncBuiltinESMExports()
    }
  }

  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'EIO']) {
    test(`says ${code}: 503 with Retry-After and a line in the log, and nothing is left`, async () => {
      const { upload, key: own } = await place()
      for (const call of ['mkdir', 'open', 'rename'] as const) {
        const said = server.logs.length
        const before = await filesOnDisk()
        await withFault(call, code, async () => {
          const answer = await upload(jpegFile(randomBytes(1)[0]! + 1))
          assert.equal(answer.status, 503, `${call}: ${answer.text}`)
          assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]/)
          assert.match(answer.body.message, /^The disk for files .* nothing was stored/)
        })
        assert.deepEqual(await filesOnDisk(), before)
        assert.equal((await server.send('GET', '/v1/media', { key: own })).body.data.length, 0)
        assert.ok(server.logs.slice(said).some((line) => line.includes(code) && line.includes('unavailable')))
      }
    })
  }
})
