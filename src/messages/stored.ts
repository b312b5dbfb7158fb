import { forReader, type ReaderText } from './for-reader.ts'
import { type Message, message, type Said, type Value } from './message.ts'
import { sentence } from './sentence.ts'

// A stored reason is a code with its values. The English sentence is stored beside it for nodes of version 0.2, whose
// own rows have no code.

export interface Reason {
  reason: string | null
  reason_code: string | null
  reason_values: Record<string, Value> | null
}

/** A reason in a response. */
export type ShownReason = Omit<Reason, 'reason'> & { reason: ReaderText | null }

type ReasonRow = { [Name in keyof Reason]: unknown }

export const NO_REASON: Readonly<Reason> = { reason: null, reason_code: null, reason_values: null }

/** As it is stored and as events have it, in English. */
export function toReason(said: Said | null): Reason {
  if (said === null) return NO_REASON
  if (typeof said === 'string') return { ...NO_REASON, reason: said }
  return { reason: sentence(said), reason_code: said.code, reason_values: said.values ?? null }
}

/** For the values of another message. */
export function toMessage(said: Said): Message {
  return typeof said === 'string' ? message('reason.stored', { said }) : said
}

/** The columns that store it. */
export function reasonColumns(said: Said | null) {
  const { reason_values, ...columns } = toReason(said)
  return { ...columns, reason_values: reason_values && JSON.stringify(reason_values) }
}

export function storedReason({ reason, reason_code, reason_values }: ReasonRow): Said | null {
  // A node of version 0.2 that clears the sentence leaves the code.
  if (reason_code === null || reason === null) return reason as string | null
  return (reason_values === null ? { code: reason_code } : { code: reason_code, values: reason_values }) as Message
}

/** The fields that show a reason in a response. */
export function toShownReason(said: Said | null): ShownReason {
  return said === null ? NO_REASON : { ...toReason(said), reason: forReader(said) }
}

/** Writes the sentence anew, in the current wording. */
export function showReason(row: ReasonRow): ShownReason {
  return toShownReason(storedReason(row))
}

/** The same for attempts, where the field is called `message`: the columns that store it. */
export function attemptColumns(said: Said | null) {
  const { reason, reason_code, reason_values } = toReason(said)
  return { message: reason, message_code: reason_code, message_values: reason_values }
}

/** The fields that show it in a response. */
export function toAttemptMessage(said: Said | null) {
  const { reason, reason_code, reason_values } = toShownReason(said)
  return { message: reason, message_code: reason_code, message_values: reason_values }
}

export function showAttemptMessage(row: { message: unknown; message_code: unknown; message_values: unknown }) {
  const { message: reason, message_code: reason_code, message_values: reason_values } = row
  return toAttemptMessage(storedReason({ reason, reason_code, reason_values }))
}
