import type { ReactNode } from 'react'
import { PLATFORM, type Platform } from '../../../parts/platforms.tsx'
import { loadTwitterText } from '../twitter-text.ts'
import classes from './preview.module.css'

interface Piece {
  start: number
  end: number
}

const MENTION = /(?<![\p{L}\p{N}_.@/])@[A-Za-z0-9_.]*[A-Za-z0-9_]/gu
const HASHTAG = /(?<![\p{L}\p{N}_&/])[#＃](?=[\p{L}\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu

function piecesOf(platform: Platform, text: string): Piece[] {
  const { urls, mentions, hashtags } = PLATFORM[platform].text.links
  const found = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }))
  const tags = found(HASHTAG)
  const pieces = [
    ...(urls ? findLinks(text) : []),
    ...(mentions ? found(MENTION) : []),
    ...(hashtags === 'first' ? tags.slice(0, 1) : tags),
  ].sort((one, other) => one.start - other.start)
  // A tag inside a link is part of the link.
  return pieces.filter(({ start }, index) => !pieces.slice(0, index).some((before) => before.end > start))
}

function findLinks(text: string): Piece[] {
  return loadTwitterText()
    .extractUrlsWithIndices(text)
    .map(({ indices: [start, end] }) => ({ start, end }))
}

/** The text with links, mentions and hashtags coloured as on the platform. They are not clickable. */
export function RichText({ platform, text }: { platform: Platform; text: string }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of piecesOf(platform, text)) {
    parts.push(text.slice(at, start))
    parts.push(
      <span key={start} className={classes.live}>
        {text.slice(start, end)}
      </span>,
    )
    at = end
  }
  parts.push(text.slice(at))
  return <span className={classes.text}>{parts}</span>
}
