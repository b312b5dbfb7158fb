import { plural, t } from '@lingui/core/macro'
import { toFormValue } from '../../../../src/webhooks/mapping/form-value.ts'
import type { Delivery, Rejection } from '../../api/schema.ts'

export type Received = Pick<Delivery, keyof Delivery & keyof Rejection>

export type Content =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; fields: Array<[name: string, value: string]> }
  | { kind: 'text'; text: string }
  | { kind: 'binary'; bytes: Uint8Array }
  | { kind: 'empty' }
  /** Too large for a list; the delivery itself has it. */
  | { kind: 'left_out' }

type Body = Pick<Received, 'content_type' | 'body_bytes' | 'body_text' | 'body_base64'>

export function contentOf({ content_type, body_bytes, body_text, body_base64 }: Body): Content {
  if (body_bytes === 0) return { kind: 'empty' }
  if (body_base64 !== null) return { kind: 'binary', bytes: Uint8Array.from(atob(body_base64), (c) => c.charCodeAt(0)) }
  if (body_text === null) return { kind: 'left_out' }
  const type = (content_type ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return { kind: 'form', fields: [...new URLSearchParams(body_text)] }
  const fields = type === 'multipart/form-data' ? readMultipart(content_type!, body_text) : null
  if (fields !== null) return { kind: 'form', fields }
  const value = parseExact(body_text)
  if (value !== undefined && (/json$/.test(type) || (typeof value === 'object' && value !== null))) {
    return { kind: 'json', value }
  }
  return { kind: 'text', text: body_text }
}

/** Ids of more than 15 digits stay text, because a number would lose the last digits. */
function parseExact(text: string): unknown {
  const exact = (_name: string, value: unknown, context?: { source?: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source !== undefined ? context.source : value
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), exact)
  } catch {
    return undefined
  }
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i
const PART = /^\r\n(.*?)\r\n\r\n(.*)$/s

/** Null for what is no multipart form. Of a file, only the name is read. */
function readMultipart(contentType: string, text: string): Array<[string, string]> | null {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return null
  const fields: Array<[string, string]> = []
  for (const part of `\r\n${text}`.split(`\r\n--${boundary}`).slice(1)) {
    const [, headers = '', value = ''] = PART.exec(part) ?? []
    const [, name] = /[;\s]name="([^"]*)"/i.exec(headers) ?? []
    const [, fileName] = /[;\s]filename="([^"]*)"/i.exec(headers) ?? []
    if (name !== undefined) fields.push([name, fileName ?? value])
  }
  return fields
}

/** Undefined when a mapping cannot read this content. */
export function mappableOf(content: Content): unknown {
  if (content.kind === 'json') return content.value
  if (content.kind !== 'form') return undefined
  return toFormValue(content.fields, readAnswers) ?? undefined
}

/** Some services put the answers as JSON into one field of a form. */
function readAnswers(text: string): unknown {
  return text.startsWith('{') && text.endsWith('}') ? (parseExact(text) ?? text) : text
}

export interface Leaf {
  name: string
  pointer: string
  value: string | number | boolean
}

/** The first `most` scalars, with their pointers. */
export function leavesOf(value: unknown, most = 300): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (each: unknown, name: string, pointer: string) => {
    if (leaves.length >= most || each === null || each === undefined) return
    if (typeof each !== 'object') {
      leaves.push({ name, pointer, value: each as Leaf['value'] })
      return
    }
    for (const [key, inner] of Object.entries(each)) visit(inner, key, `${pointer}/${escapeSegment(key)}`)
  }
  visit(value, '', '')
  return leaves
}

export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

const KINDS = /^(?:type|event|event_?type|action|topic|object)$/i
const NAMES = /^(?:name|full_?name|first_?name|last_?name|login)$/i

export function summaryOf(received: Body): string {
  const content = contentOf(received)
  if (content.kind === 'empty') return t`Empty`
  if (content.kind === 'binary') return t`Binary data`
  if (content.kind === 'left_out') return t`A large delivery`
  if (content.kind === 'text') return content.text.slice(0, 120)
  const leaves = leavesOf(mappableOf(content), 200)
  const kind = leaves.find(({ name }) => KINDS.test(name))
  const names = leaves.filter(({ name }) => NAMES.test(name)).slice(0, 2)
  const email = leaves.find(({ value }) => typeof value === 'string' && /^\S+@\S+$/.test(value))
  const told = [kind, ...names, email].filter((leaf) => leaf !== undefined).map(({ value }) => String(value))
  if (told.length > 0) return [...new Set(told)].join(' · ').slice(0, 120)
  const first = leaves.slice(0, 3).map(({ value }) => value)
  return first.join(' · ').slice(0, 120)
}

const HEX_MAX = 4_096

/** 16 bytes a line: offset, hex, letters. */
export function hexOf(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length && at < HEX_MAX; at += 16) {
    const line = [...bytes.subarray(at, at + 16)]
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const letters = line.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${letters}`)
  }
  const left = bytes.length - HEX_MAX
  if (left > 0) lines.push(plural(left, { one: '… and # byte more', other: '… and # bytes more' }))
  return lines.join('\n')
}
