import { Center, Group, Stack, type StackProps, Text } from '@mantine/core'
import {
  type Icon,
  IconBookmark,
  IconChartBar,
  IconHeart,
  IconMessageCircle,
  IconRepeat,
  IconSend,
  IconThumbUp,
  IconWorld,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Provider } from '../../../../../src/platforms/registry.ts'
import type { Connection } from '../../../api/schema.ts'
import { PLATFORM, type Platform } from '../../../parts/platforms.tsx'
import { Muted } from '../../../parts/variants.ts'
import composeClasses from '../compose.module.css'
import { wholeText } from '../counters.ts'
import { accountOf, type Draft, mediaOf, mediaTypeOf, partsOf } from '../draft.ts'
import { Instagram } from './Instagram.tsx'
import { Cells, Face, FoldedText, namesOf, type Shown, Signs } from './parts.tsx'
import classes from './preview.module.css'

interface PreviewsProps {
  draft: Draft
  platforms: readonly Platform[]
  connections: Connection[]
}

const LOOKS: Record<Provider, (shown: Shown) => ReactNode> = {
  threads: Threads,
  instagram: Instagram,
  linkedin: LinkedIn,
  x: X,
}

export function Previews({ draft, platforms, connections, ...box }: PreviewsProps & StackProps) {
  return (
    // What scrolls must be reachable with the keyboard.
    <Stack
      component="aside"
      miw={0}
      p={2}
      className={composeClasses.previews}
      aria-label="Previews"
      tabIndex={0}
      {...box}
    >
      <Text fw={600} component="h2" size="md">
        Preview
      </Text>
      {platforms.map((platform) => (
        <Preview key={platform} platform={platform} draft={draft} connections={connections} />
      ))}
      {platforms.length === 0 && <Muted>Choose a platform to see how the post will look there.</Muted>}
    </Stack>
  )
}

/** How the post will look. Near enough to judge by: platforms change their looks at any time. */
function Preview({ platform, draft, connections }: Omit<PreviewsProps, 'platforms'> & { platform: Platform }) {
  const { label, icon: Sign, name } = PLATFORM[platform]
  const Look = LOOKS[name]
  return (
    <section className={classes.card} aria-label={`Preview for ${label}`}>
      <Group gap={6} px={12} py={8} fz={13} fw={600} c="var(--muted)" className={classes.name}>
        <Sign size={16} aria-hidden />
        {label}
      </Group>
      <Look
        text={wholeText(partsOf(draft, platform))}
        media={mediaOf(draft, platform)}
        mediaType={mediaTypeOf(draft, platform)}
        account={accountOf(connections, platform, draft.own[platform].connectionId)}
      />
    </section>
  )
}

function Threads({ text, media, mediaType, account }: Shown) {
  const files = mediaType === 'text' ? [] : media
  return (
    <BesideFace
      platform="thread"
      account={account}
      text={text}
      name={namesOf('thread', account).handle}
      note="now"
      signs={[IconHeart, IconMessageCircle, IconRepeat, IconSend]}
    >
      {files.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <section className={classes.row} data-count={files.length} tabIndex={0} aria-label="Media">
          <Cells urls={files} />
        </section>
      )}
    </BesideFace>
  )
}

function X({ text, media, account }: Shown) {
  const { name, handle } = namesOf('short', account)
  const files = media.slice(0, 4)
  return (
    <BesideFace
      platform="short"
      account={account}
      text={text}
      name={name}
      note={`@${handle} · now`}
      signs={[IconMessageCircle, IconRepeat, IconHeart, IconChartBar, IconBookmark]}
    >
      {files.length > 0 && (
        <div className={classes.grid} data-count={files.length}>
          <Cells urls={files} />
        </div>
      )}
    </BesideFace>
  )
}

interface BesideFaceProps extends Pick<Shown, 'text' | 'account'> {
  platform: Platform
  name: string
  note: string
  signs: Icon[]
  children: ReactNode
}

/** Threads and X show everything beside the face. */
function BesideFace({ platform, account, text, name, note, signs, children }: BesideFaceProps) {
  return (
    <Group gap={10} p={12} align="flex-start" wrap="nowrap">
      <Face platform={platform} account={account} />
      <Stack gap={8} miw={0} flex={1}>
        <Group gap={5} wrap="nowrap" className={classes.who}>
          <span className={classes.bold}>{name}</span>
          <span className={classes.muted}>{note}</span>
        </Group>
        <FoldedText platform={platform} text={text} />
        {children}
        <Signs icons={signs} size={18} />
      </Stack>
    </Group>
  )
}

function LinkedIn({ text, media, account }: Shown) {
  const files = media.slice(0, 4)
  const rest = media.length - files.length
  const signs: Array<[Icon, string]> = [
    [IconThumbUp, 'Like'],
    [IconMessageCircle, 'Comment'],
    [IconRepeat, 'Repost'],
    [IconSend, 'Send'],
  ]
  return (
    <Stack gap={10} p={12}>
      <Group gap={10} wrap="nowrap">
        <Face platform="professional" account={account} />
        <Stack gap={0} miw={0} lh={1.25} className={classes.who}>
          <span className={classes.bold}>{namesOf('professional', account).name}</span>
          <span className={classes.muted} style={{ fontSize: 12 }}>
            now · <IconWorld size={12} style={{ verticalAlign: -2 }} aria-label="visible to everyone" />
          </span>
        </Stack>
      </Group>
      <FoldedText platform="professional" text={text} lines={3} moreLabel="see more" />
      {files.length > 0 && (
        <div className={classes.wall} data-count={files.length}>
          <Cells urls={files}>
            {rest > 0 && (
              <Center pos="absolute" inset={0} fz={22} fw={600} c="#fff" bg="rgb(0 0 0 / 60%)">
                +{rest}
              </Center>
            )}
          </Cells>
        </div>
      )}
      <Group justify="space-between" c="var(--muted)" className={classes.signsWide} aria-hidden>
        {signs.map(([Sign, label]) => (
          <span key={label}>
            <Sign size={16} /> {label}
          </span>
        ))}
      </Group>
    </Stack>
  )
}
