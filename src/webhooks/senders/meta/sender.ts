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
  enterAt:
    'In your app at Meta, open Webhooks, choose Page, and subscribe to leadgen with this URL and the verify token.',
  signatures: [rule({ header: 'x-hub-signature-256', prefix: 'sha256=' })],
  secret: { is: 'the app secret in the basic settings of your app at Meta' },
  verifyToken: {
    label: 'Verify token',
    description: 'A word of your choice. Enter the same at Meta, which sends it when the URL is registered.',
  },
  accessToken: {
    label: 'Page access token',
    description:
      'Meta announces a lead by its number only. With a long-lived page access token Doorpost reads the lead itself.',
  },
  handshake: {
    method: 'GET',
    challenge: ({ query, isVerifyToken }) =>
      query['hub.mode'] === 'subscribe' && isVerifyToken(query['hub.verify_token']) && query['hub.challenge'],
  },
  mapping: {
    preset: 'meta_lead_ads',
    title: 'Meta lead ads',
    description:
      'Leads of Facebook and Instagram forms, with the campaign they came from. Meta announces a lead by its id; with an ' +
      'access token the lead itself is read from Meta. Leads with their field_data, as relays send them, need no token.',
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
