import { Text, type TextProps, Tooltip } from '@mantine/core'
import { useWorkspace } from '../api/workspace.ts'

/** The workspace's, in which everybody of a team reads times; the browser's until it is known. */
export function useTimeZone(): string {
  const { data } = useWorkspace()
  return data?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function formatTime(at: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
}

const STEPS = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [2_592_000, 'day', 86_400],
  [31_536_000, 'month', 2_592_000],
  [Number.POSITIVE_INFINITY, 'year', 31_536_000],
] as const

/** "3 hours ago", "in 2 days". */
export function formatSince(at: string | Date, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000
  const [, unit, size] = STEPS.find(([limit]) => Math.abs(seconds) < limit)!
  if (unit === 'second' && Math.abs(seconds) < 10) return 'just now'
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(Math.round(seconds / size), unit)
}

interface TimeProps extends TextProps {
  at: string | null
  /** Instead of a time that is not there. */
  none?: string
  /** The date itself, with how long ago in the tooltip; otherwise the other way round. */
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
