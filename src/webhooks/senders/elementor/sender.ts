import type { Sender } from '../shared/contract.ts'
import { at, person, phone, tracking } from '../shared/mapping.ts'

/**
 * https://elementor.com/help/form-widget-webhook/ for the set-up. It does not show a delivery: the payload (with "Advanced
 * Data") is what public receivers of such forms read. Elementor documents no signature and no headers of your own.
 */
export const elementor: Sender = {
  name: 'elementor',
  label: 'Elementor forms',
  group: 'Forms and bookings',
  sendsForm: 'urlencoded',
  mapping: {
    preset: 'elementor',
    answers: [],
    fields: {
      ...person(),
      phone,
      ...tracking,
      form: at('/form/name', '/form_name'),
      landing_page: at('/meta/page_url/value', '/Page URL'),
    },
  },
}
