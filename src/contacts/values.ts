import { namedStatuses } from '../contact-fields.ts'
import type { Pool } from '../db/database.ts'
import { callerOf } from '../http/call.ts'
import { dataAnswer, operationsOf } from '../http/route.ts'
import { groupDigits } from '../lib/text/text.ts'
import { countMatching } from './contacts.ts'
import { ContactValuesSchema, contactValuesExample, VALUES_COUNTED, VALUES_MAX } from './schemas.ts'
import type { ContactFilter } from './store.ts'
import { findStatusNames, selectTeam } from './team.ts'
import { type FieldValue, selectTags, selectValues, VALUE_FIELDS, type ValueField } from './values-store.ts'

const operation = operationsOf<{ reads: Pool }>('Contacts')

export const getContactValues = operation({
  id: 'getContactValues',
  summary: 'Values to filter contacts by',
  description:
    `The values of \`utm_source\`, \`utm_medium\`, \`form\` and \`tag\` that occur, up to ${VALUES_MAX} each, those of most ` +
    `contacts first; all statuses; and the people of the team, whom contacts can be assigned to. Counting ends at ${groupDigits(VALUES_COUNTED)}, so that it is quick however many contacts there are.`,
  answers: { 200: dataAnswer('The values.', ContactValuesSchema, contactValuesExample) },
  async handle({ reads }, request) {
    const { workspaceId } = callerOf(request)
    const data: Partial<Record<ValueField, FieldValue[]>> = {}
    for (const field of VALUE_FIELDS) {
      data[field] = (await selectValues(reads, workspaceId, field)).sort(mostFirst).slice(0, VALUES_MAX)
    }
    const count = async (filter: ContactFilter) =>
      (await countMatching(reads, workspaceId, filter, VALUES_COUNTED)).total
    const named = namedStatuses(await findStatusNames(reads, workspaceId))
    const statuses = named.map(({ key: value, label }) => ({ value, label }))
    const team = (await selectTeam(reads, workspaceId)).map(({ id: value, name: label }) => ({ value, label }))
    return {
      ...data,
      status: await countEach(statuses, ({ value }) => count({ status: value })),
      owner_id: await countEach(team, ({ value }) => count({ ownerId: value })),
      tag: await selectTags(reads, workspaceId),
    }
  },
})

async function countEach<T extends object>(items: readonly T[], count: (item: T) => Promise<number>) {
  const counted: Array<T & { contacts: number }> = []
  for (const item of items) counted.push({ ...item, contacts: await count(item) })
  return counted
}

function mostFirst(a: FieldValue, b: FieldValue): number {
  return b.contacts - a.contacts || (a.value < b.value ? -1 : 1)
}
