import type { ContactInput } from '../contact-fields.ts'
import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Jobs } from '../jobs/table.ts'
import { createTurns } from '../lib/bounds/work-line.ts'
import { createIssues, type Details, type Issues } from '../lib/issues.ts'
import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { type SecretBox, SecretBoxError } from '../lib/secrets/secret-box.ts'
import { type Message, message } from '../messages/message.ts'
import { findBody, lockState, type Place, updateMapping } from './delivery-store.ts'
import { type MappedItem, startMapping } from './mapping/apply.ts'
import { storedMapping } from './mapping/mapping.ts'
import { parseDelivery } from './mapping/parse-delivery.ts'
import { fetchLead, leadIdsOf } from './senders/meta/leads.ts'
import { senderOf } from './senders/registry.ts'
import { LEADS_MAX } from './senders/shared/contract.ts'
import type { Mapping } from './senders/shared/mapping.ts'
import { openSecret } from './source-secrets.ts'
import { findSource, type SourceRow } from './source-store.ts'

/** Meta's leads are here. INSTAGRAM_API_VERSION overrides the version. */
export const GRAPH = { baseUrl: 'https://graph.facebook.com', version: 'v25.0' }

interface ContactMaker {
  read(issues: Issues, record: Record<string, unknown>): ContactInput
  createIn(
    tx: Tx,
    origin: { workspaceId: string; keyId: null; webhookId: string; deliveryId: string },
    contact: ContactInput,
  ): Promise<{ id: string }>
}

export interface MapperOptions extends Pick<Parts, 'pool' | 'box'> {
  contacts: ContactMaker
  safeFetch: SafeFetch
  /** Meta's Graph API, which has the leads: deliveries contain only their ids. */
  graph: { baseUrl: string; version: string }
}

export interface Draft {
  outcome: 'mapped' | 'skipped' | 'failed'
  contacts: ContactInput[]
  /** Why the delivery, or a part of it, does not become a contact, and what was left out. Field → reasons. */
  issues: Details | null
  retry: boolean
}

interface Delivered {
  content_type: string | null
  body: Buffer
  leads: number | { refusal: Message }
}

export function createMapper(options: MapperOptions) {
  const { pool, contacts } = options

  const draft = async (source: SourceRow, mapping: Mapping, delivered: Delivered): Promise<Draft> => {
    const parsed = parseDelivery(delivered.content_type, delivered.body)
    if ('problem' in parsed) return failed({ body: [parsed.problem] })
    const values = await fetchLeads(options, source, mapping, parsed.value, delivered.leads)
    if ('problem' in values) return failed({ mapping: [values.problem] }, values.retry)
    return draftOf(contacts, mapping, values.list)
  }

  return {
    draft,
    async run({ workspace_id: workspaceId, webhook_id: webhookId, delivery_id: deliveryId }: Jobs['webhook.map']) {
      const place: Place = [workspaceId, webhookId, deliveryId]
      const source = await findSource(pool, workspaceId, webhookId)
      const delivery = await findBody(pool, ...place)
      if (source === null || delivery === null || delivery.mapping_state !== 'pending') return
      const mapping = storedMapping(source)
      const leads = senderOf(source.provider)?.leadsMax ?? LEADS_MAX
      const made = mapping && (await draft(source, mapping, { ...delivery, leads }))
      if (made?.retry) {
        await updateMapping(pool, place, 'pending', made.issues)
        throw new Error('the leads of a delivery cannot be fetched now')
      }
      await transaction(pool, async (tx) => {
        if ((await lockState(tx, ...place))?.mapping_state !== 'pending') return
        const origin = { workspaceId, keyId: null, webhookId, deliveryId }
        for (const contact of made?.contacts ?? []) await contacts.createIn(tx, origin, contact)
        const state = made === null || made.outcome === 'skipped' ? null : made.outcome
        await updateMapping(tx, place, state, made?.issues ?? null)
      })
    },
  }
}

/** Meta sends only the ids of leads, so each lead is fetched. Anything else is mapped as it is. */
async function fetchLeads(
  { box, safeFetch, graph }: MapperOptions,
  source: SourceRow,
  mapping: Mapping,
  value: unknown,
  most: Delivered['leads'],
): Promise<{ list: unknown[] } | { problem: Message; retry: boolean }> {
  const leads = mapping.preset === 'meta_lead_ads' ? leadIdsOf(value) : []
  const token = leads.length === 0 ? { text: null } : openToken(box, source)
  if ('problem' in token) return { ...token, retry: false }
  // Without a token, the mapping itself explains what to do.
  if (token.text === null) return { list: [value] }
  if (typeof most !== 'number') return { problem: most.refusal, retry: false }
  if (leads.length > most)
    return { problem: message('lead.too_many', { count: leads.length, max: most }), retry: false }
  const list: unknown[] = []
  for (const leadId of leads) {
    const lead = await fetchLead(safeFetch, { ...graph, accessToken: token.text, leadId })
    if ('problem' in lead) return lead
    list.push(lead.value)
  }
  return { list }
}

function openToken(box: SecretBox, { id, access_token }: SourceRow): { text: string | null } | { problem: Message } {
  try {
    return { text: openSecret(box, id, 'access_token', access_token) }
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    return {
      problem: message('lead.unreadable_token', {
        reason: message(error.reason === 'unknown_key' ? 'secret.unknown_key' : 'secret.damaged'),
      }),
    }
  }
}

/** A failing delivery fails as a whole, and nobody reads more reasons than this. */
const PROBLEMS_MAX = 100

async function draftOf(contacts: ContactMaker, mapping: Mapping, values: unknown[]): Promise<Draft> {
  const made: ContactInput[] = []
  const problems = createIssues()
  const notes = createIssues()
  const turns = createTurns()
  for (const value of values) {
    const mapped = startMapping(mapping, value)
    if ('problem' in mapped) {
      problems.add('mapping', mapped.problem)
      continue
    }
    let index = 0
    for (const item of mapped.items) {
      if (turns.isDue()) await turns.next()
      if (problems.count >= PROBLEMS_MAX) break
      const path = mapping.each === null ? '' : `items[${index++}].`
      const contact = readItem(contacts, item, path, { problems, notes })
      if (contact !== null) made.push(contact)
    }
  }
  if (problems.count >= PROBLEMS_MAX) problems.add('mapping', 'mapped.more_unread')
  if (problems.count > 0) return failed({ ...problems.details, ...notes.details })
  const issues = notes.count > 0 ? notes.details : null
  return { outcome: made.length > 0 ? 'mapped' : 'skipped', contacts: made, issues, retry: false }
}

function readItem(
  contacts: ContactMaker,
  item: MappedItem,
  path: string,
  { problems, notes }: { problems: Issues; notes: Issues },
): ContactInput | null {
  if ('skipped' in item) {
    notes.add(`${path}skipped`, item.skipped)
    return null
  }
  if ('problems' in item) {
    addAll(problems, path, item.problems)
    return null
  }
  const issues = createIssues()
  const contact = contacts.read(issues, item.record)
  addAll(problems, path, issues.details)
  for (const note of item.notes) notes.add(`${path}notes`, note)
  return issues.count === 0 ? contact : null
}

function addAll(issues: Issues, path: string, details: Details): void {
  for (const [field, reasons] of Object.entries(details)) {
    for (const reason of reasons) issues.add(`${path}${field}`, reason)
  }
}

function failed(issues: Details, retry = false): Draft {
  return { outcome: 'failed', contacts: [], issues, retry }
}
