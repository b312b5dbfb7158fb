import type { Code, Message } from '../../../messages/message.ts'
import type { Sender } from './contract.ts'

// What people read about a sender. It is in English in sender.ts; src/messages/<language>/senders.ts has the translations,
// under these codes.

const TEXTS = {
  enter_at: ({ enterAt }: Sender) => enterAt,
  secret: ({ secret }: Sender) => secret?.is,
  title: ({ mapping }: Sender) => mapping?.title,
  description: ({ mapping }: Sender) => mapping?.description,
  verify_label: ({ verifyToken }: Sender) => verifyToken?.label,
  verify_help: ({ verifyToken }: Sender) => verifyToken?.description,
  access_label: ({ accessToken }: Sender) => accessToken?.label,
  access_help: ({ accessToken }: Sender) => accessToken?.description,
} as const

export type SenderText = keyof typeof TEXTS
export type SenderTexts = Readonly<Record<`sender.${string}.${SenderText}`, string>>

/** The English texts by their codes. */
export function textsOf(sender: Sender): SenderTexts {
  const found = Object.entries(TEXTS).flatMap(([name, read]) => {
    const text = read(sender)
    return text === undefined ? [] : [[codeOfText(sender, name as SenderText), text]]
  })
  return Object.fromEntries(found) as SenderTexts
}

export function codeOfText({ name }: Sender, text: SenderText): keyof SenderTexts {
  return `sender.${name}.${text}`
}

/** Completes "The secret of this webhook is …". */
export function nameOfSecret(sender: Sender): Message | '' {
  // The codes follow from the registry, so the catalogue does not list them one by one.
  return sender.secret === undefined ? '' : { code: codeOfText(sender, 'secret') as Code }
}
