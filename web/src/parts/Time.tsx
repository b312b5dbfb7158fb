import { Text, type TextProps, Tooltip } from '@mantine/core'
import { useWorkspace } from '../api/client.ts'
import { formatSince, formatTime } from './wall-clock.ts'

/** The workspace's zone, which the whole team sees; the browser's until it is known. */
export function useTimeZone(): string {
  const { data } = useWorkspace()
  return data?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

interface TimeProps extends TextProps {
  at: string | null
  none?: string
  /** Shows the date, with the relative time in the tooltip; otherwise the other way round. */
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
