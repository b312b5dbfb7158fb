import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Center, Group, type GroupProps, Stack, Text, UnstyledButton } from '@mantine/core'
import { useResizeObserver } from '@mantine/hooks'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { documentTitle } from '../../../../src/platforms/linkedin/text.ts'
import type { Provider } from '../../../../src/platforms/registry.ts'
import type { LinkRules } from '../../../../src/platforms/shared/text.ts'
import { FileView } from '../../media/FileView.tsx'
import {
  type Icon,
  IconBookmark,
  IconChartBar,
  IconChevronLeft,
  IconChevronRight,
  IconFileTypePdf,
  IconMessageCircle,
  IconRepeat,
  IconSend,
  icon,
} from '../../parts/icons.tsx'
import type { Platform } from '../../parts/platforms.tsx'
import { keyed, kindOf } from '../media.ts'
import classes from './look.module.css'
import { piecesOf } from './pieces.ts'
import { loadTwitterText } from './twitter-text.ts'

const IconHeart = icon`M19.5 12.572l-7.5 7.428l-7.5 -7.428a5 5 0 1 1 7.5 -6.566a5 5 0 1 1 7.5 6.572`
const IconStar = icon`M12 17.75l-6.172 3.245l1.179 -6.873l-5 -4.867l6.9 -1l3.086 -6.253l3.086 6.253l6.9 1l-5 4.867l1.179 6.873l-6.158 -3.245`
const IconThumbUp = icon`M7 11v8a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1h3a4 4 0 0 0 4 -4v-1a2 2 0 0 1 4 0v5h3a2 2 0 0 1 2 2l-1 5a2 3 0 0 1 -2 2h-7a3 3 0 0 1 -3 -3`
const IconWorld = icon`M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18`

const LINE = '1px solid var(--line)'

export interface ShownFile {
  /** The URL, or the key of an upload. */
  url: string
  /** Null if it cannot be shown here. */
  src: string | null
  alt: string | null
}

export interface Shown {
  platform: Platform
  text: string
  links: LinkRules
  files: readonly ShownFile[]
  mediaType: string | null
  name: string
  handle: string
  /** "now", "24 Nov" */
  when: string
  /** Shows the whole text, where the network would fold it. */
  isWhole?: boolean
}

const LOOKS: Record<Provider, (shown: Shown) => ReactNode> = {
  threads: besideFace('row', IconHeart, IconMessageCircle, IconRepeat, IconSend),
  instagram: (shown) => (shown.mediaType === 'reel' ? <Reel {...shown} /> : <Feed {...shown} />),
  linkedin: LinkedIn,
  x: besideFace('grid', IconMessageCircle, IconRepeat, IconHeart, IconChartBar, IconBookmark),
  bluesky: besideFace('grid', IconMessageCircle, IconRepeat, IconHeart, IconBookmark),
  mastodon: besideFace('grid', IconMessageCircle, IconRepeat, IconStar, IconBookmark),
}

interface PostLookProps extends Shown {
  provider: Provider
  label: string
  head?: ReactNode
  isLarge?: boolean
}

/** A post as its network shows it. Approximate: networks change their design at any time. */
export function PostLook({ provider, label, head, isLarge = false, ...shown }: Omit<PostLookProps, 'isWhole'>) {
  const Look = LOOKS[provider]
  return (
    <section className={classes.card} aria-label={label} data-large={isLarge || undefined}>
      {head}
      <Look {...shown} isWhole={isLarge} />
    </section>
  )
}

export function LookHead({ children }: { children: ReactNode }) {
  return (
    <Group gap={6} px={12} py={8} fz={13} fw={600} c="var(--muted)" style={{ borderBottom: LINE }}>
      {children}
    </Group>
  )
}

/** Content beside the avatar; files in a scrolling row, or up to four in a grid. */
function besideFace(shape: 'row' | 'grid', ...signs: Icon[]) {
  return function Look(shown: Shown) {
    const { name, handle, files, mediaType, when } = shown
    const [title, note] = shape === 'row' ? [handle, when] : [name, `@${handle} · ${when}`]
    return (
      <Group gap={10} p={12} align="flex-start" wrap="nowrap">
        <Face {...shown} />
        <Stack gap={8} miw={0} flex={1}>
          <Group gap={5} wrap="nowrap">
            <Bold truncate>{title}</Bold>
            <Quiet truncate>{note}</Quiet>
          </Group>
          <FoldedText {...shown} />
          <Files shape={shape} files={shape === 'grid' ? files.slice(0, 4) : mediaType === 'text' ? [] : files} />
          <Signs icons={signs} size={18} />
        </Stack>
      </Group>
    )
  }
}

