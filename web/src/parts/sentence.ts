import { files } from '../../../src/messages/en/files.ts'
import { times } from '../../../src/messages/en/times.ts'
import type { Message, Value } from '../../../src/messages/message.ts'

const texts: Record<string, string> = { ...files, ...times }

/** The sentence of a rule that the dashboard shares with the server. */
export function sentence({ code, values = {} }: Message): string {
  return texts[code]!.replace(/\{(\w+)\}/g, (_, name: string) => toText(values[name]))
}

function toText(value: Value | undefined): string {
  return typeof value === 'object' ? sentence(value) : String(value ?? '')
}
