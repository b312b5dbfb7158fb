import { Badge, Paper, Text, type TextProps, Title, Tooltip } from '@mantine/core'
import { useMe, useWorkspace } from '../api/client.ts'
import { formatSince, formatTime, ownZone } from './wall-clock.ts'

/** Mantine's texts in the variants that several pages use. */
export const Muted = Text.withProps({ size: 'sm', c: 'dimmed' })
export const Small = Text.withProps({ size: 'sm' })
export const Hint = Text.withProps({ size: 'xs', c: 'dimmed' })
export const Strong = Text.withProps({ size: 'sm', fw: 600 })
export const Wrapped = Text.withProps({ size: 'sm', style: { overflowWrap: 'anywhere' } })
export const RecordName = Text.withProps({ size: 'sm', fw: 600, style: { overflowWrap: 'anywhere' } })
export const Heading = Title.withProps({ order: 2, size: 'h3' })
export const Subheading = Title.withProps({ order: 3, size: 'h5' })
export const PartTitle = Text.withProps({ component: 'h2', fw: 600, size: 'md', mb: 'xs' })
export const Tag = Badge.withProps({ color: 'gray' })
export const FormPart = Paper.withProps({ p: 'md', miw: 0, bd: '1px solid var(--mantine-color-default-border)' })

/** In which the person reads times: their own choice, else the workspace's; the browser's until that is known. */
export function useTimeZone(): string {
  const me = useMe()
  const { data } = useWorkspace()
  return me.data?.time_zone ?? data?.time_zone ?? ownZone()
}

/** The person's own choice, else the browser's. */
export function useOwnZone(): string {
  return useMe().data?.time_zone ?? ownZone()
}

interface TimeProps extends TextProps {
  at: string | null
  none?: string
  /** Shows the date with the relative time in the tooltip, instead of the reverse. */
  exact?: boolean
}

export function Time({ at, none = '–', exact = false, ...text }: TimeProps) {
  const zone = useTimeZone()
  if (at === null) return <Text {...text}>{none}</Text>
  const date = formatTime(at, zone)
  const since = formatSince(at)
  return (
    <Tooltip label={exact ? since : `${date} (${zone})`}>
      <Text {...text} component="time" dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {exact ? date : since}
      </Text>
    </Tooltip>
  )
}
