import type { Pool } from '../../db/database.ts'
import { callerOf } from '../../http/call.ts'
import { dataAnswer, operationsOf } from '../../http/route.ts'
import { groupDigits } from '../../lib/text/text.ts'
import { ContactValuesSchema, contactValuesExample, VALUES_COUNTED, VALUES_MAX } from '../schemas.ts'
import { type FieldValue, selectValues, VALUE_FIELDS, type ValueField } from './store.ts'

const operation = operationsOf<{ reads: Pool }>('Contacts')

export const getContactValues = operation({
  id: 'getContactValues',
  summary: 'Values to filter contacts by',
  description:
    `The values of \`utm_source\`, \`utm_medium\` and \`form\` that occur, up to ${VALUES_MAX} each, those of most contacts ` +
    `first. Counting ends at ${groupDigits(VALUES_COUNTED)}, so that it is quick however many contacts there are.`,
  answers: { 200: dataAnswer('The values.', ContactValuesSchema, contactValuesExample) },
  async handle({ reads }, request) {
    const { workspaceId } = callerOf(request)
    const data: Partial<Record<ValueField, FieldValue[]>> = {}
    for (const field of VALUE_FIELDS) {
      data[field] = (await selectValues(reads, workspaceId, field)).sort(mostFirst).slice(0, VALUES_MAX)
    }
    return data
  },
})

function mostFirst(a: FieldValue, b: FieldValue): number {
  return b.contacts - a.contacts || (a.value < b.value ? -1 : 1)
}
