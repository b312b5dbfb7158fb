import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Box, Group, Paper, Progress, Text, Textarea } from '@mantine/core'
import { useId } from 'react'
import { countCodePoints } from '../../../../src/lib/text/text.ts'
import { ALT_TEXT_MAX, type Profile } from '../../../../src/platforms/registry.ts'
import { FileView } from '../../media/FileView.tsx'
import { planFile } from '../../media/file-plan.ts'
import { isPending, type Upload } from '../../media/upload-queue.ts'
import { type Icon, IconArrowDown, IconArrowUp, IconX } from '../../parts/icons.tsx'
import { formatBytes, formatList, formatNumber, formatShare } from '../../parts/locale.ts'
import { Hint, Small } from '../../parts/text.tsx'
import { SmallButton } from '../../parts/ui.tsx'
import type { DragItem } from '../../parts/useDragOrder.ts'
import { type Kind, kindOf } from '../media.ts'
import type { Issue } from './checks.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { Messages } from './fields.tsx'

interface FileProps {
  /** A URL or upload key. */
  entry: string
  at: number
  networks: readonly Profile[]
}

interface MediaItemProps extends FileProps {
  count: number
  issues: Issue[]
  named: boolean
  onMove: (to: number) => void
  onRemove: () => void
  drag: DragItem
}

export function MediaItem({ entry, at, networks, count, issues, named, onMove, onRemove, drag }: MediaItemProps) {
  const { t } = useLingui()
  const { find, nameOf, srcOf } = useComposer().uploads
  const upload = find(entry)
  const number = at + 1
  const isOnItsWay = isPending(entry)
  return (
    <Box
      component="li"
      p={6}
      bd={`1px solid var(--mantine-${drag.isTarget ? 'primary-color-filled' : 'color-default-border'})`}
      bdrs="md"
      opacity={drag.isDragged ? 0.5 : undefined}
      style={{ listStyle: 'none' }}
      {...drag.place}
    >
      <Group gap={10} wrap="nowrap" align="flex-start" draggable {...drag.handle}>
        <Paper radius="sm" w={64} h={64} flex="none" style={{ overflow: 'hidden', cursor: 'grab' }}>
          <FileView kind={kindOf(entry)} src={srcOf(entry)} alt={t`File ${number}`} small />
        </Paper>
        <Box miw={0} flex={1}>
          <Small truncate title={isOnItsWay ? nameOf(entry) : entry}>
            {nameOf(entry)}
          </Small>
          <Hint truncate>{useDescription(entry)}</Hint>
          {upload?.note && <Hint>{upload.note}</Hint>}
          {upload && isOnItsWay && <Advance upload={upload} />}
        </Box>
        <Group gap={2} wrap="nowrap">
          <Sign label={t`Move file ${number} up`} icon={IconArrowUp} isOff={at === 0} onClick={() => onMove(at - 1)} />
          <Sign
            label={t`Move file ${number} down`}
            icon={IconArrowDown}
            isOff={at === count - 1}
            onClick={() => onMove(at + 1)}
          />
          <Sign
            label={isOnItsWay ? t`Cancel file ${number}` : t`Remove file ${number}`}
            icon={IconX}
            onClick={onRemove}
          />
        </Group>
      </Group>
      <div className={classes.notes}>
        <Messages issues={issues} named={named} />
        <Findings entry={entry} networks={networks} />
      </div>
      <AltText entry={entry} at={at} networks={networks} />
    </Box>
  )
}

const KIND: Record<Kind, MessageDescriptor> = {
  image: msg({ message: 'Picture', comment: 'Kind of file' }),
  video: msg({ message: 'Video', comment: 'Kind of file' }),
  document: msg({ message: 'PDF', comment: 'Kind of file' }),
  unknown: msg({ message: 'Picture or video', comment: 'Kind of file' }),
}

function useDescription(entry: string): string {
  const { t } = useLingui()
  const facts = useComposer().uploads.factsOf(entry)
  const kind = t(KIND[kindOf(entry)])
  if (!facts) return isPending(entry) ? kind : `${kind} · ${URL.parse(entry)?.host}`
  const size = facts.width !== null && facts.height !== null ? ` · ${facts.width} × ${facts.height}` : ''
  return `${facts.type.toUpperCase()}${size} · ${formatBytes(facts.bytes)}`
}

