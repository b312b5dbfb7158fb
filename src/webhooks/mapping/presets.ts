import type { AnswerPlace, FieldRule, Mapping, PresetName, Take } from './contract.ts'
import * as samples from './samples.ts'

export interface Preset {
  title: string
  description: string
  /** Who signs such deliveries, as a webhook's provider is named. */
  provider: 'none' | 'stripe' | 'meta' | 'hmac'
  mapping: Mapping
  /** A delivery as the provider sends it. */
  sample: unknown
}

const PHONE = ['phone', 'phone number', 'mobile', 'mobile number', 'telephone', 'tel', 'cell']
const FIRST_NAME = ['first name', 'fname', 'given name', 'forename']
const LAST_NAME = ['last name', 'lname', 'family name', 'surname']
const FULL_NAME = ['full name', 'name', 'contact name', 'customer name']
const EMAIL = ['email', 'email address', 'mail', 'work email', 'business email', 'contact email']
const COMPANY = ['company', 'company name', 'organization', 'organisation', 'business name']

/**
 * Mappings for deliveries that look the same for everybody. What a form's own questions are called differs, so they are
 * found by the names that people commonly give them.
 */
export const PRESETS: Record<PresetName, Preset> = {
  // https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving
  meta_lead_ads: {
    title: 'Meta lead ads',
    description:
      'Leads of Facebook and Instagram forms. Meta announces a lead by its id; with an access token the lead itself is ' +
      'read from Meta. Leads with their field_data, as relays send them, need no token.',
    provider: 'meta',
    mapping: {
      preset: 'meta_lead_ads',
      each: null,
      when: null,
      answers: [place('/field_data', '/name', ['/values', '/value'])],
      fields: {
        ...person(),
        phone: named(PHONE),
        utm_source: [...named(['utm_source']), ...at(['/platform']), { constant: 'meta' }],
        utm_medium: [...named(['utm_medium']), { constant: 'lead_ads' }],
        utm_campaign: [...named(['utm_campaign']), ...at(['/campaign_name'])],
        lead_id: at(['/id', '/leadgen_id']),
        form_id: at(['/form_id']),
        ad_id: at(['/ad_id']),
      },
      rest: true,
    },
    sample: samples.metaLead,
  },
  // https://www.typeform.com/developers/webhooks/example-payload/
  typeform: {
    title: 'Typeform',
    description:
      'Answers by the titles of their questions, and hidden fields. Sign with provider hmac: header Typeform-Signature, ' +
      'prefix sha256=, SHA-256, base64.',
    provider: 'hmac',
    mapping: {
      preset: 'typeform',
      each: null,
      when: { pointer: '/event_type', equals: ['form_response'] },
      answers: [
        {
          pointer: '/form_response/answers',
          name: '/field/id',
          value: [
            '/email',
            '/phone_number',
            '/text',
            '/choice/label',
            '/choice/other',
            '/choices/labels',
            '/choices/other',
            '/number',
            '/boolean',
            '/date',
            '/url',
            '/file_url',
          ],
          options: null,
          questions: '/form_response/definition/fields',
        },
        place('/form_response/hidden'),
      ],
      fields: {
        ...person({ email: at(['/form_response/answers/[type=email]/email']) }),
        phone: [...at(['/form_response/answers/[type=phone_number]/phone_number']), ...named(PHONE)],
        ...tracking(),
        form: at(['/form_response/definition/title', '/form_response/form_id']),
        response_id: at(['/form_response/token']),
      },
      rest: true,
    },
    sample: samples.typeform,
  },
  // https://tally.so/help/webhooks
  tally: {
    title: 'Tally',
    description:
      'Answers by the labels of their questions, choices by their texts, and hidden fields. Sign with provider hmac: ' +
      'header Tally-Signature, SHA-256, base64.',
    provider: 'hmac',
    mapping: {
      preset: 'tally',
      each: null,
      when: { pointer: '/eventType', equals: ['FORM_RESPONSE'] },
      answers: [{ ...place('/data/fields', '/label', ['/value']), options: '/options' }],
      fields: {
        ...person({ email: at(['/data/fields/[type=INPUT_EMAIL]/value']) }),
        phone: [...at(['/data/fields/[type=INPUT_PHONE_NUMBER]/value']), ...named(PHONE)],
        ...tracking(),
        form: at(['/data/formName', '/data/formId']),
        response_id: at(['/data/responseId']),
      },
      rest: true,
    },
    sample: samples.tally,
  },
  // https://developer.calendly.com/api-docs: webhook payload of an invitee
  calendly: {
    title: 'Calendly',
    description:
      'People who book (invitee.created), with their answers and tracking; cancellations are skipped. Sign with ' +
      'provider hmac: header Calendly-Webhook-Signature, prefix t={timestamp},v1=, template {timestamp}.{body}, SHA-256, hex.',
    provider: 'hmac',
    mapping: {
      preset: 'calendly',
      each: null,
      when: { pointer: '/event', equals: ['invitee.created'] },
      answers: [place('/payload/questions_and_answers', '/question', ['/answer'])],
      fields: {
        first_name: [...at(['/payload/first_name']), ...at(['/payload/name'], 'first_word')],
        last_name: [...at(['/payload/last_name']), ...at(['/payload/name'], 'rest')],
        email: at(['/payload/email']),
        company: named(COMPANY),
        phone: [...named(PHONE), ...at(['/payload/text_reminder_number'])],
        utm_source: [...at(['/payload/tracking/utm_source']), { constant: 'calendly' }],
        utm_medium: at(['/payload/tracking/utm_medium']),
        utm_campaign: at(['/payload/tracking/utm_campaign']),
        utm_content: at(['/payload/tracking/utm_content']),
        utm_term: at(['/payload/tracking/utm_term']),
        meeting: at(['/payload/scheduled_event/name']),
        meeting_start: at(['/payload/scheduled_event/start_time']),
        timezone: at(['/payload/timezone']),
      },
      rest: true,
    },
    sample: samples.calendly,
  },
  // https://docs.stripe.com/api/checkout/sessions/object
  stripe_checkout: {
    title: 'Stripe Checkout',
    description: 'Customers of checkout.session.completed, with custom fields and metadata; other events are skipped.',
    provider: 'stripe',
    mapping: {
      preset: 'stripe_checkout',
      each: null,
      when: { pointer: '/type', equals: ['checkout.session.completed'] },
      answers: [
        place('/data/object/custom_fields', '/key', ['/text/value', '/dropdown/value', '/numeric/value']),
        place('/data/object/metadata'),
      ],
      fields: {
        first_name: [
          ...named(FIRST_NAME),
          ...at(['/data/object/customer_details/individual_name', '/data/object/customer_details/name'], 'first_word'),
          ...named(FULL_NAME, 'first_word'),
        ],
        last_name: [
          ...named(LAST_NAME),
          ...at(['/data/object/customer_details/individual_name', '/data/object/customer_details/name'], 'rest'),
          ...named(FULL_NAME, 'rest'),
        ],
        email: at(['/data/object/customer_details/email', '/data/object/customer_email']),
        company: [...at(['/data/object/customer_details/business_name']), ...named(COMPANY)],
        phone: [...at(['/data/object/customer_details/phone']), ...named(PHONE)],
        country: at(['/data/object/customer_details/address/country']),
        ...tracking(),
        amount_total: at(['/data/object/amount_total']),
        currency: at(['/data/object/currency']),
        payment_status: at(['/data/object/payment_status']),
        checkout_session: at(['/data/object/id']),
        stripe_customer: at(['/data/object/customer']),
        reference: at(['/data/object/client_reference_id']),
      },
      rest: true,
    },
    sample: samples.stripeCheckout,
  },
  generic_form: {
    title: 'Any form',
    description:
      'JSON or a submitted HTML form with fields of common names (first_name, firstName, name, email, e-mail, company, ' +
      'phone, utm_source, …), at any depth. Every other value is kept as an additional field.',
    provider: 'none',
    mapping: {
      preset: 'generic_form',
      each: null,
      when: null,
      answers: [],
      fields: { ...person(), phone: named(PHONE), ...tracking() },
      rest: true,
    },
    sample: samples.genericForm,
  },
}

function at(pointers: readonly string[], take?: Take): FieldRule[] {
  return pointers.map((pointer) => (take === undefined ? { pointer } : { pointer, take }))
}

function named(names: readonly string[], take?: Take): FieldRule[] {
  return names.map((answer) => (take === undefined ? { answer } : { answer, take }))
}

function place(pointer: string, name = '/name', value = ['/value']): AnswerPlace {
  return { pointer, name, value, options: null, questions: null }
}

/** Who it is, by the names of the answers. */
function person(before: { email?: FieldRule[] } = {}): Record<string, FieldRule[]> {
  return {
    first_name: [...named(FIRST_NAME), ...named(FULL_NAME, 'first_word')],
    last_name: [...named(LAST_NAME), ...named(FULL_NAME, 'rest')],
    email: [...(before.email ?? []), ...named(EMAIL)],
    company: named(COMPANY),
  }
}

function tracking(): Record<string, FieldRule[]> {
  return { utm_source: named(['utm_source']), utm_medium: named(['utm_medium']) }
}
