import type { Lead } from './lead-mail.ts'
import { oneLine } from './message.ts'
import { type Part, renderParts } from './page.ts'

const VALUE_MAX = 100
const PLACEHOLDER = /\{\{\s*([\w.-]{1,64})\s*\}\}/g

export interface AutoReply {
  subject: string
  text: string
}

/** What the owner of a form wrote, with {{first_name}} and other fields of the sender in it. */
export function autoReplyMail({ subject, text }: AutoReply, lead: Lead, stopUrl: string) {
  const parts: Part[] = [
    ...text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text' as const, text: fillIn(paragraph, lead) })),
    {
      kind: 'small',
      text: 'You get this mail because this address was typed into a form. If it was not you, you can ignore it.',
      link: { label: 'No more such mails', url: stopUrl },
    },
  ]
  return { subject: fillIn(subject, lead), ...renderParts(parts) }
}

/** Plain substitution. A field that the sender left out, or that does not exist, is nothing. */
function fillIn(text: string, lead: Lead): string {
  return text.replace(PLACEHOLDER, (_match, name: string) => {
    // Whoever typed it in owns the address; and it was checked.
    if (name === 'email') return lead.email ?? ''
    const own = Object.hasOwn(lead, name) && name !== 'extra' && name !== 'id' ? lead[name as 'first_name'] : null
    const value = own ?? (Object.hasOwn(lead.extra, name) ? lead.extra[name] : null) ?? ''
    return defuse(oneLine(String(value), VALUE_MAX))
  })
}

/** Anybody can type anything and somebody else's address: what comes back must not become a link in their mailbox. */
function defuse(value: string): string {
  return value.replace(/:\/\//g, ': //').replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
}
