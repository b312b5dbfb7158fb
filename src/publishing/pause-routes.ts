import { validationError } from '../errors.ts'
import { callerOf, type Request, workspaceOf } from '../http/call.ts'
import { exampledReason, ReasonCode, ReasonValues } from '../http/reason.ts'
import { dataAnswer, operationsOf } from '../http/route.ts'
import { maybeId, maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import { MISMATCH_CODES } from '../installation/compare.ts'
import type { InstallationGuard } from '../installation/guard.ts'
import * as S from '../lib/schema.ts'
import type { Clock } from '../lib/time/clock.ts'
import { message } from '../messages/message.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { lookAgain, type PauseOptions, resumePublishing, SHOWN_MAX, showPublishing } from './pause.ts'

export const LOOK_OUTCOMES = ['found', 'not_found', 'cannot_tell', 'failed'] as const

const pausedPost = S.exampled({
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'],
  platform: [S.oneOf(FORMATS), 'short'],
  connection_id: [maybeId('The account it names. Null for the default one.'), '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9030'],
  text: [S.nullable('string', 'The beginning of it.'), 'We open at nine.'],
  due_at: [Timestamp, '2026-11-15T09:00:00.000Z'],
  outcome: [
    S.oneOfOrNull(
      LOOK_OUTCOMES,
      'What the account shows: `found` posts are recorded as published. `cannot_tell`: the platform does not let anyone read it. ' +
        '`failed`: it could not be asked. Null when it was not looked for yet.',
    ),
    'found',
  ],
  note: [S.nullable('string', 'Why it could not be told.'), null],
  note_code: [ReasonCode, null],
  note_values: [ReasonValues, null],
  permalink: [S.nullable('string'), 'https://x.com/example/status/1'],
  on_resume: [
    S.oneOf(
      ['nothing', 'sent', 'missed', 'unconfirmed'],
      'What becomes of it when publishing is resumed. A post that is sent goes out at its date.',
    ),
    'nothing',
  ],
})

export const { schema: PublishingStateSchema, example: publishingStateExample } = S.exampledOutput('PublishingState', {
  state: [S.oneOf(['active', 'paused']), 'paused'],
  code: [S.oneOfOrNull(MISMATCH_CODES, 'Why it is paused, for programs.'), 'older_database'],
  ...exampledReason('Why it is paused, for people.', message('installation.older_database', { counted: 41, sent: 42 })),
  since: [maybeTime(), '2026-11-15T09:30:00.000Z'],
  looked_at: [maybeTime('When the accounts were last read back. Null until that is done.'), '2026-11-15T09:30:04.000Z'],
  resumed_at: [maybeTime('When it was last resumed.'), null],
  resumed_by: [S.nullable('string'), null],
  posts: [
    S.array(S.closed(pausedPost.fields), {
      maxItems: SHOWN_MAX,
      description: 'While paused: posts that are due or were looked for, by their date.',
    }),
    [pausedPost.example],
  ],
})

interface Deps {
  pausing: PauseOptions
  guard: InstallationGuard
  clock: Clock
  users: { get(id: string): Promise<{ name: string }> }
}

const operation = operationsOf<Deps>('Publishing')

const NOT_PAUSED = message('publishing.not_paused')

const answers = { 200: dataAnswer('How it is now.', PublishingStateSchema, publishingStateExample) }

export const getPublishing = operation({
  id: 'getPublishing',
  summary: 'See whether publishing is paused',
  description:
    'After a restore, a copy or a failover that may have lost commits nothing is sent until a person has looked: posts may ' +
    'be public that the database believes unsent. The accounts are read back meanwhile, and posts that are found there are ' +
    'recorded as published. A due post waits; it is not missed because of the pause alone.',
  answers,
  handle: show,
})

export const resumePublishingRoute = operation({
  id: 'resumePublishing',
  idempotent: 'repeatable',
  summary: 'Resume publishing',
  description:
    'Only an owner, in the dashboard or with `doorpost publishing resume`. Posts that are later than the late window are ' +
    'then missed, counted from their date, as after any outage; posts that were due before the pause and could not be looked ' +
    'for are `unconfirmed`; all others go out.',
  answers,
  async handle(deps, request) {
    const caller = callerOf(request)
    const by = caller.kind === 'user' ? (await deps.users.get(caller.userId)).name : 'an owner'
    const isResumed = await resumePublishing(deps.pausing, by, new Date(deps.clock.now()))
    if (!isResumed) throw validationError({ state: [NOT_PAUSED] })
    await deps.guard.check()
    return show(deps, request)
  },
})

export const lookAgainRoute = operation({
  id: 'lookAtAccounts',
  idempotent: 'repeatable',
  summary: 'Read the accounts back again',
  description: 'While publishing is paused, for instance because a platform could not be asked. Sends nothing.',
  answers,
  async handle(deps, request) {
    const isPaused = await lookAgain(deps.pausing.pool, new Date(deps.clock.now()))
    if (!isPaused) throw validationError({ state: [NOT_PAUSED] })
    return show(deps, request)
  },
})

function show({ pausing, clock }: Deps, request: Request) {
  return showPublishing(pausing, workspaceOf(request), new Date(clock.now()))
}
