import { readFileSync } from 'node:fs'
import { parseDelivery } from '../mapping/parse-delivery.ts'
import { senderOf } from './registry.ts'

const BOUNDARY = 'doorpost-sample'
const FORM_TYPES = {
  urlencoded: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
}

/** A delivery as the sender's documentation shows it, with invented people. */
export function readDelivery(sender: string): { contentType: string; body: Buffer } {
  const bytes = readFileSync(new URL(`${sender}/payload.json`, import.meta.url))
  const { sendsForm } = senderOf(sender) ?? {}
  if (!sendsForm) return { contentType: 'application/json', body: Buffer.from(JSON.stringify(JSON.parse(`${bytes}`))) }
  const fields = JSON.parse(`${bytes}`) as Record<string, string>
  const text = sendsForm === 'multipart' ? toMultipart(fields) : String(new URLSearchParams(fields))
  return { contentType: FORM_TYPES[sendsForm], body: Buffer.from(text) }
}

/** The same as a mapping sees it. */
export function readPayload(sender: string): unknown {
  const { contentType, body } = readDelivery(sender)
  const parsed = parseDelivery(contentType, body)
  if ('problem' in parsed) throw new Error(`the payload of ${sender} cannot be read: ${parsed.problem.code}`)
  return parsed.value
}

function toMultipart(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}
