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
  | 'every event is about a stored record'
  | 'every event reached the receiver'
  | 'every event marked as delivered was accepted by the receiver'
  | 'the receiver got nothing but our events'
  | 'every signature is valid'
  | 'each id has exactly one body, which contains it'
  | 'the feed showed every event exactly once, in order'
  | 'no process ended by itself'

export interface EventsVerdict {
  claims: Array<Claim & { what: ClaimName }>
  stored: { contacts: number; fromForms: number; deliveries: number; events: number }
  /** Number of events by state of their delivery. */
  states: Record<string, number>
  requests: number
  /** Events that arrived more than once. */
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
  /** For a contact: the form delivery that it was created from. */
  delivery_id?: string | null
  /** For a delivery: null unless it is a form. */
  mapping_state?: string | null
}

interface EventRow {
  id: string
  type: string
  subject_id: string
  state: string | null
}

/** Compares what is stored, what arrived and what the feed showed. */
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
    check('every event is about a stored record', events, (event) =>
      storedIds.has(event.subject_id) ? null : show(event),
    ),
    check('every event reached the receiver', events, (event) => {
      const came = receiver.received.get(event.id)
      if (came === undefined) return `${show(event)} never arrived`
      const isRight = came.type === event.type && came.dataId === event.subject_id
      return isRight ? null : `${show(event)} arrived as ${came.type} of ${came.dataId}`
    }),
    check('every event marked as delivered was accepted by the receiver', events, (event) => {
      if (event.state !== 'delivered') return show(event)
      return (receiver.received.get(event.id)?.taken ?? 0) > 0 ? null : `${show(event)} was never accepted`
    }),
    check('the receiver got nothing but our events', [...receiver.received.keys()], (id) =>
      eventIds.has(id) ? null : `${id} arrived but is not stored`,
    ),
    check('every signature is valid', [...receiver.received], ([id, { badSignatures }]) =>
      badSignatures === 0 ? null : `${id}: ${badSignatures} wrong`,
    ),
    check('each id has exactly one body, which contains it', [...receiver.received], ([id, { bodies, idsInBody }]) => {
      const isOne = bodies.size === 1 && idsInBody.size === 1 && idsInBody.has(id)
      return isOne ? null : `${id} arrived with ${bodies.size} bodies and the ids ${[...idsInBody].join(', ')}`
    }),
    checkFeed(events, feed.seen),
    check('no process ended by itself', [victims.api, ...victims.workers], ({ ownDeaths }) =>
      ownDeaths.length === 0 ? null : ownDeaths.join('; '),
    ),
  ]
  const ours = claims.find(({ what }) => what === 'the receiver got nothing but our events')!
  if (receiver.strange > 0) ours.violations.push(`${receiver.strange} requests were not events`)
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
  if (!isInOrder) claim.violations.push('shown in a different order than their positions')
  return claim
}
