import type { PublicationState, STATE_TABLE } from '../../../../src/publishing/states.ts'

/** What the API allows in this state. To move a post is to edit its date. */
type Allowed<S extends PublicationState> = (typeof STATE_TABLE)[S]['may'][number]
type ActionIn<S extends PublicationState> =
  | Exclude<Allowed<S>, 'resolve'>
  | ('edit' extends Allowed<S> ? 'move' : never)
export type Action = ActionIn<PublicationState> | 'move'

/** What the page offers: the first ones as buttons, the rest in the menu. */
export const ACTIONS: { [S in PublicationState]: readonly ActionIn<S>[] } = {
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
