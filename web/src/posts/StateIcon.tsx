import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconClockPause,
  IconClockX,
  IconEyeQuestion,
  IconHandStop,
  IconPencil,
  IconSend,
} from '@tabler/icons-react'
import type { State } from './post.ts'

type Tone = 'good' | 'wait' | 'work' | 'warn' | 'bad' | 'none'

/** Every state has a sign and a word: colour alone tells nothing to those who do not see it. */
export const STATE: Record<State, { label: string; icon: Icon; tone: Tone }> = {
  none: { label: 'Draft', icon: IconPencil, tone: 'none' },
  waiting: { label: 'Scheduled', icon: IconClock, tone: 'wait' },
  preparing: { label: 'Being prepared', icon: IconSend, tone: 'work' },
  sending: { label: 'Being sent', icon: IconSend, tone: 'work' },
  confirming: { label: 'Being checked', icon: IconEyeQuestion, tone: 'work' },
  published: { label: 'Published', icon: IconCheck, tone: 'good' },
  deferred: { label: 'Postponed', icon: IconClockPause, tone: 'wait' },
  held: { label: 'Held', icon: IconHandStop, tone: 'warn' },
  missed: { label: 'Missed', icon: IconClockX, tone: 'warn' },
  failed: { label: 'Failed', icon: IconAlertTriangle, tone: 'bad' },
  unconfirmed: { label: 'Unconfirmed', icon: IconEyeQuestion, tone: 'warn' },
  cancelled: { label: 'Cancelled', icon: IconBan, tone: 'none' },
}

export function StateIcon({ state, size = 14 }: { state: State; size?: number }) {
  const Sign = STATE[state].icon
  return <Sign size={size} aria-hidden style={{ flexShrink: 0 }} />
}
