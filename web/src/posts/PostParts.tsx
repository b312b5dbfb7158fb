import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Box, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useConnections } from '../api/client.ts'
import type { Connection, Post } from '../api/schema.ts'
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
import { formatNumber } from '../parts/locale.ts'
import { networkWith } from '../parts/platforms.tsx'
import { ownPathOf } from '../parts/preview.ts'
import { Small } from '../parts/text.tsx'
import { AnchorLink, StateBadge } from '../parts/ui.tsx'
import { accountFor, useAccountNames } from './accounts.ts'
import { coloursOf, type Entry, type Member } from './entries.ts'
import { keyed, kindOf, shownSrcOf } from './media.ts'
import { accountLabel, isWebLink, type State } from './post.ts'

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

interface SignsProps {
  entry: Pick<Entry, 'members'>
  size: number
  /** The rest is a number. */
  most?: number
}

/** One icon per network, underlined in the account's colour where there are several accounts. */
export function Signs({ entry: { members }, ...look }: SignsProps) {
  const { data: connections = NO_ACCOUNTS } = useConnections({ staleTime: 60_000 })
  return <SignsOf members={members} connections={connections} {...look} />
}

interface SignsOfProps extends Pick<SignsProps, 'size' | 'most'> {
  members: readonly Member[]
  connections: readonly Connection[]
}

/** Does not read the accounts, where there are hundreds. */
export function SignsOf({ members, connections, size, most = 5 }: SignsOfProps) {
  const rest = members.length - most
  const colours = coloursOf(connections)
  return (
    <span style={SIGNS}>
      {members.slice(0, most).map((member) => {
        const account = accountFor(connections, member)
        const { label, icon: Sign } = networkWith(member.platform, account)
        const colour = account && connections.length > 1 ? colours.get(account.id) : undefined
        return (
          <span
            key={member.id}
            style={{ display: 'inline-flex', ...(colour ? { borderBottom: `3px solid ${colour}` } : {}) }}
          >
            <Sign size={size} role="img" aria-label={account ? accountLabel(account) : label} />
          </span>
        )
      })}
      {rest > 0 && <span>+{formatNumber(rest)}</span>}
    </span>
  )
}

export const NO_ACCOUNTS: Connection[] = []
// A calendar and a list draw hundreds of these, so they are plain elements.
const SIGNS = { display: 'inline-flex', alignItems: 'center', gap: 3 } as const

/** `ownId` is the post whose page this is. */
export function MemberList({ members, ownId }: { members: readonly Member[]; ownId?: string }) {
  const { t } = useLingui()
  const nameOf = useAccountNames()
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Posts of the group`}>
      {members.map((member) => {
        const name = nameOf(member)
        return (
          <Group component="li" key={member.id} gap="xs" wrap="nowrap">
            <Signs entry={{ members: [member] }} size={18} />
            {member.id === ownId ? (
              <Small span truncate>
                <Trans>{name} (this one)</Trans>
              </Small>
            ) : (
              <AnchorLink to="/posts/$id" params={{ id: member.id }} size="sm" truncate>
                {name}
              </AnchorLink>
            )}
            <span style={{ marginInlineStart: 'auto' }}>
              <StateBadge state={member.state} />
            </span>
          </Group>
        )
      })}
    </Stack>
  )
}

/** The first picture of a post, small; nothing if there is none, or it cannot be shown. */
export function Thumb({ post, size }: { post: Post; size: number }) {
  const [failed, setFailed] = useState<string | null>(null)
  const url = post.media_urls?.find((each) => kindOf(each) === 'image')
  const src = url === undefined ? null : shownSrcOf(url)
  if (src === null || src === failed) return null
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      style={{ flex: 'none', objectFit: 'cover', borderRadius: 4 }}
      onError={() => setFailed(src)}
    />
  )
}

interface MediaProps {
  urls: readonly string[]
  altTexts: ReadonlyArray<string | null>
  size: number
}

/** Videos of other servers are fetched only when opened. */
export function Media({ urls, altTexts, size }: MediaProps) {
  const { t } = useLingui()
  if (urls.length === 0) return null
  return (
    <Group gap="xs" align="flex-start">
      {keyed(urls).map(({ key, url }, index) => {
        const alt = altTexts[index]
        const number = index + 1
        const count = urls.length
        const label = alt ? t`File ${number} of ${count}: ${alt}` : t`File ${number} of ${count}`
        return <Thumbnail key={key} url={url} label={label} size={size} />
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
  const { t } = useLingui()
  const kind = kindOf(url)
  const isVideo = kind === 'video'
  if (!isWebLink(url)) {
    return (
      <Box {...FRAME} w={size} h={size} title={url}>
        <IconFile size={24} role="img" aria-label={label} />
      </Box>
    )
  }
  return (
    <Anchor
      {...FRAME}
      w={size}
      h={size}
      href={ownPathOf(url) ?? url}
      target="_blank"
      rel="noreferrer"
      title={isVideo ? t`Open the video: ${url}` : url}
      aria-label={isVideo ? t`${label}, a video` : label}
    >
      <Box w="100%" h="100%" aria-hidden>
        <FileView kind={kind} src={shownSrcOf(url)} alt="" small />
      </Box>
    </Anchor>
  )
}
