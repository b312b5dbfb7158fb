import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ApiProblem } from '../../../../web/src/api/client.ts'
import type { UploadRequest } from '../../../../web/src/api/files.ts'
import type { Media } from '../../../../web/src/api/schema.ts'
import { Refused } from '../../../../web/src/media/file-plan.ts'
import {
  createUploadQueue,
  isPending,
  NO_UPLOADS,
  pendingKey,
  type QueueState,
} from '../../../../web/src/media/upload-queue.ts'
import {
  altsOf,
  altTextsOf,
  type DraftMedia,
  entriesOf,
  replaceEntry,
  withoutPending,
  withoutUploads,
} from '../../../../web/src/posts/compose/draft.ts'
import { kindOf } from '../../../../web/src/posts/media.ts'

const A = 'https://files.example.com/a.jpg'
const B = 'https://files.example.com/b.jpg'

function draftWith(media: string[], alts: Record<string, string> = {}, photo: string[] | null = null): DraftMedia {
  return { media, alts, own: { thread: { media: null }, photo: { media: photo } } }
}

/** The draft of a form and its uploads. The server answers when the test decides. */
function startForm() {
  let draft = draftWith([A])
  let state: QueueState = NO_UPLOADS
  const asked: Array<{ request: UploadRequest; answer: (url: string) => void; fail: (error: Error) => void }> = []
  const queue = createUploadQueue({
    prepare: async (file) => {
      if (file.name === 'bad.txt') throw new Refused('This is not a picture.')
      const facts = { type: 'jpeg', bytes: file.size, width: 1, height: 1, seconds: null, isAnimated: false } as const
      return { blob: file, contentType: 'image/jpeg', name: file.name, note: 'Converted', facts }
    },
    send: (request) =>
      new Promise<Media>((resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        const answer = (url: string) => resolve({ id: url, url, alt_text: null } as Media)
        asked.push({ request, answer, fail: reject })
      }),
    replace: (key, next) => {
      draft = replaceEntry(draft, key, next)
    },
    onState: (next) => {
      state = next
    },
  })
  const add = async (...names: string[]) => {
    const keys = queue.add(
      names.map((name) => new File(['x'], name)),
      [],
    )
    draft = { ...draft, media: [...draft.media, ...keys] }
    await setImmediate()
    return keys
  }
  return { queue, asked, add, draft: () => draft, set: (next: DraftMedia) => (draft = next), state: () => state }
}

test('files keep the order in which they were chosen, whichever arrives first', async () => {
  const form = startForm()
  const [one, two] = await form.add('one.jpg', 'two.mp4')
  assert.equal(kindOf(two!), 'video')
  form.asked[1]!.answer(B)
  await setImmediate()
  assert.deepEqual(form.draft().media, [A, one, B])
  form.asked[0]!.answer('https://files.example.com/one.jpg')
  await setImmediate()
  assert.deepEqual(form.draft().media, [A, 'https://files.example.com/one.jpg', B])
  assert.equal(form.state().uploads[one!]!.note, 'Converted')
})

test('a few are uploaded at once, the others wait', async () => {
  const form = startForm()
  await form.add('1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg')
  assert.equal(form.asked.length, 3)
  form.asked[0]!.answer(B)
  await setImmediate()
  assert.equal(form.asked.length, 4)
})

test('a refused file leaves the list and says why; a failed one stays and can be retried', async () => {
  const form = startForm()
  const [, late] = await form.add('bad.txt', 'late.jpg')
  assert.deepEqual(form.draft().media, [A, late])
  assert.deepEqual(
    form.state().refusals.map(({ name, reason }) => [name, reason]),
    [['bad.txt', 'This is not a picture.']],
  )
  form.asked[0]!.fail(new ApiProblem(503, 'unavailable', 'The store does not answer.'))
  await setImmediate()
  assert.equal(form.state().uploads[late!]!.state, 'failed')
  assert.equal(form.state().uploads[late!]!.problem, 'The store does not answer.')
  form.queue.retry(late!)
  await setImmediate()
  form.asked[1]!.answer(B)
  await setImmediate()
  assert.deepEqual(form.draft().media, [A, B])
  await form.add('odd.jpg')
  form.asked[2]!.fail(new ApiProblem(400, 'validation_error', 'Wrong.', { file: ['It is cut off.'] }))
  await setImmediate()
  assert.deepEqual(form.draft().media, [A, B])
  assert.equal(form.state().refusals[1]!.reason, 'It is cut off.')
})

test('a removed file is no longer uploaded', async () => {
  const form = startForm()
  const [key] = await form.add('gone.jpg')
  form.queue.keep(entriesOf(draftWith([A])))
  assert.ok(!form.asked[0]!.request.signal.aborted, 'a draft of before it was added does not cancel it')
  form.queue.keep(entriesOf(form.draft()))
  form.set({ ...form.draft(), media: [A] })
  form.queue.keep(entriesOf(form.draft()))
  assert.ok(form.asked[0]!.request.signal.aborted)
  await setImmediate()
  assert.equal(form.state().uploads[key!], undefined)
  assert.deepEqual(form.state().refusals, [])
})

test('a file that was to be converted comes back if that fails', async () => {
  const form = startForm()
  const key = form.queue.redo(A, new File(['x'], 'bad.txt'), [])
  form.set(replaceEntry(form.draft(), A, key))
  await setImmediate()
  assert.deepEqual(form.draft().media, [A])
})

test('unfinished files are neither sent to the API nor kept for another day', () => {
  const key = pendingKey(7, 'photo.PNG')
  assert.ok(isPending(key) && !isPending(A))
  const draft = draftWith([A, key], { [key]: 'A cat', [A]: 'A dog' }, [key])
  assert.deepEqual(withoutPending(draft.media), [A])
  const kept = withoutUploads(draft)
  assert.deepEqual([kept.media, kept.own.photo?.media, kept.alts], [[A], [], { [A]: 'A dog' }])
})

test('an alt text follows its file, and an existing file is not shown twice', () => {
  const key = pendingKey(1, 'x.png')
  const draft = draftWith([key, A], { [key]: 'A cat' })
  assert.deepEqual(replaceEntry(draft, key, B).alts, { [B]: 'A cat' })
  assert.deepEqual(replaceEntry(draft, key, A).media, [A])
  assert.deepEqual(replaceEntry({ ...draft, alts: { [key]: 'A cat', [A]: 'A dog' } }, key, A).alts, { [A]: 'A dog' })
})

test('alt texts are sent in the order of the files, and an empty one is none', () => {
  const alts = { [A]: '  A dog ', [B]: ' ', 'https://files.example.com/gone.jpg': 'Not shown any more' }
  assert.deepEqual(altTextsOf([B, A], alts), [null, 'A dog'])
  assert.deepEqual(altTextsOf([B], alts), [])
  assert.equal(altTextsOf([], alts), null)
  assert.deepEqual(altsOf([B, A], [null, 'A dog']), { [A]: 'A dog' })
  assert.deepEqual(altsOf([B, A], null), {})
})
