import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { ApiProblem, messageOf } from '../api/client.ts'

/** What a form was refused for and no field of it can show. */
export interface Refusal {
  texts: string[]
  /** When it makes sense to try again, in milliseconds since 1970. */
  retryAt: number | null
}

/** `scopes[2]` belongs to the field `scopes`. */
const baseOf = (field: string) => field.split(/[.[]/, 1)[0]!

/** The API begins its sentences with the field's name, which people see as a label already. */
function besideField(field: string, text: string): string {
  if (!text.startsWith(`${field} `)) return text
  const index = /\[(\d+)\]$/.exec(field)?.[1]
  return `${index === undefined ? 'This' : `Entry ${Number(index) + 1}`}${text.slice(field.length)}`
}

/**
 * Runs what a form is for, once at a time. Each complaint about a field goes beside it; the rest is `refusal`. What was
 * typed stays.
 */
export function useSubmit<V extends Record<string, unknown>>(form: UseFormReturnType<V>) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isUnderWay = useRef(false)

  const refuse = (error: unknown) => {
    const details = error instanceof ApiProblem ? Object.entries(error.details) : []
    const fields = form.getValues()
    const beside: Record<string, string> = {}
    const rest: string[] = []
    for (const [field, texts] of details) {
      const base = baseOf(field)
      if (base in fields)
        beside[base] = [beside[base], ...texts.map((text) => besideField(field, text))].filter(Boolean).join(' ')
      else rest.push(...texts)
    }
    form.setErrors(beside)
    const first = Object.keys(beside)[0]
    if (first) form.getInputNode(first)?.focus()
    if (first && rest.length === 0) return
    const wait = error instanceof ApiProblem ? error.retryAfter : null
    setRefusal({
      texts: rest.length > 0 ? rest : [messageOf(error)],
      retryAt: wait === null ? null : Date.now() + wait * 1000,
    })
  }

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      refuse(error)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { isBusy, refusal, run, forget: () => setRefusal(null) }
}
