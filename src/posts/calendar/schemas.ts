import { maybeId, Uuid } from '../../http/schemas.ts'
import type { Schema } from '../../lib/schema.ts'
import * as S from '../../lib/schema.ts'
import { FORMATS } from '../../platforms/profile.ts'
import { PUBLICATION_STATES } from '../../publishing/states.ts'
import { TIME_ZONE_MAX_LENGTH } from '../fields.ts'
import { AnyPostSchema, PostQuery } from '../schemas.ts'

export const SLOTS = ['day', 'hour'] as const
export type Slot = (typeof SLOTS)[number]

/** A grid of a month shows six weeks. */
export const DAYS_MAX: Record<Slot, number> = { day: 62, hour: 14 }
export const PER_SLOT_DEFAULT = 4
export const PER_SLOT_MAX = 20
/** A slot is counted no further. */
export const COUNTED_MAX: Record<Slot, number> = { day: 400, hour: 50 }
/** The same with filters: posts that do not match have to be read as well. */
export const FILTERED_MAX: Record<Slot, number> = { day: 200, hour: 25 }
export const COUNTED = `a day up to ${COUNTED_MAX.day}, an hour up to ${COUNTED_MAX.hour}, with filters half as far`

const Day = (description: string) => S.string({ format: 'date', description })
type Filter = 'platform' | 'status' | 'state' | 'connection_id' | 'group_id' | 'q'
const { platform, status, state, connection_id, group_id, q } = PostQuery.properties as Record<Filter, Schema>

export const CalendarQuery = S.object({
  from: Day('The first day.'),
  to: Day(`The last day; it counts too. At most ${DAYS_MAX.day} days, or ${DAYS_MAX.hour} with \`by=hour\`.`),
  ...S.allOptional({
    time_zone: S.string({
      maxLength: TIME_ZONE_MAX_LENGTH,
      description: "An IANA name such as Europe/Lisbon: days are days there. Left out, the workspace's zone counts.",
    }),
    by: S.oneOf(SLOTS, 'What a slot is; a day when left out.'),
    per_slot: S.integer({
      minimum: 1,
      maximum: PER_SLOT_MAX,
      description: `The most posts of a slot; ${PER_SLOT_DEFAULT} when left out.`,
    }),
    grouped: S.boolean(
      'Posts that were composed together and are in the same slot are one entry: its first post is among `posts`, and all of ' +
        'them are in `groups`. False when left out.',
    ),
    platform,
    status,
    state,
    connection_id,
    group_id,
    q,
  }),
})

const SlotSchema = S.closed({
  date: S.string({ format: 'date', examples: ['2026-11-15'] }),
  hour: S.nullable('integer', '0 to 23, as clocks show it; null for a whole day.'),
  count: S.integer(`The posts of the slot that match, as far as they are counted: ${COUNTED}.`),
  ...S.allOptional({ is_capped: S.boolean('There when counting ended at that limit: there may be more.') }),
  entries: S.integer('The same, with `grouped=true` each group counted once.'),
  states: S.record(
    S.integer(),
    `How many there are of each state: ${PUBLICATION_STATES.join(', ')}. States without any are left out.`,
  ),
  posts: S.array(AnyPostSchema, { maxItems: PER_SLOT_MAX, description: 'The first entries, soonest first.' }),
  groups: S.array(
    S.closed({
      group_id: Uuid,
      posts: S.array(
        S.closed({
          id: Uuid,
          platform: S.oneOf(FORMATS),
          connection_id: maybeId(),
          state: S.oneOf(PUBLICATION_STATES),
        }),
      ),
    }),
    'With `grouped=true`: what the entries of `posts` stand for that are several posts.',
  ),
})

export const PostCalendarSchema = S.output('PostCalendar', {
  from: S.string({ format: 'date' }),
  to: S.string({ format: 'date' }),
  time_zone: S.string(),
  by: S.oneOf(SLOTS),
  total: S.integer('The posts of all slots together, as far as they were counted.'),
  ...S.allOptional({ total_is_capped: S.boolean('There when a slot was not counted to its end.') }),
  slots: S.array(SlotSchema, 'Those that have posts, in the order of time.'),
})
