import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startStage } from '../helpers/publishing.ts'

// X and LinkedIn hand texts back with other links than they were given. A post whose answer was lost has to be recognised.

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
