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

/** Every state has an icon beside its label: colour alone is not accessible. */
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
  return <Sign size={size} aria-hidden style={{ flexShrink: 0 }} />
}
