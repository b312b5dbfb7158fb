import { rule, type Sender } from '../shared/contract.ts'
import { at, names, orNameOfAddress } from '../shared/mapping.ts'

const property = (name: string) => at(`/properties/${name}/value`)

/**
 * https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests for the signature (version 3, the
 * time is in milliseconds), https://knowledge.hubspot.com/workflows/how-do-i-use-webhooks-with-hubspot-workflows and
 * https://developers.hubspot.com/docs/reference/api/crm/objects/contacts/v1 for the contact that a workflow sends.
 */
export const hubspot: Sender = {
  name: 'hubspot',
  label: 'HubSpot',
  group: 'Newsletters and customers',
  signatures: [
    rule({
      header: 'x-hubspot-signature-v3',
      encoding: 'base64',
      template: '{method}{url}{body}{timestamp}',
      timestamp_header: 'x-hubspot-request-timestamp',
    }),
  ],
  secret: {},
  deliveryId: 'body:/vid',
  mapping: {
    preset: 'hubspot',
    answers: [],
    rest: false,
    fields: orNameOfAddress({
      ...names([], property('firstname'), property('lastname')),
      email: property('email'),
      company: property('company'),
      phone: [...property('phone'), ...property('mobilephone')],
      utm_source: property('hs_analytics_source'),
      job_title: property('jobtitle'),
      lifecycle_stage: property('lifecyclestage'),
      hubspot_id: at('/vid'),
    }),
  },
}
