import { Badge } from '@mantine/core'
import tones from './tones.module.css'

type Tone = 'good' | 'wait' | 'work' | 'warn' | 'bad' | 'none'

/** The label and tone of every state. `none` is a post that was never scheduled. */
const STATES: Record<string, [label: string, tone: Tone]> = {
  none: ['Draft', 'none'],
  draft: ['Draft', 'none'],
  waiting: ['Scheduled', 'wait'],
  preparing: ['Being prepared', 'work'],
  sending: ['Being sent', 'work'],
  confirming: ['Being checked', 'work'],
  deferred: ['Postponed', 'wait'],
  published: ['Published', 'good'],
  failed: ['Failed', 'bad'],
  unconfirmed: ['Unconfirmed', 'warn'],
  missed: ['Missed', 'warn'],
  held: ['Held', 'warn'],
  accepted: ['Accepted', 'good'],
  test: ['Test', 'none'],
  cancelled: ['Cancelled', 'none'],
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

export function stateLook(state: string): { label: string; tone: Tone } {
  const [label, tone] = STATES[state] ?? [state.replaceAll('_', ' '), 'none']
  return { label, tone }
}

/** Mantine's light badges have too little contrast for small letters, so this has colours of its own. */
export function StateBadge({ state, label }: { state: string; label?: string }) {
  const look = stateLook(state)
  const style = { background: 'var(--tone-soft)', color: 'var(--tone-text)', flexShrink: 0, minWidth: 'max-content' }
  return (
    <Badge radius="sm" tt="none" className={tones[look.tone]} style={style}>
      {label ?? look.label}
    </Badge>
  )
}