function Advance({ upload: { key, name, state, share, problem } }: { upload: Upload }) {
  const { t } = useLingui()
  const { retry } = useComposer().uploads
  if (state === 'failed') {
    return (
      <Group gap="xs" mt={4}>
        <span className={`${classes.message} ${classes.error}`}>{problem}</span>
        <SmallButton aria-label={t`Upload ${name} again`} onClick={() => retry(key)}>
          <Trans>Try again</Trans>
        </SmallButton>
      </Group>
    )
  }
  const percent = Math.round(share * 100)
  const done = formatShare(share)
  const words = state === 'preparing' ? t`Being prepared` : percent < 100 ? t`${done} uploaded` : t`Being checked`
  return (
    <Group gap="xs" mt={4} wrap="nowrap">
      <Progress.Root size="sm" flex={1}>
        <Progress.Section value={state === 'preparing' ? 0 : percent} aria-label={t`Upload of ${name}`} />
      </Progress.Root>
      <Hint style={{ fontVariantNumeric: 'tabular-nums' }}>{words}</Hint>
    </Group>
  )
}

function Findings({ entry, networks }: Pick<FileProps, 'entry' | 'networks'>) {
  const { convert, factsOf } = useComposer().uploads
  const facts = factsOf(entry)
  if (facts === null || isPending(entry)) return null
  const plan = planFile(facts, networks)
  const names = listNetworks(networks)
  const found = plan.action === 'refuse' ? [plan.reason] : plan.warnings
  return (
    <>
      {[...new Set(found)].map((text) => (
        <span key={text} className={`${classes.message} ${classes.warning}`}>
          {text}
        </span>
      ))}
      {plan.action === 'convert' && (
        <SmallButton mt={4} onClick={() => void convert(entry, networks)}>
          <Trans>Convert it for {names}</Trans>
        </SmallButton>
      )}
    </>
  )
}

function Sign(props: { label: string; icon: Icon; isOff?: boolean; onClick: () => void }) {
  const { label, icon: Sign, isOff = false, onClick } = props
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      // Not `disabled`, which would lose the focus at the end of the list.
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
    >
      <Sign size={16} />
    </ActionIcon>
  )
}

function AltText({ entry, at, networks }: FileProps) {
  const { t } = useLingui()
  const { draft, change, uploads } = useComposer()
  const number = at + 1
  const id = useId()
  const text = draft.alts[entry] ?? ''
  const max = altTextMax(networks, kindOf(entry))
  const used = countCodePoints(text.trim())
  if (max === null) return null
  const isLong = used > max
  const [length, most] = [formatNumber(used), formatNumber(max)]
  return (
    <div style={{ marginTop: 6 }}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text component="label" htmlFor={id} size="xs" fw={500}>
          <Trans>Alt text</Trans>
        </Text>
        <Hint id={`${id}-count`} {...(isLong && { c: 'var(--mantine-color-error)', fw: 700 })}>
          <Trans comment="Characters used">
            {length} of {most}
          </Trans>
        </Hint>
      </Group>
      <Textarea
        id={id}
        aria-label={t`Alt text of file ${number}`}
        aria-describedby={`${id}-count`}
        size="xs"
        minRows={1}
        maxRows={4}
        placeholder={t`What it shows, for people who cannot see it`}
        value={text}
        onBlur={() => uploads.keepAltText(entry, text)}
        onChange={({ currentTarget: { value } }) => change(({ alts }) => ({ alts: { ...alts, [entry]: value } }))}
      />
    </div>
  )
}

/** "Threads and Instagram" */
export function listNetworks(networks: readonly Profile[]): string {
  return formatList([...new Set(networks.map(({ label }) => label))])
}

/** The limit of all networks that take alt texts; null if none does. */
function altTextMax(networks: readonly Profile[], kind: Kind): number | null {
  const known = kind === 'unknown' ? 'image' : kind
  const limits = networks.flatMap(({ media: { altText } }) =>
    altText?.kinds.some((each) => each === known) ? altText : [],
  )
  if (networks.length > 0 && limits.length === 0) return null
  return Math.min(ALT_TEXT_MAX, ...limits.map(({ max }) => max))
}
