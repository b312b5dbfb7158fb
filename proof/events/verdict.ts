import type { Claim } from '../publishing/verdict.ts'
import type { FeedReader } from './feed.ts'
import { numberOf, type Sent } from './load.ts'
import type { EventsReceiver } from './receiver.ts'
import type { EventsStage } from './stage.ts'

export type ClaimName =
  | 'every acknowledged contact and delivery is stored'
  | 'repeated requests stored nothing twice'
  | 'every contact has exactly one contact.created'
  | 'every delivery has exactly one webhook.received'
  | 'every form became exactly one contact'
  | 'every event is of something that is stored'
  | 'every event came to the receiver'
  | 'delivered means that the receiver took it'
  | 'whatever came to the receiver is an event of ours'
  | 'every signature is right'
  | 'one id, one body, and the id in it'
  | 'the feed showed every event exactly once, in order'
  | 'no process ended of itself'

export interface EventsVerdict {
  claims: Array<Claim & { what: ClaimName }>
  stored: { contacts: number; fromForms: number; deliveries: number; events: number }
  /** Events by the state of their delivery. */
  states: Record<string, number>
  requests: number
  /** Events that came more than once. */
  cameAgain: number
}

export interface Evidence {
  stage: EventsStage
  sent: readonly Sent[]
  receiver: EventsReceiver
  feed: FeedReader
}

interface Stored {
  id: string
  name: string
  /** Of a contact: the form that it was made from. */
  delivery_id?: string | null
  /** Of a delivery: null unless it is a form. */
  mapping_state?: string | null
}

interface EventRow {
  id: string
  type: string
  subject_id: string
  state: string | null
}

