import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTwitterText } from '../../../../src/lib/text/twitter-text.ts'
import { profileFor } from '../../../../src/platforms/registry.ts'
import type { Format } from '../../../../src/platforms/shared/provider.ts'
import type { Connection, Post } from '../../../../web/src/api/schema.ts'
import {
  bodyOf,
  copyOf,
  type Draft,
  draftOf,
  emptyDraft,
  textOf,
  toGroup,
  withTrackLinks,
} from '../../../../web/src/posts/compose/draft.ts'
import {
  chosenOf,
  listTargets,
  nameOf,
  partsToStore,
  splitDetails,
  targetsOf,
  usualTargets,
} from '../../../../web/src/posts/compose/targets.ts'

import { inScreenWords, sayProblem } from '../../../../web/src/posts/compose/words.ts'

const connection = (id: string, platform: Format, isDefault: boolean) =>
  ({
    id,
    platform,
    provider: profileFor(platform).name,
    handle: id,
    default: isDefault,
    status: 'active',
  }) as Connection
const targets = targetsOf([
  connection('second', 'short', false),
  connection('first', 'short', true),
  connection('page', 'professional', true),
])
const keys = (list: ReadonlyArray<{ key: string }>) => list.map(({ key }) => key)
const [thread, , page, first, second] = targets as [(typeof targets)[0], ...typeof targets]

test('every account is a target, the default one first; a platform without accounts is a target itself', () => {
  assert.deepEqual(keys(targets), ['thread', 'photo', 'page', 'first', 'second'])
  assert.deepEqual(keys(chosenOf(targets, ['second', 'thread', 'gone'])), ['thread', 'second'])
  assert.deepEqual(keys(chosenOf(targets, ['short'])), ['first'], 'an account was connected since')
  assert.deepEqual(keys(usualTargets(targets, [])), ['page', 'first'])
  assert.deepEqual(keys(usualTargets(targets, ['second'])), ['second'])
  const bluesky = { ...connection('sky', 'short', false), provider: 'bluesky' } as Connection
  const all = targetsOf([connection('second', 'short', false), connection('first', 'short', true), bluesky])
  assert.deepEqual(keys(usualTargets(all, [])), ['first', 'sky'], 'one account of each network')
  assert.deepEqual(keys(usualTargets(targetsOf([]), ['second'])), ['thread', 'photo', 'professional', 'short'])
})

test('an account is named if the network alone does not identify it', () => {
  assert.equal(nameOf(first!, [page!, first!]), 'X')
  assert.equal(nameOf(first!, targets), 'X @first')
  assert.equal(listTargets([thread, page!, second!], targets), 'Threads, LinkedIn, and X @second')
})

test('several accounts are one request, platforms without an account are requests of their own', () => {
  const parts = (list: typeof targets) => partsToStore(list).map((part) => [part.key, keys(part.targets)])
  assert.deepEqual(parts([thread, page!, first!]), [
    ['group', ['page', 'first']],
    ['thread', ['thread']],
  ])
  assert.deepEqual(parts([thread, first!]), [
    ['thread', ['thread']],
    ['first', ['first']],
  ])
  assert.deepEqual(toGroup([{ connection_id: 'a', content: 'x' }]).accounts, [
    { connection_id: 'a', overrides: { content: 'x' } },
  ])
})

test('the errors of a group go to the account that they name, in the words of a single post', () => {
  const split = splitDetails(
    {
      'accounts[1].overrides.content': ['accounts[1].overrides.content must be at most 280 characters.'],
      'accounts[0].connection_id': ['accounts[0].connection_id: There is no such account.'],
      scheduled_date: ['scheduled_date is required.'],
    },
    ['a', 'b'],
  )
  assert.deepEqual(split.get('b'), {
    content: ['content must be at most 280 characters.'],
    scheduled_date: ['scheduled_date is required.'],
  })
  assert.deepEqual(Object.keys(split.get('a')!), ['connection_id', 'scheduled_date'])
  const id = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'
  const patched = splitDetails({ [`overrides.${id}.content`]: [`overrides.${id}.content is wrong.`] }, [id, 'b'])
  assert.deepEqual([...patched], [[id, { content: ['content is wrong.'] }]])
  assert.deepEqual([...splitDetails({ status: ['no'] }, ['a', 'b']).keys()], ['a', 'b'])
})

