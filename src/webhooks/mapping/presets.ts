import type { AnswerPlace, FieldRule, Mapping, PresetName, Scalar, Take } from './contract.ts'
import * as samples from './samples.ts'

interface Preset {
  title: string
  description: string
  /** Who signs such deliveries, as a webhook's provider is named. */
  provider: 'none' | 'stripe' | 'meta' | 'hmac'
  mapping: Mapping
  sample: unknown
}

const PHONE = ['phone', 'phone number', 'mobile', 'mobile number', 'telephone', 'tel', 'cell']
const FIRST_NAME = ['first name', 'fname', 'given name', 'forename']
const LAST_NAME = ['last name', 'lname', 'family name', 'surname']
const FULL_NAME = ['full name', 'name', 'contact name', 'customer name']
const EMAIL = ['email', 'email address', 'mail', 'work email', 'business email', 'contact email']
const COMPANY = ['company', 'company name', 'organization', 'organisation', 'business name']

const TYPEFORM_VALUES =
  '/email /phone_number /text /choice/label /choice/other /choices/labels /choices/other /number /boolean /date /url /file_url'
const CHECKOUT = '/data/object'
const CUSTOMER = `${CHECKOUT}/customer_details`
const CUSTOMER_NAME = [`${CUSTOMER}/individual_name`, `${CUSTOMER}/name`]

/** Mappings for deliveries that look the same for everybody. Questions of a form are found by their common names. */
export const PRESETS: Record<PresetName, Preset> = {
  // https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving
  meta_lead_ads: {
    title: 'Meta lead ads',
    description:
      'Leads of Facebook and Instagram forms. Meta announces a lead by its id; with an access token the lead itself is ' +
      'read from Meta. Leads with their field_data, as relays send them, need no token.',
    provider: 'meta',
    mapping: mappingOf('meta_lead_ads', null, [place('/field_data', '/name', ['/values', '/value'])], {
      ...person(),
      phone: named(PHONE),
      utm_source: [...named(['utm_source']), ...at('/platform'), { constant: 'meta' }],
      utm_medium: [...named(['utm_medium']), { constant: 'lead_ads' }],
      utm_campaign: [...named(['utm_campaign']), ...at('/campaign_name')],
      lead_id: at('/id', '/leadgen_id'),
      ...membersAt('', ['form_id', 'ad_id']),
    }),
    sample: samples.metaLead,
  },
  // https://www.typeform.com/developers/webhooks/example-payload/
  typeform: {
    title: 'Typeform',
    description:
      'Answers by the titles of their questions, and hidden fields. Sign with provider hmac: header Typeform-Signature, ' +
      'prefix sha256=, SHA-256, base64.',
    provider: 'hmac',
    mapping: mappingOf(
      'typeform',
      { pointer: '/event_type', equals: ['form_response'] },
      [
        {
          ...place('/form_response/answers', '/field/id', TYPEFORM_VALUES.split(' ')),
          questions: '/form_response/definition/fields',
        },
        place('/form_response/hidden'),
      ],
      {
        ...person(at('/form_response/answers/[type=email]/email')),
        phone: [...at('/form_response/answers/[type=phone_number]/phone_number'), ...named(PHONE)],
        ...tracking(),
        form: at('/form_response/definition/title', '/form_response/form_id'),
        response_id: at('/form_response/token'),
      },
    ),
    sample: samples.typeform,
  },
  // https://tally.so/help/webhooks
  tally: {
    title: 'Tally',
    description:
      'Answers by the labels of their questions, choices by their texts, and hidden fields. Sign with provider hmac: ' +
      'header Tally-Signature, SHA-256, base64.',
    provider: 'hmac',
    mapping: mappingOf(
      'tally',
      { pointer: '/eventType', equals: ['FORM_RESPONSE'] },
      [{ ...place('/data/fields', '/label', ['/value']), options: '/options' }],
      {
        ...person(at('/data/fields/[type=INPUT_EMAIL]/value')),
        phone: [...at('/data/fields/[type=INPUT_PHONE_NUMBER]/value'), ...named(PHONE)],
        ...tracking(),
        form: at('/data/formName', '/data/formId'),
        response_id: at('/data/responseId'),
      },
    ),
    sample: samples.tally,
  },
  // https://developer.calendly.com/api-docs: webhook payload of an invitee
  calendly: {
    title: 'Calendly',
    description:
      'People who book (invitee.created), with their answers and tracking; cancellations are skipped. Sign with ' +
      'provider hmac: header Calendly-Webhook-Signature, prefix t={timestamp},v1=, template {timestamp}.{body}, SHA-256, hex.',
    provider: 'hmac',
    mapping: mappingOf(
      'calendly',
      { pointer: '/event', equals: ['invitee.created'] },
      [place('/payload/questions_and_answers', '/question', ['/answer'])],
      {
        first_name: [...at('/payload/first_name'), ...taken('first_word', at('/payload/name'))],
        last_name: [...at('/payload/last_name'), ...taken('rest', at('/payload/name'))],
        email: at('/payload/email'),
        company: named(COMPANY),
        phone: [...named(PHONE), ...at('/payload/text_reminder_number')],
        utm_source: [...at('/payload/tracking/utm_source'), { constant: 'calendly' }],
        ...membersAt('/payload/tracking', ['utm_medium', 'utm_campaign', 'utm_content', 'utm_term']),
        meeting: at('/payload/scheduled_event/name'),
        meeting_start: at('/payload/scheduled_event/start_time'),
        timezone: at('/payload/timezone'),
      },
    ),
    sample: samples.calendly,
  },
  // https://docs.stripe.com/api/checkout/sessions/object
  stripe_checkout: {
    title: 'Stripe Checkout',
    description: 'Customers of checkout.session.completed, with custom fields and metadata; other events are skipped.',
    provider: 'stripe',
    mapping: mappingOf(
      'stripe_checkout',
      { pointer: '/type', equals: ['checkout.session.completed'] },
      [
        place(`${CHECKOUT}/custom_fields`, '/key', ['/text/value', '/dropdown/value', '/numeric/value']),
        place(`${CHECKOUT}/metadata`),
      ],
      {
        first_name: [...named(FIRST_NAME), ...taken('first_word', [...at(...CUSTOMER_NAME), ...named(FULL_NAME)])],
        last_name: [...named(LAST_NAME), ...taken('rest', [...at(...CUSTOMER_NAME), ...named(FULL_NAME)])],
        email: at(`${CUSTOMER}/email`, `${CHECKOUT}/customer_email`),
        company: [...at(`${CUSTOMER}/business_name`), ...named(COMPANY)],
        phone: [...at(`${CUSTOMER}/phone`), ...named(PHONE)],
        country: at(`${CUSTOMER}/address/country`),
        ...tracking(),
        ...membersAt(CHECKOUT, ['amount_total', 'currency', 'payment_status']),
        checkout_session: at(`${CHECKOUT}/id`),
        stripe_customer: at(`${CHECKOUT}/customer`),
        reference: at(`${CHECKOUT}/client_reference_id`),
      },
    ),
    sample: samples.stripeCheckout,
  },
  generic_form: {
    title: 'Any form',
    description:
      'JSON or a submitted HTML form with fields of common names (first_name, firstName, name, email, e-mail, company, ' +
      'phone, utm_source, …), at any depth. Every other value is kept as an additional field.',
    provider: 'none',
    mapping: mappingOf('generic_form', null, [], { ...person(), phone: named(PHONE), ...tracking() }),
    sample: samples.genericForm,
  },
}

