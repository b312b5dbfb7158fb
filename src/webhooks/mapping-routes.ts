import { pickFields } from '../contact-fields.ts'
import { callerOf, scopesOf } from '../http/call.ts'
import { idOf, readInput } from '../http/input/input.ts'
import { dataAnswer, listAnswer, operationsOf } from '../http/route.ts'
import { readPreview } from './input.ts'
import { PRESET_NAMES } from './mapping/contract.ts'
import { PRESETS } from './mapping/presets.ts'
import { showMapping } from './mapping/read-mapping.ts'
import { WEBHOOK_NOT_FOUND } from './routes.ts'
import { PresetSchema, PreviewRequestSchema, PreviewSchema, previewExample } from './schemas.ts'
import type { Webhooks } from './webhooks.ts'

const operation = operationsOf<{ webhooks: Webhooks }>('Webhooks')

const presets = PRESET_NAMES.map((preset) => {
  const { title, description, provider, mapping, sample } = PRESETS[preset]
  return { preset, title, description, provider, mapping: showMapping(mapping), sample }
})

export const listPresets = operation({
  id: 'listPresets',
  summary: 'List the mapping presets',
  description: 'Each with the mapping it stands for and a delivery as the sender makes it.',
  answers: { 200: listAnswer('All presets.', PresetSchema, ...presets.slice(-1)) },
  handle: async () => presets,
})

export const previewMapping = operation({
  id: 'previewMapping',
  summary: 'Try a mapping',
  description:
    'Shows which contacts a delivery would become, or why it would not. Stores nothing. Leads of which Meta sends only the ' +
    'ids are fetched with the access token of the webhook, up to 20 of a stored delivery and only for callers with ' +
    '`webhooks:write`.',
  body: {
    schema: PreviewRequestSchema,
    examples: {
      sample: { body: { name: 'Ana Silva', email: 'ana@example.com' }, mapping: { preset: 'generic_form' } },
    },
  },
  answers: { 200: dataAnswer('What would become of it.', PreviewSchema, previewExample) },
  missing: WEBHOOK_NOT_FOUND,
  invalid: { delivery_id: 'Send delivery_id of a stored delivery, or body to try.' },
  async handle({ webhooks }, request) {
    const id = idOf(request)
    const preview = readInput(request, readPreview)
    const caller = callerOf(request)
    const mayFetchLeads = scopesOf(caller).has('webhooks:write')
    const draft = await webhooks.preview(caller.workspaceId, id, { ...preview, mayFetchLeads })
    if (draft === null) return null
    const contacts = draft.contacts.map((contact) => ({ ...pickFields(contact), extra: contact.extra }))
    return { outcome: draft.outcome, contacts, issues: draft.issues }
  },
})
