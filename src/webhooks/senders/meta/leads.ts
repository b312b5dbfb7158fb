import { SafeFetchError, type SafeFetchRequest } from '../../../lib/net/fetch-error.ts'
import type { SafeFetchAnswer } from '../../../lib/net/safe-fetch.ts'
import { withoutEndSlash } from '../../../lib/text/text.ts'
import { parseDelivery } from '../../mapping/parse-delivery.ts'
import { follow } from '../../mapping/pointer.ts'

export const LEAD_WITHOUT_TOKEN =
  'Meta sends only the id of a lead, and reading the lead needs an access token. Set access_token of the webhook to a ' +
  'Page access token with the permission leads_retrieval, then replay this delivery.'

interface LeadRequest {
  baseUrl: string
  version: string
  accessToken: string
  leadId: string
}

/** `problem` is a whole sentence. `retry`: the same request may succeed later. */
type LeadAnswer = { value: unknown } | { problem: string; retry: boolean }

const IDS_MAX = 1_000
const LEAD_ID = /^\d{1,32}$/
const FIELDS = 'id,field_data,form_id,created_time,ad_id,campaign_name,platform'
const TIMEOUT_MS = 20_000
const MAX_BYTES = 262_144

/** The leads that a delivery of Meta announces: it carries their ids and nothing of the person. */
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
  if (!LEAD_ID.test(leadId))
    return { problem: 'The id of the lead is not a number, so it cannot be read.', retry: false }
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
    return { problem: `Lead ${leadId} could not be read from Meta: ${error.message}`, retry: !isOurs }
  }
  const parsed = parseDelivery('application/json', answer.body)
  const value = 'value' in parsed ? parsed.value : null
  if (answer.status === 200 && Array.isArray(follow(value, '/field_data')?.value)) return { value }
  return explain(leadId, answer.status, value)
}

/** Meta's own words are not repeated: "Malformed access token …" has the token in it. */
function explain(leadId: string, status: number, value: unknown): LeadAnswer {
  const code = follow(value, '/error/code')?.value
  const said = typeof code === 'number' ? `error ${code}` : `status ${status}`
  const start = `Meta did not give lead ${leadId} (${said})`
  const refused = (what: string) => ({ problem: `${start}. ${what} Then replay this delivery.`, retry: false })
  if (code === 190 || code === 102 || status === 401) {
    return refused('The access token is not valid any more: set access_token of the webhook to a new one.')
  }
  if (code === 10 || code === 3 || (typeof code === 'number' && code >= 200 && code <= 299)) {
    return refused(
      'The access token lacks a permission: make one with leads_retrieval, pages_read_engagement and ads_management, ' +
        'and give its app access in the Leads Access Manager of the Page.',
    )
  }
  const isBusy = typeof code === 'number' && BUSY_CODES.has(code)
  if (isBusy || status === 429 || status >= 500 || follow(value, '/error/is_transient')?.value === true) {
    return { problem: `${start}: it is busy or out of order. The lead is asked for again by itself.`, retry: true }
  }
  if (code === 100) {
    return refused('It was deleted, or the access token is not of its Page: check that the Page is the right one.')
  }
  if (status === 200) return refused('The answer has no field_data: check that the token has leads_retrieval.')
  return refused('Check the access token of the webhook, and the version of the Graph API.')
}

/** Out of order for a moment, and the limits of app, user, Page and ad account. */
const BUSY_CODES = new Set([1, 2, 4, 17, 32, 341, 613, 80001, 80004, 80005])
