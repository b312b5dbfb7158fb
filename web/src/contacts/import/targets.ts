import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ImportPreview } from '../../api/schema.ts'

// The possible uses of a file's column, in words, and the person's decisions.

export type PreviewColumn = ImportPreview['columns'][number]

/** By the place of the column, from 1. `{ extra }` is an additional field of that name. */
export type Decided = Readonly<Record<number, Target | { extra: string }>>

export const TARGETS = {
  email: msg`E-mail`,
  first_name: msg`First name`,
  last_name: msg`Last name`,
  full_name: msg({ message: 'First and last name', comment: 'A column of a file that has both in one' }),
  company: msg`Company`,
  utm_source: msg({ message: 'Source', comment: 'Where a contact came from, such as "newsletter"' }),
  utm_medium: msg({ message: 'Medium', comment: 'How a contact came, such as "email"' }),
  status: msg`Status`,
  owner: msg({ message: 'Owner', comment: 'The person of the team who looks after a contact' }),
  tags: msg`Tags`,
  extra: msg`An additional field`,
  ignored: msg({ message: 'Nothing: leave it out', comment: 'What becomes of a column of a file' }),
} satisfies Record<string, MessageDescriptor>

export type Target = keyof typeof TARGETS

export const TARGET_GROUPS: ReadonlyArray<readonly [group: MessageDescriptor, targets: readonly Target[]]> = [
  [msg`The person`, ['email', 'first_name', 'last_name', 'full_name', 'company']],
  [msg`Where they came from`, ['utm_source', 'utm_medium']],
  [msg`Your work`, ['status', 'owner', 'tags']],
  [msg({ message: 'Something else', comment: 'Heading of the other choices in a list' }), ['extra', 'ignored']],
]

export function targetOf({ use, field }: Pick<PreviewColumn, 'use' | 'field'>): Target {
  if (use === 'field' || use === 'lead') return field as Target
  return use === 'json' ? 'extra' : use
}

/** The name of the additional field that a column becomes. */
export function extraName({ name, field }: Pick<PreviewColumn, 'name' | 'field'>): string {
  return field ?? name
}

const HALVES = { full_name: ['first_name', 'last_name'] } as const

function fieldsOf(decision: Decided[number]): readonly string[] {
  if (typeof decision === 'object' || decision === 'extra' || decision === 'ignored') return []
  return decision === 'full_name' ? HALVES.full_name : [decision]
}

/** Decides about a column. Another one that was to become the same is guessed again. */
export function decide(decided: Decided, place: number, decision: Decided[number]): Decided {
  const taken = fieldsOf(decision)
  const others = Object.entries(decided).filter(
    ([other, each]) => Number(other) !== place && !fieldsOf(each).some((field) => taken.includes(field)),
  )
  return { ...Object.fromEntries(others), [place]: decision }
}
