/** Deliveries as the providers document them, with invented people. */

/** A lead as the Graph API gives it. */
export const metaLead = {
  id: '1234567890123456',
  created_time: '2026-11-15T09:30:00+0000',
  form_id: '987654321098765',
  ad_id: '120210000000000001',
  campaign_name: 'Autumn offer',
  platform: 'ig',
  field_data: [
    { name: 'full_name', values: ['Ana Maria Silva'] },
    { name: 'email', values: ['ana@example.com'] },
    { name: 'phone_number', values: ['+351210000000'] },
    { name: 'company_name', values: ['Example Ltd'] },
    { name: 'which_services_interest_you?', values: ['Design', 'Hosting'] },
  ],
}

export const typeform = {
  event_id: '01KA3C8Z6N8Y0W2Q4S6T8V0X2Z',
  event_type: 'form_response',
  form_response: {
    form_id: 'lT4Z3j',
    token: 'a3a12ec67a1365927098a606107fac15',
    landed_at: '2026-11-15T09:28:41Z',
    submitted_at: '2026-11-15T09:30:00Z',
    hidden: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'autumn' },
    calculated: { score: 9 },
    definition: {
      id: 'lT4Z3j',
      title: 'Tell us about your project',
      fields: [
        {
          id: 'k6TP9oLGgHjl',
          ref: '01KA3C8Z00000000000000CNTC',
          type: 'contact_info',
          title: 'Who are you?',
          properties: {
            fields: [
              { id: 'DlXFaesGBpoF', type: 'short_text', title: 'First name', subfield_key: 'first_name' },
              { id: 'SMEUb7VJz92Q', type: 'short_text', title: 'Last name', subfield_key: 'last_name' },
              { id: 'JwWggjAKtOkA', type: 'email', title: 'Email', subfield_key: 'email' },
              { id: 'gFFf3xAkJKsr', type: 'phone_number', title: 'Phone number', subfield_key: 'phone_number' },
            ],
          },
        },
        { id: 'RUqkXSeXBXSd', type: 'dropdown', title: "What's your budget?", properties: {} },
        { id: 'KoJxDM3c6x8h', type: 'multiple_choice', title: 'Which services interest you?', properties: {} },
        { id: '8q0U9qpJQpQz', type: 'yes_no', title: 'May we call you?', properties: {} },
      ],
    },
    answers: [
      { type: 'text', text: 'Ana', field: { id: 'DlXFaesGBpoF', type: 'short_text', ref: 'first' } },
      { type: 'text', text: 'Silva', field: { id: 'SMEUb7VJz92Q', type: 'short_text', ref: 'last' } },
      { type: 'email', email: 'ana@example.com', field: { id: 'JwWggjAKtOkA', type: 'email', ref: 'mail' } },
      {
        type: 'phone_number',
        phone_number: '+351210000000',
        field: { id: 'gFFf3xAkJKsr', type: 'phone_number', ref: 'phone' },
      },
      { type: 'choice', choice: { label: '10,000–50,000' }, field: { id: 'RUqkXSeXBXSd', type: 'dropdown' } },
      {
        type: 'choices',
        choices: { labels: ['Design', 'Hosting'] },
        field: { id: 'KoJxDM3c6x8h', type: 'multiple_choice' },
      },
      { type: 'boolean', boolean: true, field: { id: '8q0U9qpJQpQz', type: 'yes_no' } },
    ],
  },
}

