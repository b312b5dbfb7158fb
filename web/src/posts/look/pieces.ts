import type { LinkRules, LoadTwitterText } from '../../../../src/platforms/shared/text.ts'

const HASHTAG = /(?<![\p{L}\p{N}_&/])[#＃](?=[\p{L}\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu

/** Where a network finds links, mentions and hashtags in a text. */
export function piecesOf(text: string, { urls, mentions, hashtags }: LinkRules, load: LoadTwitterText) {
  const found = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }))
  const options = { extractUrlsWithoutProtocol: urls === 'all' }
  const links = urls === 'none' ? [] : load().extractUrlsWithIndices(text, options)
  const tags = found(HASHTAG)
  const pieces = [
    ...links.map(({ indices: [start, end] }) => ({ start, end })),
    ...(mentions === null ? [] : found(mentions)),
    ...(hashtags === 'first' ? tags.slice(0, 1) : tags),
  ].sort((one, other) => one.start - other.start || other.end - one.end)
  // A tag inside a link is part of the link.
  return pieces.filter(({ start }, index) => !pieces.slice(0, index).some((before) => before.end > start))
}