test('posts that are changed together share what most of them have', () => {
  const post = (id: string, platform: string, text: string, media: string[] | null) =>
    ({
      id,
      platform,
      [platform === 'photo' ? 'caption' : 'content']: text,
      media_urls: media,
      connection_id: `of ${id}`,
      track_links: platform === 'photo' ? 'off' : 'short',
      ...(platform === 'photo' ? { media_type: 'feed_post', hashtags: ['a'] } : {}),
    }) as unknown as Post
  const files = ['https://example.com/a.jpg']
  const posts = [
    post('1', 'short', 'Short', null),
    post('2', 'photo', 'Long', files),
    post('3', 'short', 'Long', files),
  ]
  const own = posts.map(({ id, platform }) => ({ key: id, platform, account: null }))
  const draft = draftOf(posts, own, 'UTC')
  assert.deepEqual([draft.text, draft.media], ['Long', files])
  assert.deepEqual(
    own.map((target) => textOf(draft, target)),
    ['Short', 'Long', 'Long'],
  )
  const body = bodyOf(draft, own[1]!, { status: 'draft', dated: false })
  assert.deepEqual(
    [body.caption, body.media_type, body.hashtags, body.connection_id],
    ['Long', 'feed_post', ['a'], 'of 2'],
  )
  assert.deepEqual(bodyOf(draft, own[0]!, { status: 'draft', dated: false }).media_urls, null)
  const linksOf = (from: Draft) =>
    own.map((target) => bodyOf(from, target, { status: 'draft', dated: false }).track_links)
  assert.deepEqual(linksOf(draft), ['short', 'off', 'short'])
  assert.deepEqual(linksOf(withTrackLinks(draft, null)), [null, null, null], 'one switch is for all of them')
})

test('a copy of posts is for the same accounts, with what each had; others start with the hashtags', () => {
  const post = (platform: Format, connection_id: string | null, content: string, more = {}) =>
    ({
      id: content,
      platform,
      connection_id,
      content,
      media_urls: null,
      alt_texts: null,
      track_links: null,
      ...more,
    }) as Post
  const draft = copyOf(
    [
      post('professional', 'page', 'Long text', { hashtags: ['autumn'] }),
      post('short', 'second', 'Short text'),
      post('thread', null, 'Long text'),
    ],
    targets,
    'UTC',
  )
  assert.deepEqual(draft.targets, ['page', 'second', 'thread'])
  assert.equal(draft.date, '', 'the copy has no date')
  assert.deepEqual(
    [page!, second!, thread].map((target) => textOf(draft, target)),
    ['Long text', 'Short text', 'Long text'],
  )
  assert.equal(bodyOf(draft, second!, { status: 'draft', dated: false }).connection_id, 'second')
  assert.deepEqual(draft.own.photo?.hashtags, ['autumn'])
  const gone = copyOf([post('short', 'disconnected', 'Text')], targets, 'UTC')
  assert.deepEqual(gone.targets, ['first'], 'the default account stands in for one that is gone')
})

test('problems are said in the words of the form', () => {
  assert.equal(
    inScreenWords('media_urls[0] is on a private host, which X cannot reach.'),
    'File 1 is on a private host, which X cannot reach.',
  )
  assert.equal(inScreenWords('scheduled_date is in the past.'), 'The date is in the past.')
  assert.equal(
    inScreenWords('Instagram allows 30 hashtags, but caption has 31.'),
    'Instagram allows 30 hashtags, but the text has 31.',
  )
  const draft = { ...emptyDraft([], 'UTC'), text: 'Hello' }
  const photo = targets[1]!
  const missing = {
    field: 'media_urls',
    level: 'error' as const,
    message: 'media_urls is required when media_type is feed_post.',
  }
  assert.equal(sayProblem(missing, draft, photo, loadTwitterText), 'Instagram needs a picture or a video.')
  assert.equal(
    sayProblem({ ...missing, field: 'caption' }, { ...draft, text: ' ' }, photo, loadTwitterText),
    'Instagram needs a text.',
  )
})
