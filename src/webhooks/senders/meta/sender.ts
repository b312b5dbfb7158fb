import { rule, type Sender } from '../shared/contract.ts'
import { at, membersAt, named, person, phone, place } from '../shared/mapping.ts'

/**
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started for signature and handshake,
 * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving for the lead, which leads.ts fetches.
 */
export const meta: Sender = {
  name: 'meta',
  label: 'Facebook and Instagram (Meta)',
  group: 'Platforms and shops',
  signatures: [rule({ header: 'x-hub-signature-256', prefix: 'sha256=' })],
  secret: {},
  verifyToken: true,
  accessToken: true,
  // It puts up to 1,000 changes into one delivery.
  leadsMax: 1_000,
  handshake: {
    method: 'GET',
    challenge: ({ query, isVerifyToken }) =>
      query['hub.mode'] === 'subscribe' && isVerifyToken(query['hub.verify_token']) && query['hub.challenge'],
  },
  mapping: {
    preset: 'meta_lead_ads',
    answers: [place('/field_data', '/name', ['/values', '/value'])],
    fields: {
      ...person(),
      phone,
      utm_source: [...named('utm_source'), ...at('/platform'), { constant: 'meta' }],
      utm_medium: [...named('utm_medium'), { constant: 'lead_ads' }],
      utm_campaign: [...named('utm_campaign'), ...at('/campaign_name')],
      lead_id: at('/id', '/leadgen_id'),
      ...membersAt('', 'form_id', 'ad_id'),
    },
  },
}
