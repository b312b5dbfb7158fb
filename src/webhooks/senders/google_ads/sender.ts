import type { Sender } from '../shared/contract.ts'
import { membersAt, person, phone, place } from '../shared/mapping.ts'

/** https://developers.google.com/google-ads/webhook/docs/implementation: each lead brings the key that you chose. */
export const googleAds: Sender = {
  name: 'google_ads',
  label: 'Google Ads lead forms',
  group: 'Platforms and shops',
  token: ['body:/google_key'],
  secret: {},
  deliveryId: 'body:/lead_id',
  mapping: {
    preset: 'google_ads',
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
