import { useQueries } from '@tanstack/react-query'
import { answerOf, api, dataOf } from '../api/client.ts'
import { useMay, useMe } from '../api/session.ts'
import { addDays } from '../parts/time/wall-clock.ts'

export type StepName = 'account' | 'key' | 'form' | 'webhook' | 'post' | 'factor'

export interface Step {
  name: StepName
  isDone: boolean
}

/** How far back to look for a contact from a form. */
const FORM_DAYS = 366

type Noun = 'connections' | 'keys' | 'webhooks' | 'posts'

async function hasAny(noun: Noun, signal: AbortSignal): Promise<boolean> {
  return (await answerOf(api.GET(`/v1/${noun}`, { params: { query: { limit: 1 } }, signal }))).pagination.total > 0
}

async function hasFormContact(signal: AbortSignal): Promise<boolean> {
  const to = new Date().toISOString().slice(0, 10)
  const query = { from: addDays(to, 1 - FORM_DAYS), to, by: 'channel' as const }
  const { series } = await dataOf(api.GET('/v1/reports/contacts', { params: { query }, signal }))
  return series.some(({ value }) => value === 'form')
}

interface Look {
  name: StepName
  /** Begins with a noun: a live message about it has the step checked again. */
  key: [noun: string, what: string]
  isDone: (signal: AbortSignal) => Promise<boolean>
}

const LOOKS: Look[] = [
  { name: 'account', key: ['connections', 'any'], isDone: (signal) => hasAny('connections', signal) },
  { name: 'key', key: ['keys', 'any'], isDone: (signal) => hasAny('keys', signal) },
  { name: 'form', key: ['reports', 'forms'], isDone: hasFormContact },
  { name: 'webhook', key: ['webhooks', 'any'], isDone: (signal) => hasAny('webhooks', signal) },
  { name: 'post', key: ['posts', 'any'], isDone: (signal) => hasAny('posts', signal) },
]

/** The steps that this person can take. Undefined until all are checked; a step whose check failed is left out. */
export function useSteps(isWanted: boolean): Step[] | undefined {
  const may = useMay()
  const me = useMe()
  const enabled = isWanted && may.write
  const looks = LOOKS.filter(({ name }) => name !== 'key' || may.own)
  const results = useQueries({
    queries: looks.map(({ key, isDone }) => ({
      queryKey: key,
      queryFn: ({ signal }: { signal: AbortSignal }) => isDone(signal),
      enabled,
    })),
  })
  if (!enabled || me.data === undefined || results.some(({ isPending }) => isPending)) return undefined
  const { two_factor, passkeys } = me.data.user
  const steps = looks.map(({ name }, index) => ({ name, isDone: results[index]?.data }))
  return [
    ...steps.filter((step): step is Step => step.isDone !== undefined),
    { name: 'factor', isDone: two_factor || passkeys > 0 },
  ]
}
