import { Anchor, Box, Group, Stack } from '@mantine/core'
import { useConnections } from '../api/client.ts'
import { FileView } from '../media/FileView.tsx'
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconClockPause,
  IconClockX,
  IconEyeQuestion,
  IconFile,
  IconHandStop,
  IconPencil,
  IconSend,
} from '../parts/icons.tsx'
import { PLATFORM, PROVIDER } from '../parts/platforms.tsx'
import { ownPathOf, previewOf } from '../parts/preview.ts'
import { AnchorLink, StateBadge } from '../parts/ui.tsx'
import { coloursOf, type Entry, type Member } from './entries.ts'
import { keyed, kindOf } from './media.ts'
import { isWebLink, type State } from './post.ts'
import { accountFor, useAccountNames } from './reading.ts'

/** Colour alone is not accessible. */
const ICONS: Record<State, Icon> = {
  none: IconPencil,
  waiting: IconClock,
  preparing: IconSend,
  sending: IconSend,
  confirming: IconEyeQuestion,
  published: IconCheck,
  deferred: IconClockPause,
  held: IconHandStop,
  missed: IconClockX,
  failed: IconAlertTriangle,
  unconfirmed: IconEyeQuestion,
  cancelled: IconBan,
}

export function StateIcon({ state, size = 14 }: { state: State; size?: number }) {
  const Sign = ICONS[state]
  return <Sign size={size} style={{ flexShrink: 0 }} />
}

const SHOWN = 5

/** One icon per network, underlined in the account's colour where there are several accounts. */
export function Signs({ entry, size }: { entry: Pick<Entry, 'members'>; size: number }) {
  const { data: connections = [] } = useConnections({ staleTime: 60_000 })
  const nameOf = useAccountNames()
  const colours = coloursOf(connections)
  const signOf = (member: Member) => {
    const account = accountFor(connections, member)
    return { icon: (account ? PROVIDER[account.provider] : PLATFORM[member.platform]).icon, account }
  }
  return (
    <Group component="span" display="inline-flex" gap={3} wrap="nowrap">
      {entry.members.slice(0, SHOWN).map((member) => {
        const { icon: Sign, account } = signOf(member)
        const colour = account && connections.length > 1 ? colours.get(account.id) : undefined
        return (
          <span
            key={member.id}
            style={{ display: 'inline-flex', ...(colour ? { borderBottom: `3px solid ${colour}` } : {}) }}
          >
            <Sign size={size} role="img" aria-label={nameOf(member)} />
          </span>
        )
      })}
      {entry.members.length > SHOWN && <span>+{entry.members.length - SHOWN}</span>}
    </Group>
  )
}

/** `ownId` is the post whose page this is. */
export function MemberList({ members, ownId }: { members: readonly Member[]; ownId?: string }) {
  const nameOf = useAccountNames()
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Posts of the group">
      {members.map((member) => (
        <Group component="li" key={member.id} gap="xs" wrap="nowrap">
          <Signs entry={{ members: [member] }} size={18} />
          {member.id === ownId ? (
            <span>{nameOf(member)} (this one)</span>
          ) : (
            <AnchorLink to="/posts/$id" params={{ id: member.id }}>
              {nameOf(member)}
            </AnchorLink>
          )}
          <span style={{ marginLeft: 'auto' }}>
            <StateBadge state={member.state} />
          </span>
        </Group>
      ))}
    </Stack>
  )
}

interface MediaProps {
  urls: readonly string[]
  altTexts: ReadonlyArray<string | null>
  size: number
}

/** Videos of other servers are fetched only when opened. */
export function Media({ urls, altTexts, size }: MediaProps) {
  if (urls.length === 0) return null
  return (
    <Group gap="xs" align="flex-start">
      {keyed(urls).map(({ key, url }, index) => {
        const alt = altTexts[index]
        const label = `File ${index + 1} of ${urls.length}`
        return <Thumbnail key={key} url={url} label={alt ? `${label}: ${alt}` : label} size={size} />
      })}
    </Group>
  )
}

const FRAME = {
  display: 'flex',
  bd: '1px solid var(--mantine-color-default-border)',
  bdrs: 'sm',
  bg: 'light-dark(#f1f3f5, #2b3036)',
  c: 'dimmed',
  style: { alignItems: 'center', justifyContent: 'center', overflow: 'hidden' },
}

function Thumbnail({ url, label, size }: { url: string; label: string; size: number }) {
  const kind = kindOf(url)
  const isVideo = kind === 'video'
  if (!isWebLink(url)) {
    return (
      <Box {...FRAME} w={size} h={size} title={url}>
        <IconFile size={24} role="img" aria-label={label} />
      </Box>
    )
  }
  const isShown = !isVideo || ownPathOf(url) !== null
  return (
    <Anchor
      {...FRAME}
      w={size}
      h={size}
      href={ownPathOf(url) ?? url}
      target="_blank"
      rel="noreferrer"
      title={isVideo ? `Open the video: ${url}` : url}
      aria-label={isVideo ? `${label}, a video` : label}
    >
      <Box w="100%" h="100%" aria-hidden>
        <FileView kind={kind} src={isShown ? previewOf(url) : null} alt="" small />
      </Box>
    </Anchor>
  )
}
