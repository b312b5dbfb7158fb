import { pickFields } from '../../contact-fields.ts'
import { validationError } from '../../errors.ts'
import { callerOf, scopesOf } from '../../http/call.ts'
import type { Operation } from '../../http/route.ts'
import { IdParams, success } from '../../http/schemas.ts'
import { objectBody } from '../../http/server/body.ts'
import { createIssues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { previewExample } from '../examples.ts'
import { PresetSchema, PreviewRequestSchema, PreviewSchema } from '../schemas.ts'
import { readPreview } from '../sources/input.ts'
import { WEBHOOK_NOT_FOUND, webhookId, webhookNotFound } from '../sources/routes.ts'
import type { Webhooks } from '../webhooks.ts'
import { PRESET_NAMES } from './contract.ts'
import { PRESETS } from './presets.ts'
import { showMapping } from './read-mapping.ts'

interface Deps {
  webhooks: Webhooks
}

const presets = PRESET_NAMES.map((preset) => {
  const { title, description, provider, mapping, sample } = PRESETS[preset]
  return { preset, title, description, provider, mapping: showMapping(mapping), sample }
})

export const listPresets: Operation<Deps> = {
  id: 'listPresets',
  tag: 'Webhooks',
  summary: 'List the mapping presets',
  description: 'Each with the mapping it stands for and a delivery as the sender makes it.',
  answers: {
    200: {
      description: 'All presets.',
      schema: success(S.array(S.refTo(PresetSchema))),
      example: { success: true, data: presets.slice(-1) },
    },
  },
  handle: async (_deps, _request, reply) => reply.send({ success: true, data: presets }),
}

export const previewMapping: Operation<Deps> = {
  id: 'previewMapping',
  tag: 'Webhooks',
  summary: 'Try a mapping',
  description:
    'Shows which contacts a delivery would become, or why it would not. Stores nothing. Leads of which Meta sends only the ' +
    'ids are fetched with the access token of the webhook, up to 20 of a stored delivery and only for callers with ' +
    '`webhooks:write`.',
  params: IdParams,
  body: {
    kind: 'json',
    schema: S.refTo(PreviewRequestSchema),
    examples: {
      sample: { body: { name: 'Ana Silva', email: 'ana@example.com' }, mapping: { preset: 'generic_form' } },
    },
  },
  answers: {
    200: {
      description: 'What would become of it.',
      schema: success(S.refTo(PreviewSchema)),
      example: { success: true, data: previewExample },
    },
  },
  errors: ['not_found'],
  errorExamples: {
    not_found: { message: WEBHOOK_NOT_FOUND },
    validation_error: { field: 'delivery_id', message: 'Send delivery_id of a stored delivery, or body to try.' },
  },
  async handle({ webhooks }, request, reply) {
    const id = webhookId(request)
    const issues = createIssues()
    const preview = readPreview(issues, objectBody(request))
    if (issues.count > 0) throw validationError(issues.details)
    const caller = callerOf(request)
    const mayFetchLeads = scopesOf(caller).has('webhooks:write')
    const draft = await webhooks.preview(caller.workspaceId, id, { ...preview, mayFetchLeads })
    if (draft === null) throw webhookNotFound()
    if ('field' in draft) throw validationError({ [draft.field]: [draft.message] })
    const { outcome, contacts, issues: reasons } = draft
    return reply.send({
      success: true,
      data: {
        outcome,
        contacts: contacts.map((contact) => ({ ...pickFields(contact), extra: contact.extra })),
        issues: reasons,
      },
    })
  },
}
