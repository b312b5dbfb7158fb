import type { Sender } from '../shared/contract.ts'
import { person, phone, tracking } from '../shared/mapping.ts'

export const form: Sender = {
  name: 'form',
  label: 'A form of our own website',
  group: 'Forms and bookings',
  provider: 'none',
  enterAt: 'Enter the URL as the address to which your form or form service sends.',
  mapping: {
    preset: 'generic_form',
    title: 'Any form',
    description:
      'JSON or a submitted HTML form with fields of common names (first_name, firstName, name, email, e-mail, company, ' +
      'phone, utm_source, …), at any depth. Every other value is kept as an additional field.',
    answers: [],
    fields: { ...person(), phone, ...tracking },
  },
}
