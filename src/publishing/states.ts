// The life of a post. Routes, engine, SQL and dashboard use this table, so it imports nothing.

export const PUBLICATION_STATES = [
  'none',
  'waiting',
  'preparing',
  'sending',
  'confirming',
  'published',
  'failed',
  'deferred',
  'held',
  'missed',
  'unconfirmed',
  'cancelled',
] as const
export type PublicationState = (typeof PUBLICATION_STATES)[number]

type PersonAction = 'edit' | 'delete' | 'publish' | 'retry' | 'cancel' | 'resolve'

type Phase =
  /** Nothing happens until the post is scheduled. */
  | 'draft'
  /** The job of the post starts an attempt when it is due. */
  | 'queued'
  /** The job of the post continues the attempt, in any process. */
  | 'under_way'
  | 'published'
  /** The post waits for a person or for its account. */
  | 'stopped'

interface StateRow {
  phase: Phase
  /** The columns and jobs that are written when the state is entered, in one transaction. */
  writes: string
  event?: 'post.cancelled' | 'post.published' | 'post.failed' | 'post.missed' | 'post.unconfirmed'
  may: readonly PersonAction[]
  /** The states that can follow, with who decides that and why. */
  next: Partial<Record<PublicationState, string>>
}

const SENT_OFF = 'person: publishes or retries it, or sets a new date'
const CANCELLED = 'person: cancels it'
/** A worker that lost its claim may find it too, and so may the look back after a restore. */
const FOUND = 'platform: shows it'
const UNCHECKED = 'person: resumes publishing after a restore, and the account could not be read'
const STARTED_OVER = { waiting: SENT_OFF, none: 'person: makes it a draft', cancelled: CANCELLED, published: FOUND }
const QUEUED = {
  preparing: 'engine: it is due, its account is free',
  held: 'account: there is none that can post',
  missed: 'engine: later than the late window',
  unconfirmed: UNCHECKED,
}

export const STATE_TABLE = {
  none: {
    phase: 'draft',
    writes: 'status draft',
    may: ['edit', 'delete', 'publish'],
    next: { waiting: 'person: schedules or publishes it', published: FOUND },
  },
  waiting: {
    phase: 'queued',
    writes: 'scheduled_date or released_at; its job',
    may: ['edit', 'delete', 'publish', 'cancel'],
    next: { ...QUEUED, ...STARTED_OVER, deferred: 'account: has to wait' },
  },
  preparing: {
    phase: 'under_way',
    writes: 'a new attempt, its account; progress after every step',
    may: ['cancel'],
    next: {
      sending: 'engine: all is prepared',
      confirming: 'platform: refuses it as a repeat after an unknown send',
      deferred: 'platform: fails or asks to wait',
      held: 'account: cannot post',
      failed: 'platform: refuses it for good, or retries are used up',
      cancelled: CANCELLED,
      published: FOUND,
      unconfirmed: UNCHECKED,
    },
  },
  sending: {
    phase: 'under_way',
    writes: 'the marker: sends, send_started_at; the count of sends of the installation',
    may: [],
    next: {
      published: FOUND,
      preparing: 'platform: refuses it, so nothing is out; or the call came too late to be made',
      confirming: 'engine: no answer, or the process died',
      failed: 'platform: has another post with these words',
      unconfirmed: 'platform: answers with the id of another post',
    },
  },
  confirming: {
    phase: 'under_way',
    writes: 'looks, deferred_until: when the platform is asked next; null while the account cannot be read',
    // Only while the account cannot be read.
    may: ['resolve'],
    next: {
      published: FOUND,
      preparing: 'platform: it is proved that nothing is out',
      failed: 'engine: sent too often without effect, or a repeat; or a person says that it is not out',
      unconfirmed: 'platform: cannot tell, or could not be asked',
    },
  },
  published: {
    phase: 'published',
    writes: 'platform_id, published_at; the permalink as soon as it is known',
    event: 'post.published',
    may: ['delete'],
    next: {},
  },
  failed: {
    phase: 'stopped',
    writes: 'failure, reason',
    event: 'post.failed',
    may: ['edit', 'delete', 'publish', 'retry', 'cancel'],
    next: STARTED_OVER,
  },
  deferred: {
    phase: 'queued',
    writes: 'deferred_until, reason; its job',
    may: ['edit', 'delete', 'publish', 'retry', 'cancel'],
    next: { ...QUEUED, ...STARTED_OVER },
  },
  held: {
    phase: 'stopped',
    writes: 'reason',
    may: ['edit', 'delete', 'publish', 'retry', 'cancel'],
    next: {
      ...STARTED_OVER,
      waiting: 'account: can post again; or a person sends it off',
      missed: 'account: can post again, later than the late window',
      unconfirmed: UNCHECKED,
    },
  },
  missed: {
    phase: 'stopped',
    writes: 'reason',
    event: 'post.missed',
    may: ['edit', 'delete', 'publish', 'retry', 'cancel'],
    next: STARTED_OVER,
  },
  unconfirmed: {
    phase: 'stopped',
    writes: 'reason',
    event: 'post.unconfirmed',
    may: ['delete', 'resolve'],
    next: { published: 'person: says that it is out', failed: 'person: says that it is not out' },
  },
  cancelled: {
    phase: 'draft',
    writes: 'status draft; its job is removed',
    event: 'post.cancelled',
    may: ['edit', 'delete', 'publish', 'retry'],
    next: { waiting: SENT_OFF, none: 'person: edits it', published: FOUND },
  },
} as const satisfies Record<PublicationState, StateRow>

export function phaseOf(state: PublicationState): Phase {
  return STATE_TABLE[state].phase
}

export function mayPerson(state: PublicationState, action: PersonAction): boolean {
  return (STATE_TABLE[state].may as readonly PersonAction[]).includes(action)
}

export function statesIn(...phases: Phase[]): PublicationState[] {
  return phases.flatMap((phase) => PUBLICATION_STATES.filter((state) => phaseOf(state) === phase))
}

/** The states as literals, because the planner then uses partial indexes. */
export function sqlList(states: readonly PublicationState[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`
}

export function dueAtOf(post: { released_at: Date | null; scheduled_date: Date | null }): Date | null {
  return post.released_at ?? post.scheduled_date
}

/** A post this late still counts as on time, even with a late window of 0. */
const ON_TIME_MS = 60_000

export function isMissed(dueAt: Date, now: Date, lateWindowMs: number): boolean {
  return now.getTime() - dueAt.getTime() > Math.max(lateWindowMs, ON_TIME_MS)
}
