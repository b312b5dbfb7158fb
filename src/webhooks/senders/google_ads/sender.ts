import type { Sender } from '../shared/contract.ts'
import { membersAt, person, phone, place } from '../shared/mapping.ts'

/** https://developers.google.com/google-ads/webhook/docs/implementation: each lead brings the key that you chose. */
export const googleAds: Sender = {
  name: 'google_ads',
  label: 'Google Ads lead forms',
  group: 'Platforms and shops',
  enterAt:
    'In Google Ads, edit the lead form asset, then open “Export leads from Google Ads”, “Other data integration options”. Enter the URL and a key of your choice, and send test data.',
  token: ['body:/google_key'],
  secret: { is: 'the key that you enter at the lead form in Google Ads' },
  deliveryId: 'body:/lead_id',
  mapping: {
    preset: 'google_ads',
    description: 'Leads of Google Ads lead forms, with the campaign they came from.',
    answers: [place('/user_column_data', '/column_id', ['/string_value'])],
    fields: {
      ...person(),
      phone,
      utm_source: [{ constant: 'google' }],
      utm_medium: [{ constant: 'lead_ads' }],
      ...membersAt('', 'lead_id', 'form_id', 'campaign_id', 'adgroup_id', 'gcl_id', 'is_test'),
    },
  },
}
