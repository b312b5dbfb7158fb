import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Jobs } from '../../src/jobs/table.ts'
import { inspectPost } from '../../src/publishing/media.ts'
import { startStage } from '../helpers/publishing.ts'

const stage = await startStage()
const { server } = stage
const { deps } = server
await stage.fresh()

/** Creates a draft, runs its job that inspects the files, and reads the warnings. */
async function warningsOf(path: string, body: Record<string, unknown>): Promise<Array<Record<string, string>>> {
  const created = await server.send('POST', `/v1/posts/${path}`, { key: stage.key, json: body })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body.data
  await inspect(id)
  const { body: read } = await server.send('GET', `/v1/posts/${id}`, { key: stage.key })
  return ofFiles(read.data.warnings)
}

function ofFiles(warnings: Array<Record<string, string>>): Array<Record<string, string>> {
  return warnings.filter(({ rule }) => /\.file$|unreachable/.test(rule!))
}

async function inspect(id: string): Promise<void> {
  const [job] = await server.sql<{ payload: Jobs['post.inspect'] }>(
    `select payload from graphile_worker._private_jobs where key = $1`,
    [`post.inspect:${id}`],
  )
  assert.ok(job, 'a post with media has a job that looks at them')
  await inspectPost(
    { pool: deps.pool, media: deps.publishing.media, log: deps.log, accountsOf: deps.connections.accountsOf },
    job.payload,
  )
}

const cases: Array<[string, string, Record<string, unknown>, string | null]> = [
  [
    'a JPEG of a good shape',
    'photo',
    { media_type: 'feed_post', media_urls: ['photo.jpg?width=1080&height=1080'] },
    null,
  ],
  [
    'a PNG that calls itself .jpg',
    'photo',
    { media_type: 'feed_post', media_urls: ['picture.png'] },
    'photo.image.file',
  ],
  [
    'a picture too wide',
    'photo',
    { media_type: 'feed_post', media_urls: ['a.jpg?width=1200&height=400'] },
    'photo.image.file',
  ],
  ['a reel of 90 seconds', 'photo', { media_type: 'reel', media_urls: ['clip.mp4?seconds=90'] }, null],
  ['a reel of 91 seconds', 'photo', { media_type: 'reel', media_urls: ['clip.mp4?seconds=91'] }, 'photo.video.file'],
  ['a video of 141 seconds on X', 'short', { content: 'x', media_urls: ['clip.mp4?seconds=141'] }, 'short.video.file'],
  ['a video of 140 seconds on X', 'short', { content: 'x', media_urls: ['clip.mp4?seconds=140'] }, null],
  ['a file that is not there', 'short', { content: 'x', media_urls: ['a.jpg?status=404'] }, 'any.media.unreachable'],
]

for (const [what, path, body, rule] of cases) {
  test(`${what}: ${rule ?? 'no warning'}`, async () => {
    const media_urls = (body.media_urls as string[]).map((file) => stage.media(file))
    const warnings = await warningsOf(path, { ...body, media_urls })
    assert.deepEqual(
      warnings.map((warning) => warning.rule),
      rule === null ? [] : [rule],
    )
    if (rule !== null) assert.match(warnings[0]!.message!, /^media_urls\[0\] /)
  })
}

test('other files cause other warnings: a change of media_urls is checked again', async () => {
  const long = stage.media('clip.mp4?seconds=120')
  const json = { media_type: 'reel', media_urls: [long] }
  const { body } = await server.send('POST', '/v1/posts/photo', { key: stage.key, json })
  const { id } = body.data
  await inspect(id)
  const patch = { media_urls: [stage.media('clip.mp4?seconds=20')] }
  const changed = await server.send('PATCH', `/v1/posts/${id}`, { key: stage.key, json: patch })
  assert.deepEqual(ofFiles(changed.body.data.warnings), [], 'what was found in the old file no longer counts')
  await inspect(id)
  const { body: read } = await server.send('GET', `/v1/posts/${id}`, { key: stage.key })
  assert.deepEqual(ofFiles(read.data.warnings), [])
})

test('what is found in a file is no change of the post: it is deleted by the version that a person saw', async () => {
  const json = { content: 'x', media_urls: [stage.media('a.jpg?status=404')] }
  const { body, headers } = await server.send('POST', '/v1/posts/short', { key: stage.key, json })
  const path = `/v1/posts/${body.data.id}`
  const read = () => server.send('GET', path, { key: stage.key })
  const before = await read()
  await inspect(body.data.id)
  const after = await read()
  assert.equal(ofFiles(after.body.data.warnings).length, 1)
  assert.equal(after.body.data.version, before.body.data.version)
  // Who keeps an answer learns of the warning.
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
  const seen = { key: stage.key, headers: { 'if-match': headers.get('etag')! } }
  assert.equal((await server.send('DELETE', path, seen)).status, 200)
})

test('a reel of more than 90 seconds is refused at publication, and nothing is public', async () => {
  const id = await stage.create('photo', { media_type: 'reel', media_urls: [stage.media('clip.mp4?seconds=95')] })
  const row = await stage.drive(id)
  assert.equal(row.publication_state, 'failed')
  assert.match(row.reason ?? '', /95 seconds long, and 90 are allowed/)
  assert.deepEqual(await stage.publicOf('photo'), [])
})

test('a post without media has nothing to check', async () => {
  const { body } = await server.send('POST', '/v1/posts/short', { key: stage.key, json: { content: 'x' } })
  const jobs = await server.sql('select from graphile_worker._private_jobs where key = $1', [
    `post.inspect:${body.data.id}`,
  ])
  assert.equal(jobs.length, 0)
})
