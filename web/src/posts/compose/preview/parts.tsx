import { Center, Group, Text, UnstyledButton } from '@mantine/core'
import { useResizeObserver } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { LinkRules } from '../../../../../src/platforms/text/text.ts'
import type { Platform } from '../../../parts/platforms.tsx'
import { keyed } from '../../media.ts'
import { loadTwitterText } from '../fields/twitter-text.ts'
import { MediaView } from '../media/MediaView.tsx'
import { piecesOf } from './pieces.ts'
import classes from './preview.module.css'

/** What a preview shows of a post and of its account. */
export interface Shown {
  platform: Platform
  text: string
  /** What of the text is a link there. */
  links: LinkRules
  media: string[]
  /** In the order of the files; null where a file has none. */
  altTexts: (string | null)[]
  mediaType: string | null
  name: string
  handle: string
}

export const Bold = Text.withProps({ span: true, inherit: true, fw: 650 })
export const Quiet = Text.withProps({ span: true, inherit: true, c: 'var(--muted)' })

const FACES: Record<Platform, string> = {
  thread: '#2b3137',
  photo: 'linear-gradient(45deg, #a8500f, #b3264f 55%, #7a2a9c)',
  professional: '#0a5bab',
  short: '#2b3137',
}

export function Face({ platform, name }: Shown) {
  const round = { borderRadius: '50%', background: FACES[platform] }
  return (
    <Center component="span" flex="none" w={38} h={38} fw={650} c="#fff" style={round} aria-hidden>
      {[...name][0]?.toUpperCase()}
    </Center>
  )
}

interface FoldedTextProps extends Pick<Shown, 'links' | 'text'> {
  /** Lines before the rest is folded away; all are shown without. */
  lines?: number
  moreLabel?: string
  before?: ReactNode
}

/** The text as the platform shows it, with the rest behind "more" where the platform does that. */
export function FoldedText({ links, text, lines, moreLabel = 'more', before }: FoldedTextProps) {
  const [box, { width }] = useResizeObserver<HTMLDivElement>()
  const [isOpen, setOpen] = useState(false)
  const [isFolded, setFolded] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or width may need folding, or no longer
  useLayoutEffect(() => {
    const element = box.current
    setFolded(element !== null && element.scrollHeight > element.clientHeight + 1)
  }, [text, lines, width, isOpen])
  if (text === '') return <Quiet fs="italic">Your text appears here.</Quiet>
  const isCut = lines !== undefined && !isOpen
  return (
    <div>
      <Text ref={box} component="div" inherit lineClamp={isCut ? lines : undefined}>
        {before}
        <RichText links={links} text={text} />
      </Text>
      {lines !== undefined && (isFolded || isOpen) && (
        <UnstyledButton fz={13} fw={600} className={classes.more} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'show less' : moreLabel}
        </UnstyledButton>
      )}
    </div>
  )
}

/** The text with links, mentions and hashtags coloured as on the platform. They are not clickable. */
function RichText({ links, text }: Pick<Shown, 'links' | 'text'>) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of piecesOf(text, links, loadTwitterText)) {
    parts.push(text.slice(at, start))
    parts.push(
      <Text key={start} span inherit c="var(--live)">
        {text.slice(start, end)}
      </Text>,
    )
    at = end
  }
  return (
    <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {parts}
      {text.slice(at)}
    </span>
  )
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
