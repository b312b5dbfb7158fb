import { Badge } from '@mantine/core'
import classes from './StateBadge.module.css'

type Tone = 'good' | 'wait' | 'work' | 'warn' | 'bad' | 'none'

/** Every state that a thing of ours can be in, in plain words. */
const STATES: Record<string, [label: string, tone: Tone]> = {
  draft: ['Draft', 'none'],
  scheduled: ['Scheduled', 'wait'],
  waiting: ['Scheduled', 'wait'],
  publishing: ['Being published', 'work'],
  preparing: ['Being prepared', 'work'],
  sending: ['Being sent', 'work'],
  confirming: ['Being checked', 'work'],
  deferred: ['Postponed', 'wait'],
  published: ['Published', 'good'],
  failed: ['Failed', 'bad'],
  unconfirmed: ['Unconfirmed', 'warn'],
  missed: ['Missed', 'warn'],
  held: ['Held', 'warn'],
  cancelled: ['Cancelled', 'none'],
  canceled: ['Cancelled', 'none'],
  active: ['Active', 'good'],
  paused: ['Paused', 'warn'],
  failing: ['Failing', 'warn'],
  disabled: ['Disabled', 'bad'],
  revoked: ['Revoked', 'none'],
  expired: ['Expired', 'none'],
  live: ['Live', 'good'],
  delivered: ['Delivered', 'good'],
  pending: ['Waiting', 'wait'],
  running: ['Running', 'work'],
  done: ['Done', 'good'],
}

export function StateBadge({ state, label }: { state: string; label?: string }) {
  const [text, tone] = STATES[state] ?? [state.replaceAll('_', ' '), 'none']
  return (
    <Badge radius="sm" tt="none" className={classes[tone]} style={{ flexShrink: 0, minWidth: 'max-content' }}>
      {label ?? text}
    </Badge>
  )
}
