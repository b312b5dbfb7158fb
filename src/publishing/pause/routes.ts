import { validationError } from '../../errors.ts'
import { callerOf, type Request } from '../../http/call.ts'
import type { Operation } from '../../http/route.ts'
import { success } from '../../http/schemas.ts'
import type { InstallationGuard } from '../../installation/guard.ts'
import * as S from '../../lib/schema.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { lookAgain, type PauseOptions, resumePublishing, showPublishing } from './pause.ts'
import { PublishingStateSchema, publishingStateExample } from './schemas.ts'

interface Deps {
  pausing: PauseOptions
  guard: InstallationGuard
  clock: Clock
  users: { get(id: string): Promise<{ name: string }> }
}

const NOT_PAUSED = 'Publishing is not paused.'

const answers = {
  200: {
    description: 'How it is now.',
    schema: success(S.refTo(PublishingStateSchema)),
    example: { success: true, data: publishingStateExample },
  },
}

export const getPublishing: Operation<Deps> = {
  id: 'getPublishing',
  tag: 'Publishing',
  summary: 'See whether publishing is paused',
  description:
    'After a restore, a copy or a failover that may have lost commits nothing is sent until a person has looked: posts may ' +
    'be public that the database believes unsent. The accounts are read back meanwhile, and posts that are found there are ' +
    'recorded as published. A due post waits; it is not missed because of the pause alone.',
  answers,
  async handle(deps, request, reply) {
    return reply.send({ success: true, data: await show(deps, request) })
  },
}

const refusal: Pick<Operation<Deps>, 'errors' | 'errorExamples'> = {
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'state', message: NOT_PAUSED } },
}

export const resumePublishingRoute: Operation<Deps> = {
  id: 'resumePublishing',
  tag: 'Publishing',
  summary: 'Resume publishing',
  description:
    'Only an owner, in the dashboard or with `doorpost publishing resume`. Posts that are later than the late window are ' +
    'then missed, counted from their date, as after any outage; posts that were due before the pause and could not be looked ' +
    'for are `unconfirmed`; all others go out.',
  answers,
  ...refusal,
  async handle(deps, request, reply) {
    const caller = callerOf(request)
    const by = caller.kind === 'user' ? (await deps.users.get(caller.userId)).name : 'an owner'
    const isResumed = await resumePublishing(deps.pausing, by, new Date(deps.clock.now()))
    if (!isResumed) throw validationError({ state: [NOT_PAUSED] })
    await deps.guard.check()
    return reply.send({ success: true, data: await show(deps, request) })
  },
}

export const lookAgainRoute: Operation<Deps> = {
  id: 'lookAtAccounts',
  tag: 'Publishing',
  summary: 'Read the accounts back again',
  description: 'While publishing is paused, for instance because a platform could not be asked. Sends nothing.',
  answers,
  ...refusal,
  async handle(deps, request, reply) {
    const isPaused = await lookAgain(deps.pausing.pool, new Date(deps.clock.now()))
    if (!isPaused) throw validationError({ state: [NOT_PAUSED] })
    return reply.send({ success: true, data: await show(deps, request) })
  },
}

function show({ pausing, clock }: Deps, request: Request) {
  return showPublishing(pausing, callerOf(request).workspaceId, new Date(clock.now()))
}
