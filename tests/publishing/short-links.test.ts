import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { unescapeLittleText } from '../../src/platforms/linkedin/text.ts'
import { TEXT_FIELD } from '../../src/posts/fields.ts'
import { PUBLISH_CALL, PUBLISH_CALL_OF, startStage } from '../helpers/publishing.ts'

// X and LinkedIn return texts with different links. A post whose answer was lost must still be recognised.

const stage = await startStage()
beforeEach(() => stage.fresh())

const LINK = 'https://www.example.com/articles/2026/why-links-are-shortened?utm_source=doorpost'

test('LinkedIn: a post of a page whose link came back as lnkd.in is found, and not sent again', async () => {
  await stage.connect('professional', 'organization')
  await stage.control.fault({ platform: 'linkedin', call: 'posts.create', kind: 'drop_after' })
  const id = await stage.create('professional', { content: `Worth reading (${LINK}), we think` })
  const row = await stage.drive(id)
  assert.equal(row.publication_state, 'published')
  assert.equal(row.sends, 1)
  assert.equal((await stage.publicOf('professional')).length, 1)
})

for (const withEntities of [true, false]) {
  test(`X: a post with links is found ${withEntities ? 'by what they stand for' : 'though X does not say what they stand for'}`, async () => {
    await stage.control.settings({ x: { link_entities: withEntities } })
    await stage.control.fault({ platform: 'x', call: 'tweets.create', kind: 'drop_after' })
    const id = await stage.create('short', { content: `Worth reading: ${LINK}. And example.com/b too` })
    const row = await stage.drive(id)
    assert.equal(row.publication_state, 'published')
    assert.equal(row.sends, 1)
    assert.equal((await stage.publicOf('short')).length, 1)
  })
}

for (const [format, kind, provider] of [
  ['thread', 'member', 'threads'],
  ['photo', 'member', 'instagram'],
  ['professional', 'organization', 'linkedin'],
  ['short', 'member', 'x'],
  ['short', 'member', 'bluesky'],
  ['short', 'member', 'mastodon'],
] as const) {
  for (const mode of ['utm', 'short']) {
    test(`${provider}: a post with tracked links (${mode}) whose answer was lost is found, and not sent again`, async () => {
      await stage.fresh([])
      await stage.connect(format, kind, provider)
      const call = PUBLISH_CALL_OF[provider] ?? PUBLISH_CALL[format]
      await stage.control.fault({ platform: provider, call, kind: 'drop_after' })
      // If a card is built from the page, the page is on this machine.
      const hasCard = provider === 'linkedin' || provider === 'bluesky'
      const page = hasCard ? 'http://127.0.0.1:9/articles/2026/why-links-are-shortened' : LINK
      const text = `Worth reading (${page}), we think. And https://example.com/b too`
      const id = await stage.create(format, { [TEXT_FIELD[format]]: text, track_links: mode })
      const { outgoing_text: sent } = (await stage.server.send('GET', `/v1/posts/${id}`, { key: stage.key })).body.data
      const row = await stage.drive(id)
      assert.equal(row.publication_state, 'published', row.reason ?? '')
      assert.equal(row.sends, 1)
      const [item, ...more] = await stage.publicOf(format, provider)
      assert.deepEqual(more, [])
      assert.equal(provider === 'linkedin' ? unescapeLittleText(item!.sent) : item!.sent, sent)
    })
  }
}

test('X: the link of a post identifies it, even if its text changed', async () => {
  await stage.control.fault({ platform: 'x', call: 'tweets.create', kind: 'drop_after' })
  const id = await stage.create('short', { content: `Worth reading: ${LINK}`, track_links: 'short' })
  await stage.step(id)
  await stage.server.sql(
    `update posts set outgoing = jsonb_set(outgoing, '{text}', to_jsonb('Other words: ' || (outgoing #>> '{links,0,url}'))) where id = $1`,
    [id],
  )
  assert.equal((await stage.drive(id)).publication_state, 'published')
  assert.equal((await stage.publicOf('short')).length, 1)
})