function LinkedIn(shown: Shown) {
  const { t } = useLingui()
  const files = shown.files.slice(0, 4)
  const rest = shown.files.length - files.length
  const isDocument = files.length === 1 && kindOf(files[0]!.url) === 'document'
  const urls = shown.files.map(({ url }) => url)
  const altTexts = shown.files.map(({ alt }) => alt)
  const signs: Array<[Icon, string]> = [
    [IconThumbUp, t({ message: 'Like', comment: 'Button of LinkedIn' })],
    [IconMessageCircle, t({ message: 'Comment', comment: 'Button of LinkedIn' })],
    [IconRepeat, t({ message: 'Repost', comment: 'Button of LinkedIn' })],
    [IconSend, t({ message: 'Send', comment: 'Button of LinkedIn' })],
  ]
  return (
    <Stack gap={10} p={12}>
      <Group gap={10} wrap="nowrap">
        <Face {...shown} />
        <Stack gap={0} miw={0} lh={1.25}>
          <Bold truncate>{shown.name}</Bold>
          <Quiet truncate fz={12}>
            {shown.when} · <IconWorld size={12} style={{ verticalAlign: -2 }} aria-label={t`visible to everyone`} />
          </Quiet>
        </Stack>
      </Group>
      <FoldedText {...shown} lines={3} />
      {isDocument && <Document title={documentTitle({ mediaUrls: urls, altTexts, text: shown.text })} />}
      <Files shape="wall" files={isDocument ? [] : files}>
        {rest > 0 && (
          <Center pos="absolute" inset={0} fz={22} fw={600} c="#fff" bg="rgb(0 0 0 / 60%)">
            +{rest}
          </Center>
        )}
      </Files>
      <Group justify="space-between" pt={8} fz={12} c="var(--muted)" style={{ borderTop: LINE }} aria-hidden>
        {signs.map(([Sign, label]) => (
          <Group component="span" key={label} gap={4}>
            <Sign size={16} /> {label}
          </Group>
        ))}
      </Group>
    </Stack>
  )
}

/** The page of the PDF is not rendered. */
function Document({ title }: { title: string }) {
  return (
    <div style={{ margin: '0 -12px' }}>
      <Group gap={6} px={12} py={8} wrap="nowrap" c="#fff" bg="#1b1f23">
        <Bold truncate>{title}</Bold>
      </Group>
      <Center p={24} style={{ aspectRatio: '4 / 3', flexDirection: 'column', gap: 8, background: 'var(--line)' }}>
        <IconFileTypePdf size={48} stroke={1.2} />
        <Quiet>
          <Trans>Readers page through it here.</Trans>
        </Quiet>
      </Center>
    </div>
  )
}

function Feed(shown: Shown) {
  const { t } = useLingui()
  const { files, handle } = shown
  const [asked, setAsked] = useState(0)
  const at = Math.min(asked, Math.max(0, files.length - 1))
  const turns = [
    { by: -1, side: 'insetInlineStart', label: t`Previous file`, icon: IconChevronLeft },
    { by: 1, side: 'insetInlineEnd', label: t`Next file`, icon: IconChevronRight },
  ] as const
  return (
    <>
      <Head {...shown} px={12} py={10} />
      <div className={classes.slides} data-none={files.length === 0 || undefined}>
        <Slide file={files[at]} number={at + 1} />
        {files.length > 1 && (
          <Box className={classes.place} px={8} py={2} fz={12} c="#fff" bg="rgb(0 0 0 / 70%)" bdrs={10}>
            {at + 1}/{files.length}
          </Box>
        )}
        {turns.map(
          ({ by, side, label, icon: Sign }) =>
            files[at + by] !== undefined && (
              <UnstyledButton
                key={side}
                className={classes.turn}
                style={{ [side]: 8 }}
                aria-label={label}
                onClick={() => setAsked(at + by)}
              >
                <Sign size={18} />
              </UnstyledButton>
            ),
        )}
      </div>
      <Stack gap={10} p={12}>
        {files.length > 1 && (
          <Group justify="center" gap={4} aria-hidden>
            {keyed(files.map(({ url }) => url)).map(({ key }, index) => (
              <Box key={key} w={6} h={6} bg={index === at ? 'var(--live)' : 'var(--line)'} bdrs="50%" />
            ))}
          </Group>
        )}
        <Signs icons={[IconHeart, IconMessageCircle, IconSend]} size={20} last={IconBookmark} />
        <FoldedText {...shown} lines={2} before={<Bold>{handle} </Bold>} />
      </Stack>
    </>
  )
}

