import type { Code, Message } from '../../../messages/message.ts'
import type { Sender } from './contract.ts'

// What people read about a sender is in src/messages/<language>/senders.ts.

export type SenderText =
  | 'enter_at'
  | 'secret'
  /** The mapping's title; without one, the label of the sender is shown. */
  | 'title'
  | 'description'
  | 'verify_label'
  | 'verify_help'
  | 'access_label'
  | 'access_help'

/** The codes follow from the registry, so not each is named; tests/contract/senders.test.ts looks for all. */
export function codeOfText({ name }: Sender, text: SenderText): Code {
  return `sender.${name}.${text}` as Code
}

/** Completes "The secret of this webhook is …". */
export function nameOfSecret(sender: Sender): Message | '' {
  return sender.secret === undefined ? '' : { code: codeOfText(sender, 'secret') }
}
