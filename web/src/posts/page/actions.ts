import type { State } from '../post.ts'

export type Action = 'edit' | 'move' | 'publish' | 'retry' | 'cancel' | 'delete'

/** What the API allows in a state and what makes sense then; the first are buttons, the rest is in the menu. */
export const ACTIONS: Record<State, readonly Action[]> = {
  none: ['edit', 'publish', 'move', 'delete'],
  waiting: ['edit', 'move', 'publish', 'cancel', 'delete'],
  preparing: ['cancel'],
  sending: [],
  confirming: [],
  published: ['delete'],
  deferred: ['retry', 'edit', 'move', 'cancel', 'delete'],
  held: ['retry', 'edit', 'move', 'cancel', 'delete'],
  missed: ['publish', 'move', 'edit', 'cancel', 'delete'],
  failed: ['retry', 'edit', 'move', 'cancel', 'delete'],
  unconfirmed: ['delete'],
  cancelled: ['edit', 'publish', 'delete'],
}
