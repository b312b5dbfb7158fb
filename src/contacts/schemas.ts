import { type Static, Type } from 'typebox'
import { nullable, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'

export const TEXT_MAX = 255
export const EMAIL_MAX = 254
export const EXTRA_FIELDS_MAX = 50
export const EXTRA_NAME_MAX = 64
export const EXTRA_VALUE_MAX = 4_000

const Scalar = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] })

export const ContactSchema = Type.Object(
  {
    id: Uuid,
    first_name: Type.String(),
    last_name: nullable('string'),
    email: nullable('string'),
    company: nullable('string'),
    utm_source: nullable('string', { description: 'Attribution source.' }),
    utm_medium: nullable('string', { description: 'Attribution medium.' }),
    extra: Type.Record(Type.String(), Scalar, { description: 'Every other field that was sent.' }),
    created_at: Timestamp,
  },
  { $id: 'Contact', additionalProperties: false },
)

export interface Contact {
  id: string
  first_name: string
  last_name: string | null
  email: string | null
  company: string | null
  utm_source: string | null
  utm_medium: string | null
  extra: Record<string, string | number | boolean>
  created_at: string
}

const text = (description: string) => nullable('string', { maxLength: TEXT_MAX, description })

export const NewContactSchema = Type.Object(
  {
    first_name: Type.String({ minLength: 1, maxLength: TEXT_MAX, description: 'Required.' }),
    last_name: Type.Optional(text('Family name.')),
    email: Type.Optional(
      nullable('string', {
        maxLength: EMAIL_MAX,
        format: 'idn-email',
        description: 'One address; international domains are fine.',
      }),
    ),
    company: Type.Optional(text('Where the person works.')),
    utm_source: Type.Optional(text('Attribution source, such as newsletter.')),
    utm_medium: Type.Optional(text('Attribution medium, such as email.')),
  },
  {
    $id: 'NewContact',
    description:
      `Any other field is kept in \`extra\`: at most ${EXTRA_FIELDS_MAX}, names up to ${EXTRA_NAME_MAX} characters, ` +
      `values that are strings up to ${EXTRA_VALUE_MAX.toLocaleString('en-US')} characters, numbers or booleans.`,
    additionalProperties: Type.Unsafe({ type: ['string', 'number', 'boolean', 'null', 'object'] }),
  },
)

export const ContactQuery = Type.Object({
  ...pageQuery,
  q: Type.Optional(Type.String({ maxLength: 255, description: 'Part of a name, e-mail address or company.' })),
  email: Type.Optional(Type.String({ maxLength: EMAIL_MAX, description: 'All records of this address.' })),
  utm_source: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
  utm_medium: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
  created_after: Type.Optional(Type.String({ format: 'date-time', description: 'Later than this time.' })),
  created_before: Type.Optional(Type.String({ format: 'date-time', description: 'Earlier than this time.' })),
})

export type ContactQueryInput = Static<typeof ContactQuery>

export const contactExample: Contact = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012',
  first_name: 'Ana',
  last_name: 'Silva',
  email: 'ana@example.com',
  company: 'Example Ltd',
  utm_source: 'newsletter',
  utm_medium: 'email',
  extra: { phone: '+351 210 000 000' },
  created_at: '2026-11-15T09:30:00.000Z',
}
