import { useQuery } from '@tanstack/react-query'
import { answerOf, api, dataOf } from '../api/client.ts'
import { useMay, useMe } from '../api/session.ts'
import { addDays } from '../parts/wall-clock.ts'

export type StepName = 'account' | 'key' | 'form' | 'webhook' | 'post' | 'factor'

export interface Step {
  name: StepName
  isDone: boolean
}

/** Days that are looked back for a contact from a form. */
const FORM_DAYS = 366

type Counted = '/v1/connections' | '/v1/keys' | '/v1/webhooks' | '/v1/posts'

async function hasAny(path: Counted, signal: AbortSignal): Promise<boolean> {
  return (await answerOf(api.GET(path, { params: { query: { limit: 1 } }, signal }))).pagination.total > 0
}

async function hasFormContact(signal: AbortSignal): Promise<boolean> {
  const to = new Date().toISOString().slice(0, 10)
  const query = { from: addDays(to, 1 - FORM_DAYS), to, by: 'channel' as const }
  const { series } = await dataOf(api.GET('/v1/reports/contacts', { params: { query }, signal }))
  return series.some(({ value }) => value === 'form')
}

/**
 * The steps that this person can take, each ticked by what is really there. Undefined until everything is known; a step that
 * could not be looked at is left out.
 */
export function useSteps(isWanted: boolean): Step[] | undefined {
  const may = useMay()
  const me = useMe()
  const enabled = isWanted && may.write
  // One answer under each noun, so that a live message has it looked at again.
  const account = useQuery({
    queryKey: ['connections', 'any'],
    queryFn: ({ signal }) => hasAny('/v1/connections', signal),
    enabled,
  })
  const key = useQuery({
    queryKey: ['keys', 'any'],
    queryFn: ({ signal }) => hasAny('/v1/keys', signal),
    enabled: enabled && may.own,
  })
  const form = useQuery({ queryKey: ['reports', 'forms'], queryFn: ({ signal }) => hasFormContact(signal), enabled })
  const webhook = useQuery({
    queryKey: ['webhooks', 'any'],
    queryFn: ({ signal }) => hasAny('/v1/webhooks', signal),
    enabled,
  })
  const post = useQuery({
    queryKey: ['posts', 'any'],
    queryFn: ({ signal }) => hasAny('/v1/posts', signal),
    enabled,
  })
  if (!enabled || me.data === undefined) return undefined
  const looks = { account, ...(may.own ? { key } : {}), form, webhook, post }
  if (Object.values(looks).some(({ isPending }) => isPending)) return undefined
  const { two_factor, passkeys } = me.data.user
  return [
    ...Object.entries(looks).flatMap(([name, { data }]) =>
      data === undefined ? [] : [{ name: name as StepName, isDone: data }],
    ),
    { name: 'factor', isDone: two_factor || passkeys > 0 },
  ]
}
