import type { PresetName } from '../source/senders.ts'

export const PRESET_WORDS: Record<PresetName, string> = {
  meta_lead_ads: 'Leads of Facebook and Instagram forms, with the campaign they came from.',
  typeform: 'Answers of a Typeform, by the titles of their questions, with its hidden fields.',
  tally: 'Answers of a Tally form, by the labels of their questions, with its hidden fields.',
  calendly: 'People who book a meeting, with their answers and where they came from. Cancellations are skipped.',
  stripe_checkout: 'Customers who paid at Stripe Checkout, with the amount. Other events are skipped.',
  generic_form:
    'Any form with usual field names, such as name, email and company. Everything else is kept as additional fields.',
}
