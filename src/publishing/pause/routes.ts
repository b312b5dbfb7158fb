import { validationError } from '../../errors.ts'
import { callerOf, type Request, workspaceOf } from '../../http/call.ts'
import { dataAnswer, operationsOf } from '../../http/route.ts'
import type { InstallationGuard } from '../../installation/guard.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { lookAgain, type PauseOptions, resumePublishing, showPublishing } from './pause.ts'
import { PublishingStateSchema, publishingStateExample } from './schemas.ts'

interface Deps {
  pausing: PauseOptions
  guard: InstallationGuard
  clock: Clock
  users: { get(id: string): Promise<{ name: string }> }
}

const operation = operationsOf<Deps>('Publishing')

const NOT_PAUSED = 'Publishing is not paused.'

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
  invalid: { state: NOT_PAUSED },
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
  invalid: { state: NOT_PAUSED },
  async handle(deps, request) {
    const isPaused = await lookAgain(deps.pausing.pool, new Date(deps.clock.now()))
    if (!isPaused) throw validationError({ state: [NOT_PAUSED] })
    return show(deps, request)
  },
})

function show({ pausing, clock }: Deps, request: Request) {
  return showPublishing(pausing, workspaceOf(request), new Date(clock.now()))
}
