import assert from 'node:assert/strict'
import type { TestServer } from '../../helpers/server.ts'

export interface EmittedEvent {
  id: string
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare it with what the API shows
  data: any
  holdUntil: Date | null
  version: number
  index: number
}

/**
 * Events of a contact, post or connection, oldest first, including those still in the outbox. Checks that no two have
 * the same version and index.
 */
export async function emittedOf(server: TestServer, subjectId: string): Promise<EmittedEvent[]> {
  const events = await server.sql<EmittedEvent & Record<string, unknown>>(
    `select id, type, data, hold_until as "holdUntil", subject_version as version, change_index as index
       from event_outbox where subject_id = $1
     union all
     select id, type, data::text::json, null, subject_version, change_index from events where subject_id = $1
      order by id`,
    [subjectId],
  )
  for (const [at, { version, index }] of events.entries()) {
    const before = events[at - 1]
    const isNext =
      version === before?.version ? index === before.index + 1 : version > (before?.version ?? 0) && index === 0
    assert.ok(isNext, JSON.stringify(events.map((event) => [event.type, event.version, event.index])))
  }
  return events
}

/** A post or contact as in events: without its results and its attribution. */
// biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
export function asTold(record: Record<string, unknown>): any {
  const { results: _, attribution: __, merged: ___, merged_into: ____, ...shown } = record
  return shown
}

export async function typesOf(server: TestServer, subjectId: string): Promise<string[]> {
  return (await emittedOf(server, subjectId)).map(({ type }) => type)
}

/** Makes every event of this type fail, together with the change it belongs to. */
export async function refuseEvents(server: TestServer, type: string, work: () => Promise<void>): Promise<void> {
  await server.sql(`create function refuse_event() returns trigger language plpgsql as $$
    begin raise exception 'no event today'; end $$`)
  await server.sql(`create trigger refuse_event before insert on event_outbox for each row
    when (new.type = '${type}') execute function refuse_event()`)
  try {
    await work()
  } finally {
    await server.sql('drop function refuse_event() cascade')
  }
}