function Reel(shown: Shown) {
  return (
    <div className={classes.slides} data-reel>
      <Slide file={shown.files[0]} number={1} />
      <div className={classes.overlay}>
        <Head {...shown} />
        <FoldedText {...shown} lines={1} />
      </div>
    </div>
  )
}

function Head({ px, py, ...shown }: Shown & Pick<GroupProps, 'px' | 'py'>) {
  return (
    <Group gap={10} wrap="nowrap" px={px} py={py}>
      <Face {...shown} />
      <Bold>{shown.handle}</Bold>
    </Group>
  )
}

function Slide({ file, number }: { file: ShownFile | undefined; number: number }) {
  if (file !== undefined) return <OneFile file={file} number={number} />
  return (
    <Center h="100%" p={12} ta="center" bg="var(--mantine-color-default-hover)">
      <Quiet fs="italic">
        <Trans>Instagram needs a picture or a video.</Trans>
      </Quiet>
    </Center>
  )
}

function OneFile({ file: { url, src, alt }, number }: { file: ShownFile; number: number }) {
  const { t } = useLingui()
  return <FileView kind={kindOf(url)} src={src} alt={alt || t`File ${number}`} />
}

const Bold = Text.withProps({ span: true, inherit: true, fw: 600 })
const Quiet = Text.withProps({ span: true, inherit: true, c: 'var(--muted)' })

const FACES: Record<Platform, string> = {
  thread: '#2b3137',
  photo: 'linear-gradient(45deg, #a8500f, #b3264f 55%, #7a2a9c)',
  professional: '#0a5bab',
  short: '#2b3137',
}

function Face({ platform, name }: Shown) {
  const round = { borderRadius: '50%', background: FACES[platform] }
  return (
    <Center component="span" flex="none" w={38} h={38} fw={600} c="#fff" style={round} aria-hidden>
      {[...name][0]?.toUpperCase()}
    </Center>
  )
}

interface FoldedTextProps extends Pick<Shown, 'links' | 'text' | 'isWhole'> {
  /** Lines before the fold. */
  lines?: number
  before?: ReactNode
}

/** Folds the rest behind "more", as the network does. */
function FoldedText({ links, text, lines: most, before, isWhole = false }: FoldedTextProps) {
  const lines = isWhole ? undefined : most
  const [box, { width }] = useResizeObserver<HTMLDivElement>()
  const [isOpen, setOpen] = useState(false)
  const [isFolded, setFolded] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or width may need folding, or no longer
  useLayoutEffect(() => {
    const element = box.current
    setFolded(element !== null && element.scrollHeight > element.clientHeight + 1)
  }, [text, lines, width, isOpen])
  if (text === '') {
    return (
      <Quiet fs="italic">
        <Trans>Your text appears here.</Trans>
      </Quiet>
    )
  }
  const isCut = lines !== undefined && !isOpen
  return (
    <div>
      <Text ref={box} component="div" inherit lineClamp={isCut ? lines : undefined} dir="auto">
        {before}
        <RichText links={links} text={text} />
      </Text>
      {lines !== undefined && (isFolded || isOpen) && (
        <UnstyledButton fz={13} fw={600} className={classes.more} onClick={() => setOpen(!isOpen)}>
          {isOpen ? (
            <Trans comment="Folds the text of a post">show less</Trans>
          ) : (
            <Trans comment="Unfolds the text of a post">see more</Trans>
          )}
        </UnstyledButton>
      )}
    </div>
  )
}

/** Colours links, mentions and hashtags. They are not clickable. */
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

interface FilesProps {
  shape: 'row' | 'grid' | 'wall'
  files: readonly ShownFile[]
  /** Drawn on the last file. */
  children?: ReactNode
}

function Files({ shape, files, children }: FilesProps) {
  const { t } = useLingui()
  // Focusable, because it scrolls.
  const region = shape === 'row' ? { tabIndex: 0, role: 'region', 'aria-label': t`Media` } : {}
  if (files.length === 0) return null
  return (
    <div className={classes[shape]} data-count={files.length} {...region}>
      {keyed(files.map(({ url }) => url)).map(({ key }, index) => (
        <div key={key} className={classes.cell}>
          <OneFile file={files[index]!} number={index + 1} />
          {index === files.length - 1 && children}
        </div>
      ))}
    </div>
  )
}

function Signs({ icons, size, last: Last }: { icons: Icon[]; size: number; last?: Icon }) {
  return (
    <Group gap={18} c="var(--muted)" aria-hidden>
      {icons.map((Sign) => (
        <Sign key={icons.indexOf(Sign)} size={size} />
      ))}
      {Last && <Last size={size} style={{ marginInlineStart: 'auto' }} />}
    </Group>
  )
}
