import { sendPage } from '../http/answers/answer.ts'
import { workspaceOf } from '../http/call.ts'
import { readQuery } from '../http/input.ts'
import { operationsOf, pageAnswer } from '../http/route.ts'
import type { Mail } from './mail.ts'
import * as schemas from './schemas.ts'

const operation = operationsOf<{ mail: Mail }>('Contacts')

export const listMails = operation({
  id: 'listMails',
  summary: 'List mails',
  description:
    'Mails that Doorpost sends by itself, newest first, with what became of each. What a mail said is not kept. They are removed ' +
    'MAIL_RETENTION_DAYS (30) after they were sent or given up, and with the contact.',
  query: schemas.mailsQuery.schema,
  answers: { 200: pageAnswer('A page of mails.', schemas.mail.schema, schemas.mail.example) },
  async handle({ mail }, request, reply) {
    const { filter, page } = readQuery(request, schemas.mailsQuery.read)
    return sendPage(reply, await mail.list(workspaceOf(request), filter, page))
  },
})
