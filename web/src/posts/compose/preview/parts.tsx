import { Center, Group, UnstyledButton } from '@mantine/core'
import { useResizeObserver } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { Connection } from '../../../api/schema.ts'
import { PLATFORM, type Platform } from '../../../parts/platforms.tsx'
import { MediaView } from '../MediaView.tsx'
import { keyed } from '../media.ts'
import { loadTwitterText } from '../twitter-text.ts'
import classes from './preview.module.css'

export interface Shown {
  text: string
  media: string[]
  mediaType: string | null
  account: Connection | null
}

export function namesOf(platform: Platform, account: Connection | null) {
  const name = account?.name ?? account?.handle ?? `Your ${PLATFORM[platform].label} account`
  return { name, handle: account?.handle ?? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '') }
}

const FACES: Record<Platform, string> = {
  thread: '#2b3137',
  photo: 'linear-gradient(45deg, #a8500f, #b3264f 55%, #7a2a9c)',
  professional: '#0a5bab',
  short: '#2b3137',
}

export function Face({ platform, account }: { platform: Platform; account: Connection | null }) {
  const { name } = namesOf(platform, account)
  return (
    <Center
      component="span"
      flex="none"
      w={38}
      h={38}
      fw={650}
      c="#fff"
      style={{ borderRadius: '50%', background: FACES[platform] }}
      aria-hidden
    >
      {[...name][0]?.toUpperCase()}
    </Center>
  )
}

interface FoldedTextProps {
  platform: Platform
  text: string
  /** Lines before the rest is folded away; all are shown without. */
  lines?: number
  moreLabel?: string
  before?: ReactNode
}

/** The text as the platform shows it, with the rest behind "more" where the platform does that. */
export function FoldedText({ platform, text, lines, moreLabel = 'more', before }: FoldedTextProps) {
  const [box, { width }] = useResizeObserver<HTMLDivElement>()
  const [isOpen, setOpen] = useState(false)
  const [isFolded, setFolded] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or width may need folding, or no longer
  useLayoutEffect(() => {
    const element = box.current
    setFolded(element !== null && element.scrollHeight > element.clientHeight + 1)
  }, [text, lines, width, isOpen])
  if (text === '') return <span className={classes.empty}>Your text appears here.</span>
  const isCut = lines !== undefined && !isOpen
  return (
    <div>
      <div ref={box} {...(isCut ? { className: classes.fold, style: { WebkitLineClamp: lines } } : {})}>
        {before}
        <RichText platform={platform} text={text} />
      </div>
      {lines !== undefined && (isFolded || isOpen) && (
        <UnstyledButton className={classes.more} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'show less' : moreLabel}
        </UnstyledButton>
      )}
    </div>
  )
}

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
function RichText({ platform, text }: { platform: Platform; text: string }) {
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

/** The files, with `children` on the last one. */
export function Cells({ urls, children }: { urls: readonly string[]; children?: ReactNode }) {
  return keyed(urls).map(({ key, url }, index) => (
    <div key={key} className={classes.cell}>
      <MediaView url={url} alt={`File ${index + 1}`} />
      {index === urls.length - 1 && children}
    </div>
  ))
}

/** What can be done with a post on the platform. */
export function Signs({ icons, size, last: Last }: { icons: Icon[]; size: number; last?: Icon }) {
  return (
    <Group gap={18} c="var(--muted)" aria-hidden>
      {icons.map((Sign) => (
        <Sign key={Sign.displayName} size={size} />
      ))}
      {Last && <Last size={size} style={{ marginLeft: 'auto' }} />}
    </Group>
  )
}