type Fields = Mapping['fields']
type SearchRule = Exclude<FieldRule, { constant: Scalar }>

function mappingOf(preset: PresetName, when: Mapping['when'], answers: AnswerPlace[], fields: Fields): Mapping {
  return { preset, each: null, when, answers, fields, rest: true }
}

function at(...pointers: string[]): SearchRule[] {
  return pointers.map((pointer) => ({ pointer }))
}

function named(names: readonly string[]): SearchRule[] {
  return names.map((answer) => ({ answer }))
}

function taken(take: Take, rules: readonly SearchRule[]): SearchRule[] {
  return rules.map((rule) => ({ ...rule, take }))
}

function membersAt(pointer: string, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, at(`${pointer}/${name}`)]))
}

function place(pointer: string, name = '/name', value = ['/value']): AnswerPlace {
  return { pointer, name, value, options: null, questions: null }
}

/** Who it is, by the names of the answers. */
function person(email: SearchRule[] = []): Fields {
  return {
    first_name: [...named(FIRST_NAME), ...taken('first_word', named(FULL_NAME))],
    last_name: [...named(LAST_NAME), ...taken('rest', named(FULL_NAME))],
    email: [...email, ...named(EMAIL)],
    company: named(COMPANY),
  }
}

function tracking(): Fields {
  return { utm_source: named(['utm_source']), utm_medium: named(['utm_medium']) }
}
