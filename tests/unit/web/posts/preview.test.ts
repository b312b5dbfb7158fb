import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTwitterText } from '../../../../src/lib/text/twitter-text.ts'
import { type Provider, profileOf } from '../../../../src/platforms/registry.ts'
import { piecesOf } from '../../../../web/src/posts/look/pieces.ts'

// What previews show as links: each network has its own rules.

const TEXT =
  'See example.com and https://example.org/a#b, thanks @ada_l @ada.bsky.social @ada@mastodon.social! #one #two a@b.com'

const SHOWN: Record<Provider, string[]> = {
  threads: ['example.com', 'https://example.org/a#b', '@ada_l', '@ada.bsky.social', '@ada', '#one'],
  instagram: ['@ada_l', '@ada.bsky.social', '@ada', '#one', '#two'],
  linkedin: ['example.com', 'https://example.org/a#b', '#one', '#two'],
  x: ['example.com', 'https://example.org/a#b', '@ada_l', '@ada', '#one', '#two'],
  bluesky: ['example.com', 'https://example.org/a#b', '@ada.bsky.social', '#one', '#two'],
  mastodon: ['https://example.org/a#b', '@ada_l', '@ada.bsky.social', '@ada@mastodon.social', '#one', '#two'],
}

for (const [provider, wanted] of Object.entries(SHOWN) as Array<[Provider, string[]]>) {
  test(`a preview of ${provider} marks what ${provider} links`, () => {
    const pieces = piecesOf(TEXT, profileOf(provider).text.links, loadTwitterText)
    assert.deepEqual(
      pieces.map(({ start, end }) => TEXT.slice(start, end)),
      wanted,
    )
  })
}