export const tally = {
  eventId: 'a4cb511e-d513-4fa5-baee-b815d718dfd1',
  eventType: 'FORM_RESPONSE',
  createdAt: '2026-11-15T09:30:00.889Z',
  data: {
    responseId: '2wgx4n',
    submissionId: '2wgx4n',
    respondentId: 'dwQKYm',
    formId: 'VwbNEw',
    formName: 'Contact us',
    createdAt: '2026-11-15T09:30:00.000Z',
    fields: [
      { key: 'question_3EKz4n', label: 'Your name', type: 'INPUT_TEXT', value: 'Ana Silva' },
      { key: 'question_nGDeMy', label: 'Where can we reach you?', type: 'INPUT_EMAIL', value: 'ana@example.com' },
      { key: 'question_w7dJVo', label: 'Phone', type: 'INPUT_PHONE_NUMBER', value: '+351210000000' },
      {
        key: 'question_mDzrQ1',
        label: 'Budget',
        type: 'DROPDOWN',
        value: ['988e6036-b466-4ac1-b8c1-5270adb94e35'],
        options: [
          { id: 'aa746040-c324-429d-9026-fa699b1af97c', text: 'Up to 10,000' },
          { id: '988e6036-b466-4ac1-b8c1-5270adb94e35', text: '10,000–50,000' },
        ],
      },
      { key: 'question_mRzr1o', label: 'Message', type: 'TEXTAREA', value: 'We need a new site.\nSoon.' },
      { key: 'question_wLqr3b_1', label: 'utm_source', type: 'HIDDEN_FIELDS', value: 'newsletter' },
      { key: 'question_wLqr3b_2', label: 'utm_medium', type: 'HIDDEN_FIELDS', value: 'email' },
      { key: 'question_xVqr9c', label: 'Brief', type: 'FILE_UPLOAD', value: null },
    ],
  },
}

export const calendly = {
  created_at: '2026-11-15T09:30:00.000000Z',
  created_by: 'https://api.calendly.com/users/AAAAAAAAAAAAAAAA',
  event: 'invitee.created',
  payload: {
    cancel_url: 'https://calendly.com/cancellations/AAAAAAAAAAAAAAAA',
    created_at: '2026-11-15T09:30:00.000000Z',
    email: 'ana@example.com',
    event: 'https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA',
    first_name: null,
    last_name: null,
    name: 'Ana Silva',
    new_invitee: null,
    old_invitee: null,
    questions_and_answers: [
      { answer: 'Example Ltd', position: 0, question: 'Company' },
      { answer: 'A new site', position: 1, question: 'What would you like to talk about?' },
    ],
    reschedule_url: 'https://calendly.com/reschedulings/AAAAAAAAAAAAAAAA',
    rescheduled: false,
    scheduled_event: {
      uri: 'https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA',
      name: 'First talk',
      status: 'active',
      start_time: '2026-11-20T10:00:00.000000Z',
      end_time: '2026-11-20T10:30:00.000000Z',
    },
    status: 'active',
    text_reminder_number: '+351210000000',
    timezone: 'Europe/Lisbon',
    tracking: {
      utm_campaign: 'autumn',
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_content: null,
      utm_term: null,
      salesforce_uuid: null,
    },
    updated_at: '2026-11-15T09:30:00.000000Z',
    uri: 'https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA/invitees/AAAAAAAAAAAAAAAA',
  },
}

export const stripeCheckout = {
  id: 'evt_1SAMPLE0000000000000000',
  object: 'event',
  api_version: '2026-01-28',
  created: 1_794_735_000,
  type: 'checkout.session.completed',
  livemode: false,
  data: {
    object: {
      id: 'cs_test_a1SAMPLE0000000000000000',
      object: 'checkout.session',
      amount_subtotal: 2198,
      amount_total: 2198,
      client_reference_id: 'order-17',
      currency: 'eur',
      custom_fields: [
        {
          key: 'vatnumber',
          label: { custom: 'VAT number', type: 'custom' },
          optional: true,
          text: { default_value: null, maximum_length: null, minimum_length: null, value: 'PT999999990' },
          type: 'text',
        },
      ],
      customer: 'cus_SAMPLE00000000',
      customer_details: {
        address: { city: 'Lisboa', country: 'PT', line1: 'Rua 1', line2: null, postal_code: '1000-001', state: null },
        business_name: 'Example Ltd',
        email: 'ana@example.com',
        individual_name: null,
        name: 'Ana Silva',
        phone: '+351210000000',
        tax_exempt: 'none',
        tax_ids: [],
      },
      customer_email: null,
      metadata: { utm_source: 'newsletter', utm_medium: 'email', plan: 'starter' },
      mode: 'payment',
      payment_status: 'paid',
      status: 'complete',
    },
  },
}

export const genericForm = {
  firstName: 'Ana',
  lastName: 'Silva',
  'E-mail': 'ana@example.com',
  company: 'Example Ltd',
  phone: '+351210000000',
  interests: ['Design', 'Hosting'],
  message: 'We need a new site.',
  consent: true,
  utm_source: 'newsletter',
  utm_medium: 'email',
  'g-recaptcha-response': '03AGdBq2',
}
