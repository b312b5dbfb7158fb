import { SafeFetchError, type SafeFetchRequest } from '../../../lib/net/fetch-error.ts'
import type { SafeFetchAnswer } from '../../../lib/net/safe-fetch.ts'
import { withoutEndSlash } from '../../../lib/text/text.ts'
import { type Message, message } from '../../../messages/message.ts'
import { parseDelivery } from '../../mapping/parse-delivery.ts'
import { follow } from '../../mapping/pointer.ts'

interface LeadRequest {
  baseUrl: string
  version: string
  accessToken: string
  leadId: string
}

/** `retry`: the same request may succeed later. */
type LeadAnswer = { value: unknown } | { problem: Message; retry: boolean }

const IDS_MAX = 1_000
const LEAD_ID = /^\d{1,32}$/
const FIELDS = 'id,field_data,form_id,created_time,ad_id,campaign_name,platform'
const TIMEOUT_MS = 20_000
const MAX_BYTES = 262_144

/** The leads that a delivery of Meta announces. It contains only their ids, and nothing about the person. */
export function leadIdsOf(value: unknown): string[] {
  const ids = new Set<string>()
  for (const entry of listAt(value, '/entry')) {
    for (const change of listAt(entry, '/changes')) {
      if (follow(change, '/field')?.value !== 'leadgen') continue
      const id = follow(change, '/value/leadgen_id')?.value
      const text = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id
      if (typeof text === 'string' && LEAD_ID.test(text) && ids.size < IDS_MAX) ids.add(text)
    }
  }
  return [...ids]
}

function listAt(value: unknown, pointer: string): unknown[] {
  const found = follow(value, pointer)?.value
  return Array.isArray(found) ? found : []
}

/** Reads one lead. A read changes nothing, so the caller may repeat it. */
export async function fetchLead(
  http: (request: SafeFetchRequest) => Promise<SafeFetchAnswer>,
  { baseUrl, version, accessToken, leadId }: LeadRequest,
): Promise<LeadAnswer> {
  if (!LEAD_ID.test(leadId)) return { problem: message('lead.wrong_id'), retry: false }
  let answer: SafeFetchAnswer
  try {
    answer = await http({
      url: `${withoutEndSlash(baseUrl)}/${version}/${leadId}?fields=${FIELDS}`,
      // Not in the URL, where logs and proxies would see it.
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      httpsOnly: true,
    })
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    const isOurs = error.reason === 'refused_url' || error.reason === 'refused_address'
    return { problem: message('lead.unreachable', { lead: leadId, reason: error.said }), retry: !isOurs }
  }
  const parsed = parseDelivery('application/json', answer.body)
  const value = 'value' in parsed ? parsed.value : null
  if (answer.status === 200 && Array.isArray(follow(value, '/field_data')?.value)) return { value }
  return explain(leadId, answer.status, value)
}

/** Meta's own words are not repeated: "Malformed access token …" includes the token. */
function explain(lead: string, status: number, value: unknown): LeadAnswer {
  const code = follow(value, '/error/code')?.value
  const number = typeof code === 'number' ? code : 0
  const said = typeof code === 'number' ? message('lead.error', { code }) : message('lead.status', { status })
  const isTransient = follow(value, '/error/is_transient')?.value === true
  if (number === 190 || number === 102 || status === 401) return refused('lead.expired_token')
  if (number === 10 || number === 3 || (number >= 200 && number <= 299)) return refused('lead.weak_token')
  if (BUSY_CODES.has(number) || status === 429 || status >= 500 || isTransient) {
    return { problem: message('lead.busy', { lead, said }), retry: true }
  }
  if (number === 100) return refused('lead.gone')
  return refused(status === 200 ? 'lead.no_data' : 'lead.refused')

  function refused(why: 'lead.expired_token' | 'lead.weak_token' | 'lead.gone' | 'lead.no_data' | 'lead.refused') {
    return { problem: message(why, { lead, said }), retry: false }
  }
}

/** Temporary outages, and the limits of app, user, Page and ad account. */
const BUSY_CODES = new Set([1, 2, 4, 17, 32, 341, 613, 80001, 80004, 80005])
