import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { postBody } from '../../helpers/http-client.ts'
import { jpegFile, pdfFile } from '../../helpers/media-files.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
let key: string
before(async () => {
  key = await server.key()
})

type Body = Record<string, unknown>
interface Form {
  id: string
  public_id: string
  submit_url: string
}

const createForm = async (json: Body = {}): Promise<Form> => {
  const fields = [
    { name: 'email', required: true },
    { name: 'plan', type: 'file', label: 'Your plan' },
  ]
  const answer = await server.send('POST', '/v1/forms', {
    key,
    json: { name: 'Files', protection: 'off', fields, ...json },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
type Sent = Array<[name: string, bytes: Buffer]>
const post = (form: Form, files: Sent, more: Record<string, string> = {}, mode = 'cors') => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ email: 'ana@example.com', ...more })) body.append(name, value)
  for (const [name, bytes] of files) body.append('plan', new Blob([new Uint8Array(bytes)]), name)
  return postBody(form.submit_url, body, { 'sec-fetch-mode': mode })
}
const submissionsOf = async (form: Form, by = key) =>
  (await server.send('GET', `/v1/forms/${form.id}/submissions`, { key: by })).body.data
const download = (id: string, by = key) =>
  fetch(`${server.url}/v1/forms/files/${id}`, { headers: { authorization: `Bearer ${by}` } })
/** Every file in the store, including unfinished ones. */
async function filesOnDisk(): Promise<string[]> {
  const dir = join(server.deps.config.dataDir, 'media')
  const found = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((each) => each.isFile()).map(({ name }) => name)
}