/** Counts what is stored, what came and what the feed showed against each other. */
export async function judgeEvents({ stage, sent, receiver, feed }: Evidence): Promise<EventsVerdict> {
  const contacts: Stored[] = await stage.sql('select id, first_name as name, delivery_id from contacts')
  const deliveries: Stored[] = await stage.sql(
    `select id, convert_from(body, 'utf8')::json ->> 'name' as name, mapping_state from webhook_deliveries`,
  )
  const events: EventRow[] = await stage.sql(
    `select event.id, event.type, event.subject_id, delivery.state
       from events event left join event_deliveries delivery on delivery.event_id = event.id
      order by event.position`,
  )
  const storedIds = new Set([...contacts, ...deliveries].map(({ id }) => id))
  const eventIds = new Map(events.map((event) => [event.id, event]))
  const eventsOf = Map.groupBy(events, (event) => `${event.type} ${event.subject_id}`)
  const repeatable = [...new Map(sent.filter((each) => each.repeatable).map((each) => [each.number, each])).values()]
  const deliveriesOf = Map.groupBy(deliveries, ({ name }) => numberOf(name))
  const sentContacts = contacts.filter((contact) => contact.delivery_id === null)
  const contactsOf = Map.groupBy(sentContacts, ({ name }) => numberOf(name))
  const contactsOfForm = Map.groupBy(contacts, (contact) => contact.delivery_id)
  const { victims } = stage
  const show = (event: EventRow) => `${event.type} ${event.id} of ${event.subject_id} (${event.state ?? 'no delivery'})`
  const hasOne = (type: string) => (row: Stored) => {
    const count = eventsOf.get(`${type} ${row.id}`)?.length ?? 0
    return count === 1 ? null : `${row.name} (${row.id}) has ${count}`
  }

  const claims: EventsVerdict['claims'] = [
    check(
      'every acknowledged contact and delivery is stored',
      sent.filter(({ id }) => id !== null),
      ({ id, what, number }) => (storedIds.has(id!) ? null : `${what} ${number} (${id}) is gone`),
    ),
    check('repeated requests stored nothing twice', repeatable, ({ what, number }) => {
      const count = (what === 'contact' ? contactsOf : deliveriesOf).get(number)?.length ?? 0
      return count <= 1 ? null : `${what} ${number} is stored ${count} times`
    }),
    check('every contact has exactly one contact.created', contacts, hasOne('contact.created')),
    check('every delivery has exactly one webhook.received', deliveries, hasOne('webhook.received')),
    check(
      'every form became exactly one contact',
      deliveries.filter((delivery) => delivery.mapping_state !== null),
      ({ id, name, mapping_state: state }) => {
        const count = contactsOfForm.get(id)?.length ?? 0
        return count === 1 && state === 'mapped' ? null : `${name} (${id}) is ${state} and became ${count}`
      },
    ),
    check('every event is of something that is stored', events, (event) =>
      storedIds.has(event.subject_id) ? null : show(event),
    ),
    check('every event came to the receiver', events, (event) => {
      const came = receiver.received.get(event.id)
      if (came === undefined) return `${show(event)} never came`
      const isRight = came.type === event.type && came.dataId === event.subject_id
      return isRight ? null : `${show(event)} came as ${came.type} of ${came.dataId}`
    }),
    check('delivered means that the receiver took it', events, (event) => {
      if (event.state !== 'delivered') return show(event)
      return (receiver.received.get(event.id)?.taken ?? 0) > 0 ? null : `${show(event)} was never taken`
    }),
    check('whatever came to the receiver is an event of ours', [...receiver.received.keys()], (id) =>
      eventIds.has(id) ? null : `${id} came but is not stored`,
    ),
    check('every signature is right', [...receiver.received], ([id, { badSignatures }]) =>
      badSignatures === 0 ? null : `${id}: ${badSignatures} wrong`,
    ),
    check('one id, one body, and the id in it', [...receiver.received], ([id, { bodies, idsInBody }]) => {
      const isOne = bodies.size === 1 && idsInBody.size === 1 && idsInBody.has(id)
      return isOne ? null : `${id} came with ${bodies.size} bodies and the ids ${[...idsInBody].join(', ')}`
    }),
    checkFeed(events, feed.seen),
    check('no process ended of itself', [victims.api, ...victims.workers], ({ ownDeaths }) =>
      ownDeaths.length === 0 ? null : ownDeaths.join('; '),
    ),
  ]
  const ours = claims.find(({ what }) => what === 'whatever came to the receiver is an event of ours')!
  if (receiver.strange > 0) ours.violations.push(`${receiver.strange} requests were no events`)
  const came = [...receiver.received.values()]
  const byState = Map.groupBy(events, ({ state }) => state ?? 'none')
  return {
    claims,
    stored: {
      contacts: contacts.length,
      fromForms: contacts.length - sentContacts.length,
      deliveries: deliveries.length,
      events: events.length,
    },
    states: Object.fromEntries([...byState].map(([state, own]) => [state, own.length])),
    requests: came.reduce((sum, { requests }) => sum + requests, 0),
    cameAgain: came.filter(({ requests }) => requests > 1).length,
  }
}

function check<T>(what: ClaimName, all: readonly T[], problem: (one: T) => string | null): Claim & { what: ClaimName } {
  return { what, n: all.length, violations: all.map(problem).filter((text) => text !== null) }
}

function checkFeed(events: readonly EventRow[], seen: readonly string[]): Claim & { what: ClaimName } {
  const counts = new Map<string, number>()
  for (const id of seen) counts.set(id, (counts.get(id) ?? 0) + 1)
  const claim = check('the feed showed every event exactly once, in order', events, ({ id, type }) => {
    const count = counts.get(id) ?? 0
    return count === 1 ? null : `${type} ${id} was shown ${count} times`
  })
  const known = new Set(events.map(({ id }) => id))
  const unknown = seen.filter((id) => !known.has(id))
  if (unknown.length > 0) claim.violations.push(`shown but not stored: ${unknown.join(', ')}`)
  const isInOrder = claim.violations.length > 0 || events.every(({ id }, at) => seen[at] === id)
  if (!isInOrder) claim.violations.push('shown in another order than that of the positions')
  return claim
}
