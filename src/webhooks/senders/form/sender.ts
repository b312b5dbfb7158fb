import type { Sender } from '../shared/contract.ts'
import { person, phone, tracking } from '../shared/mapping.ts'

export const form: Sender = {
  name: 'form',
  label: 'A form of our own website',
  group: 'Forms and bookings',
  provider: 'none',
  mapping: {
    preset: 'generic_form',
    answers: [],
    fields: { ...person(), phone, ...tracking },
  },
}