describe('files of a form', () => {
  test('are stored privately with the submission, and can be read with the permission to read contacts', async () => {
    const form = await createForm()
    const plan = pdfFile()
    const photo = jpegFile()
    const answer = await post(form, [
      ['../../plan "a".pdf', plan],
      ['photo.exe', photo],
    ])
    assert.equal(answer.status, 201, await answer.text())
    const [submission] = await submissionsOf(form)
    assert.deepEqual(
      submission.files.map(({ name, type, bytes, field }: Body) => ({ name, type, bytes, field })),
      [
        { name: 'plan "a".pdf', type: 'pdf', bytes: plan.length, field: 'plan' },
        { name: 'photo.exe', type: 'jpeg', bytes: photo.length, field: 'plan' },
      ],
    )
    const contact = await server.send('GET', `/v1/contacts/${submission.contact_id}`, { key })
    assert.equal(contact.body.data.extra.plan, 'plan "a".pdf, photo.exe')
    const read = await download(submission.files[0].id)
    assert.equal(read.status, 200)
    assert.deepEqual(Buffer.from(await read.arrayBuffer()), plan)
    assert.match(
      read.headers.get('content-disposition')!,
      /^attachment; filename="plan _a_\.pdf"; filename\*=UTF-8''plan%20%22a%22\.pdf$/,
    )
    assert.equal(read.headers.get('x-content-type-options'), 'nosniff')
    assert.match((await download(submission.files[1].id)).headers.get('content-disposition')!, /filename="photo\.jpg"/)
    const { status } = await download(
      submission.files[0].id,
      await server.key({ scopes: ['forms:read', 'forms:write'] }),
    )
    assert.equal(status, 403)
    const [withoutContacts] = await submissionsOf(form, await server.key({ scopes: ['forms:read'] }))
    assert.deepEqual(withoutContacts.files, [])
    const [{ file }] = (await server.sql('select file from submission_files limit 1')) as [{ file: string }]
    assert.equal((await fetch(`${server.url}/files/${file}`)).status, 404, 'nobody reads it by its name')
  })

  test('are refused by type, size and number, and leave nothing behind', async () => {
    const form = await createForm({ files: { max_count: 2, max_bytes: 20_000 } })
    const earlier = await filesOnDisk()
    const refused = async (status: number, files: Sent, pattern: RegExp) => {
      const answer = await post(form, files)
      const body = (await answer.json()) as { details: Record<string, string[]> }
      assert.equal(answer.status, status)
      assert.match(body.details.plan![0]!, pattern)
    }
    await refused(400, [['a.pdf', Buffer.from('MZ\x90\x00\x03')]], /^This type of file is not accepted\./)
    await refused(400, [['a.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])]], /not accepted/)
    await refused(413, [['a.txt', Buffer.alloc(20_001, 'a')]], /^The file is larger than 0\.02 MB\./)
    await refused(400, Array.from({ length: 3 }, () => ['a.txt', Buffer.from('a')]) as Sent, /at most 2 files/)
    assert.deepEqual(await filesOnDisk(), earlier)
    assert.deepEqual(await submissionsOf(form), [])
    assert.equal((await post(form, [['a.txt', Buffer.alloc(20_000, 'a')]])).status, 201)
  })

  test('a page says so beside the field; an empty file input is not a file', async () => {
    const form = await createForm()
    const page = await post(form, [['a.bin', Buffer.from([0, 1, 2])]], {}, 'navigate')
    assert.equal(page.status, 400)
    assert.match(await page.text(), /<p class="error" id="field-1-error">This type of file is not accepted/)
    assert.equal((await post(form, [['', Buffer.alloc(0)]], {}, 'navigate')).status, 303)
    assert.deepEqual((await submissionsOf(form))[0].files, [])
    const required = await createForm({
      fields: [{ name: 'email' }, { name: 'plan', type: 'file', label: 'Your plan', required: true }],
    })
    const missing = (await (await post(required, [])).json()) as { details: Record<string, string[]> }
    assert.deepEqual(missing.details, { plan: ['Your plan is required. Please choose a file.'] })
  })

  test('fields beside the files have the same limit as every form', async () => {
    const form = await createForm()
    assert.equal((await post(form, [['a.txt', Buffer.alloc(200_000, 'a')]], { pad: 'x'.repeat(50_000) })).status, 201)
    assert.equal((await post(form, [['a.txt', Buffer.from('a')]], { pad: 'x'.repeat(51_200) })).status, 413)
  })

  test('a sender who disconnects in the middle leaves nothing behind', async () => {
    const form = await createForm()
    const earlier = await filesOnDisk()
    const head = '--b\r\nContent-Disposition: form-data; name="plan"; filename="a.txt"\r\n\r\n'
    const socket = connect(server.port, '127.0.0.1')
    socket.write(
      `POST /v1/forms/${form.public_id}/submissions HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
        `Content-Length: 100000\r\n\r\n${head}${'a'.repeat(20_000)}`,
    )
    await until(async () => (await filesOnDisk()).length > earlier.length)
    socket.destroy()
    await until(async () => (await filesOnDisk()).length === earlier.length)
    assert.deepEqual(await submissionsOf(form), [])
  })

  test('are deleted with the contact, also from the store', async () => {
    const form = await createForm()
    await post(form, [['mine.txt', Buffer.from('mine')]])
    const [submission] = await submissionsOf(form)
    const [{ file }] = (await server.sql('select file from submission_files where submission_id = $1', [
      submission.id,
    ])) as [{ file: string }]
    assert.ok((await filesOnDisk()).includes(file))
    await server.send('DELETE', `/v1/contacts/${submission.contact_id}`, { key })
    assert.equal((await download(submission.files[0].id)).status, 404)
    await server.deps.forms.files.clean()
    assert.ok(!(await filesOnDisk()).includes(file))
    assert.deepEqual(await submissionsOf(form), [])
  })

  test('share a quota', async () => {
    const small = await startServer({ beside: server, env: { MEDIA_QUOTA_MB: '1', MEDIA_MAX_MB: '1' } })
    const form = await createForm()
    const here = { ...form, submit_url: form.submit_url.replace(server.url, small.url) }
    const answer = await post(here, [['a.txt', Buffer.alloc(1_000_000, 'a')]])
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /There is no room for files/)
    assert.equal((await post(here, [])).status, 201)
  })
})
