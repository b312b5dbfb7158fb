import { Center, Group, Stack, type StackProps } from '@mantine/core'
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
import { PLATFORM, type Platform } from '../../../parts/platforms.tsx'
import { Muted, PartTitle } from '../../../parts/variants.ts'
import composeClasses from '../compose.module.css'
import { useComposer } from '../composer.ts'
import { wholeText } from '../counters.ts'
import { accountOf, mediaOf, mediaTypeOf, partsOf } from '../draft.ts'
import { Instagram } from './Instagram.tsx'
import { Bold, Cells, Face, FoldedText, Quiet, type Shown, Signs } from './parts.tsx'
import classes from './preview.module.css'

const LINE = '1px solid var(--line)'

const LOOKS: Record<Provider, (shown: Shown) => ReactNode> = {
  threads: Threads,
  instagram: Instagram,
  linkedin: LinkedIn,
  x: X,
}

export function Previews({ platforms, ...box }: StackProps & { platforms: readonly Platform[] }) {
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
      <PartTitle mb={0}>Preview</PartTitle>
      {platforms.map((platform) => (
        <Preview key={platform} platform={platform} />
      ))}
      {platforms.length === 0 && <Muted>Choose a platform to see how the post will look there.</Muted>}
    </Stack>
  )
}

/** How the post will look. Near enough to judge by: platforms change their looks at any time. */
function Preview({ platform }: { platform: Platform }) {
  const { draft, connections } = useComposer()
  const { label, icon: Sign, name: provider } = PLATFORM[platform]
  const Look = LOOKS[provider]
  const account = accountOf(connections, platform, draft.own[platform].connectionId)
  const name = account?.name ?? account?.handle ?? `Your ${label} account`
  return (
    <section className={classes.card} aria-label={`Preview for ${label}`}>
      <Group gap={6} px={12} py={8} fz={13} fw={600} c="var(--muted)" style={{ borderBottom: LINE }}>
        <Sign size={16} aria-hidden />
        {label}
      </Group>
      <Look
        platform={platform}
        text={wholeText(partsOf(draft, platform))}
        media={mediaOf(draft, platform)}
        mediaType={mediaTypeOf(draft, platform)}
        name={name}
        handle={account?.handle ?? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')}
      />
    </section>
  )
}

function Threads(shown: Shown) {
  const files = shown.mediaType === 'text' ? [] : shown.media
  const signs = [IconHeart, IconMessageCircle, IconRepeat, IconSend]
  return (
    <BesideFace {...shown} title={shown.handle} note="now" signs={signs}>
      {files.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <section className={classes.row} data-count={files.length} tabIndex={0} aria-label="Media">
          <Cells urls={files} />
        </section>
      )}
    </BesideFace>
  )
}

function X(shown: Shown) {
  const files = shown.media.slice(0, 4)
  const signs = [IconMessageCircle, IconRepeat, IconHeart, IconChartBar, IconBookmark]
  return (
    <BesideFace {...shown} title={shown.name} note={`@${shown.handle} · now`} signs={signs}>
      {files.length > 0 && (
        <div className={classes.grid} data-count={files.length}>
          <Cells urls={files} />
        </div>
      )}
    </BesideFace>
  )
}

interface BesideFaceProps extends Shown {
  title: string
  note: string
  signs: Icon[]
  children: ReactNode
}

/** Threads and X show everything beside the face. */
function BesideFace({ title, note, signs, children, ...shown }: BesideFaceProps) {
  return (
    <Group gap={10} p={12} align="flex-start" wrap="nowrap">
      <Face {...shown} />
      <Stack gap={8} miw={0} flex={1}>
        <Group gap={5} wrap="nowrap">
          <Bold truncate>{title}</Bold>
          <Quiet truncate>{note}</Quiet>
        </Group>
        <FoldedText platform={shown.platform} text={shown.text} />
        {children}
        <Signs icons={signs} size={18} />
      </Stack>
    </Group>
  )
}

const LINKEDIN_SIGNS: Array<[Icon, string]> = [
  [IconThumbUp, 'Like'],
  [IconMessageCircle, 'Comment'],
  [IconRepeat, 'Repost'],
  [IconSend, 'Send'],
]

function LinkedIn(shown: Shown) {
  const files = shown.media.slice(0, 4)
  const rest = shown.media.length - files.length
  return (
    <Stack gap={10} p={12}>
      <Group gap={10} wrap="nowrap">
        <Face {...shown} />
        <Stack gap={0} miw={0} lh={1.25}>
          <Bold truncate>{shown.name}</Bold>
          <Quiet truncate fz={12}>
            now · <IconWorld size={12} style={{ verticalAlign: -2 }} aria-label="visible to everyone" />
          </Quiet>
        </Stack>
      </Group>
      <FoldedText platform={shown.platform} text={shown.text} lines={3} moreLabel="see more" />
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
      <Group justify="space-between" pt={8} fz={12} c="var(--muted)" style={{ borderTop: LINE }} aria-hidden>
        {LINKEDIN_SIGNS.map(([Sign, label]) => (
          <Group component="span" key={label} gap={4}>
            <Sign size={16} /> {label}
          </Group>
        ))}
      </Group>
    </Stack>
  )
}
