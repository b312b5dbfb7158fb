import { type DoorpostEvent, type FollowOptions, followEvents } from './follow.ts'
import * as operations from './generated/operations.ts'
import type { BoundGroup, Operation } from './operation.ts'
import { listAll } from './pages.ts'
import { type ClientOptions, callOnce, readCall, send } from './send.ts'

type Operations = typeof operations
type Nouns = { [Noun in keyof Operations]: BoundGroup<Operations[Noun]> }

export interface Doorpost extends Omit<Nouns, 'events'> {
  events: Nouns['events'] & {
    /** Every event as it happens, each once, until the signal aborts. */
    follow(options?: FollowOptions): AsyncGenerator<DoorpostEvent>
  }
}

/** All operations, by noun: `doorpost.contacts.create({ first_name: 'Ana' })`. */
export function createDoorpost(options: ClientOptions): Doorpost {
  checkOptions(options)
  const nouns = Object.entries(operations).map(([noun, group]) => [noun, bindGroup(options, group)])
  const doorpost = Object.fromEntries(nouns) as Nouns
  const follow = (how?: FollowOptions) => followEvents(options, how)
  return { ...doorpost, events: { ...doorpost.events, follow } }
}

function bindGroup(client: ClientOptions, group: Record<string, Operation>) {
  return Object.fromEntries(Object.entries(group).map(([verb, operation]) => [verb, bind(client, operation)]))
}

function bind(client: ClientOptions, operation: Operation): (...args: unknown[]) => unknown {
  if (operation.kind === 'list') return (...args) => listAll(client, operation, args)
  if (operation.kind === 'call') return (...args) => callOnce(client, operation, args)
  return async (...args) => (await send(client, readCall(operation, args), true)).response
}

function checkOptions({ baseUrl, key }: ClientOptions): void {
  if (!/^https?:\/\/[^/]/.test(baseUrl ?? '')) {
    throw new TypeError('baseUrl must be the address of your Doorpost, such as https://doorpost.example.')
  }
  if (key !== undefined && !/^svc_pk_\w+$/.test(key)) throw new TypeError('key must be an API key: svc_pk_…')
  if (key !== undefined && 'document' in globalThis) {
    throw new TypeError(
      'A key does not belong in a browser, where everybody can read it. Use createIntake, which needs none.',
    )
  }
}
