import { pickFields } from '../contact-fields.ts'
import { type Db, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { sendPage } from '../http/answers/answer.ts'
import { type IfMatch, readIfMatch, requireMatch, taggedByVersion } from '../http/answers/etag.ts'
import { callerOf, type Request, scopesOf, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { answerDeleted, idOf, objectBody, readInput, readQuery } from '../http/input.ts'
import { readPage } from '../http/pagination.ts'
import * as Q from '../http/query.ts'
import { deletedAnswer, listAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { PageQuery } from '../http/schemas.ts'
import { enqueue } from '../jobs/queue.ts'
import { createIssues } from '../lib/issues.ts'
import { allForReader } from '../messages/for-reader.ts'
import { type Message, message } from '../messages/message.ts'
import { catalogueOf, sentence } from '../messages/sentence.ts'
import { NO_DELIVERY, WEBHOOK_NOT_FOUND } from './deliveries.ts'
import { eraseReceived, findBody } from './delivery-store.ts'
import type { Webhooks } from './deps.ts'
import { readPreview, readSource } from './input.ts'
import { storedMapping } from './mapping/mapping.ts'
import { PresetSchema, preview, previewRequest, webhook, webhookWithUrl } from './schemas.ts'
import { readPayload } from './senders/payload.ts'
import { PRESETS, type Preset, providerOf } from './senders/registry.ts'
import { codeOfText } from './senders/shared/texts.ts'
import { findSource, findSourceForChange, revokeSources } from './source-store.ts'
import { nameTaken } from './sources.ts'

interface Deps extends CreationDeps, Pick<Parts, 'jobs'> {
  webhooks: Webhooks
}

const operation = operationsOf<Deps>('Webhooks')

const onWebhook = operationsOf<Deps>('Webhooks', { missing: WEBHOOK_NOT_FOUND })

export const createWebhook = operation({
  id: 'createWebhook',
  showsSecret: true,
  summary: 'Create a webhook',
  description:
    'The answer shows its `receive_url`, once: give it to the sender. Secrets are kept encrypted and never shown. A webhook ' +
    'that verifies but has no secret yet refuses everything and keeps it: set the secret when the sender shows it, then ' +
    'accept what was refused. A repeat for an Idempotency-Key shows the webhook with `receive_url` null, because the URL ' +
    'is not kept; rotate it to get a new one.',
  idempotent: 'own',
  body: {
    schema: webhook.newSchema,
    examples: {
      smallest: { name: 'Website form' },
      signed: { name: 'Shop orders', provider: 'shopify', secret: 'hush', retention_days: 30 },
      mapped: { name: 'Leads', mapping: { preset: 'generic_form' } },
    },
  },
  answers: { 201: recordAnswer('The webhook is there. Keep its URL secret.', webhookWithUrl) },
  async handle(deps, request, reply) {
    const { input, idempotencyKey } = readCreation(request, readSource)
    const { workspaceId } = callerOf(request)
    const create = async (db: Db) => {
      const data = await deps.webhooks.sources.createIn(db, workspaceId, input)
      if (data === null) throw validationError({ name: [nameTaken(input.name)] })
      return data
    }
    return answerCreated(deps, request, reply, idempotencyKey, (tx) => create(tx ?? deps.pool), 'receive_url')
  },
})

export const listWebhooks = operation({
  id: 'listWebhooks',
  summary: 'List webhooks',
  description:
    'Newest first, revoked ones included. The receive URL itself was shown once, when the webhook was created.',
  query: PageQuery,
  answers: { 200: pageAnswer('A page of webhooks.', webhook.schema, webhook.example) },
  async handle({ webhooks }, request, reply) {
    const page = readQuery(request, readPage)
    return sendPage(reply, await webhooks.sources.list(workspaceOf(request), page))
  },
})

export const getWebhook = onWebhook({
  id: 'getWebhook',
  summary: 'Read a webhook',
  answers: { 200: { ...recordAnswer('The webhook.', webhook), etag: true } },
  handle: async ({ webhooks }, request, reply) =>
    taggedByVersion(reply, await webhooks.sources.get(workspaceOf(request), idOf(request))),
})

export const updateWebhook = onWebhook({
  id: 'updateWebhook',
  idempotent: 'repeatable',
  summary: 'Change a webhook',
  description:
    'Only what is sent changes; null clears. A new `secret` leaves the one before valid for 24 hours, so that the sender ' +
    'can change over; `secret: null` ends both at once. While `paused` the URL answers 503 with `Retry-After`, so that senders try again.',
  body: {
    schema: webhook.changeSchema,
    examples: { pause: { paused: true }, secret: { provider: 'github', secret: 'the new one' } },
  },
  ifMatch: true,
  answers: { 200: { ...recordAnswer('The webhook as it is now.', webhook), etag: true } },
  async handle({ webhooks }, request, reply) {
    const id = idOf(request)
    const issues = createIssues()
    const change = webhook.readChange(issues, objectBody(request))
    const sent = { ...change, ifMatch: readIfMatch(issues, request) }
    return taggedByVersion(reply, await webhooks.sources.update(workspaceOf(request), id, issues, sent))
  },
})

export const rotateWebhook = onWebhook({
  id: 'rotateWebhook',
  idempotent: 'atomic',
  secret: 'receive_url',
  showsSecret: true,
  summary: 'Get a new receive URL',
  description:
    'Shown once: a repeat for an Idempotency-Key shows `receive_url` as null. The URL before works for 24 hours more, the one before that ends at once: to ' +
    'end a URL that leaked, rotate twice.',
  answers: {
    200: recordAnswer('The webhook with its new URL.', webhookWithUrl, {
      previous_key_until: '2026-11-16T09:30:00.000Z',
    }),
  },
  handle: ({ webhooks }, request, _reply, tx) => webhooks.sources.rotate(tx, workspaceOf(request), idOf(request)),
})

const deleteQuery = Q.parameters({ erase: Q.flag('Also erase all that it received. False when left out.') })

// Steps that run before the response; the job erases the rest, and deliveries that arrive meanwhile.
const ERASE_STEPS = 10
const ERASE_AGAIN_MS = 5_000

interface Revocation {
  erase: boolean
  ifMatch: IfMatch | null
}

async function revoke({ pool, jobs, clock }: Deps, workspaceId: string, id: string, { erase, ifMatch }: Revocation) {
  const found = await transaction(pool, async (tx) => {
    const source = await findSourceForChange(tx, workspaceId, id)
    if (source === null) return false
    requireMatch(ifMatch, source.version)
    await revokeSources(tx, workspaceId, { id }, new Date(clock.now()))
    const runAt = new Date(clock.now() + ERASE_AGAIN_MS)
    const payload = { workspace_id: workspaceId, webhook_id: id }
    if (erase) await enqueue(tx, { task: 'webhook.erase', key: id, payload, runAt })
    return true
  })
  if (found && erase) await eraseReceived(jobs, [workspaceId, id], ERASE_STEPS)
  return found
}

export const deleteWebhook = onWebhook({
  id: 'deleteWebhook',
  summary: 'Revoke a webhook',
  description:
    'Its URL answers 404 from then on. What it received stays until its time is over, or goes at once with `erase`: large ' +
    'amounts are erased in the background. Contacts that were made from it stay.',
  query: deleteQuery.schema,
  ifMatch: true,
  answers: { 200: deletedAnswer('The webhook is revoked.', webhook.example) },
  handle: (deps, request) =>
    answerDeleted(request, (id) => {
      const sent = readQuery(request, (issues, query) => ({
        ...deleteQuery.read(issues, query),
        ifMatch: readIfMatch(issues, request),
      }))
      return revoke(deps, workspaceOf(request), id, sent)
    }),
})

export const listPresets = operation({
  id: 'listPresets',
  summary: 'List the mapping presets',
  description: 'Each with the mapping it stands for and a delivery as the sender makes it.',
  answers: { 200: listAnswer('All presets.', PresetSchema, showPreset(['generic_form', PRESETS.generic_form!])) },
  handle: async () => Object.entries(PRESETS).map(showPreset),
})

function showPreset([preset, { sender, mapping }]: [string, Preset]) {
  return {
    preset,
    title: catalogueOf('en')[codeOfText(sender, 'title')] ?? sender.label,
    description: sentence({ code: codeOfText(sender, 'description') }),
    provider: providerOf(sender),
    mapping,
    sample: readPayload(sender.name),
  }
}

// Otherwise anyone could use the webhook's access token to read leads by their ids.
const PREVIEWED_LEADS_MAX = 20

function whyNoLeads(request: Request, isStored: boolean): Message | null {
  if (!isStored) return message('lead.not_stored')
  return scopesOf(callerOf(request)).has('webhooks:write') ? null : message('lead.may_not_fetch')
}

export const previewMapping = onWebhook({
  id: 'previewMapping',
  summary: 'Try a mapping',
  description:
    'Shows which contacts a delivery would become, or why it would not. Stores nothing. Leads of which Meta sends only the ' +
    'ids are fetched with the access token of the webhook, up to 20 of a stored delivery and only for callers with ' +
    '`webhooks:write`.',
  body: {
    schema: previewRequest.schema,
    examples: {
      sample: { body: { name: 'Ana Silva', email: 'ana@example.com' }, mapping: { preset: 'generic_form' } },
    },
  },
  answers: { 200: recordAnswer('What would become of it.', preview) },
  async handle({ webhooks, pool }, request) {
    const [workspaceId, id] = [workspaceOf(request), idOf(request)]
    const { mapping, deliveryId, sample } = readInput(request, readPreview)
    const source = await findSource(pool, workspaceId, id)
    if (source === null) return null
    const chosen = mapping ?? storedMapping(source)
    if (chosen === null) throw validationError({ mapping: [message('webhook.no_mapping')] })
    const tried = deliveryId === null ? sample : await findBody(pool, workspaceId, id, deliveryId)
    if (tried === null) throw validationError({ delivery_id: [NO_DELIVERY] })
    const refusal = whyNoLeads(request, deliveryId !== null)
    const leads = refusal === null ? PREVIEWED_LEADS_MAX : { refusal }
    const draft = await webhooks.mapper.draft(source, chosen, { ...tried, leads })
    const contacts = draft.contacts.map((contact) => ({ ...pickFields(contact), extra: contact.extra }))
    return { outcome: draft.outcome, contacts, issues: draft.issues && allForReader(draft.issues) }
  },
})
