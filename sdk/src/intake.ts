import type { CreateContactData, CreateContactResponses, CreateSubmissionResponses } from './generated/types.gen.ts'
import { type Answer, type ClientOptions, callOnce, type Options } from './send.ts'

type NewContact = CreateContactData['body']
type Fields = Record<string, unknown> | FormData

/** What a page may do without a key. Much smaller than the whole client. */
export interface Intake {
  createContact(contact: NewContact, options?: Options): Answer<CreateContactResponses[201]['data']>
  /** `fields` by their names; as FormData if there are files. */
  submitForm(formId: string, fields: Fields, options?: Options): Answer<CreateSubmissionResponses[201]['data']>
}

export function createIntake(options: Omit<ClientOptions, 'key'>): Intake {
  const post = (path: string, ...args: unknown[]) =>
    callOnce(options, { kind: 'call', method: 'POST', path, idempotent: true, body: true }, args) as Answer<never>
  return {
    createContact: (contact, more) => post('/v1/contacts', contact, more),
    submitForm: (formId, fields, more) => post('/v1/forms/{id}/submissions', formId, fields, more),
  }
}
