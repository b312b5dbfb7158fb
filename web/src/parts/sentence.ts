import { i18n } from '@lingui/core'
import type { Message, Value } from '../../../src/messages/message.ts'

/** The sentence of a rule that the dashboard shares with the server. web/texts.ts adds these sentences to its texts. */
export function sentence({ code, values = {} }: Message): string {
  return i18n._(code, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)])))
}

function toText(value: Value): string | number {
  return typeof value === 'object' ? sentence(value) : value
}
