import { cutText } from '../../lib/text/text.ts'
import type { Scalar, Take } from '../senders/shared/mapping.ts'

/** A value that a contact can hold, `null` when there is nothing, or why it cannot be held (the end of a sentence). */
export type Reading = { scalar: Scalar | null } | { problem: string }

const LIST_MAX = 1_000

/** Lists of scalars become one text. Blank counts as nothing, as it does in contacts. */
export function readScalar(value: unknown): Reading {
  if (value === undefined || value === null) return { scalar: null }
  switch (typeof value) {
    case 'boolean':
      return { scalar: value }
    case 'number':
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
        return { problem: 'is too large a number to be kept exactly' }
      }
      return { scalar: value }
    case 'string': {
      const text = cleanText(shorten(value))
      return { scalar: text === '' ? null : text }
    }
    default:
      return Array.isArray(value) ? joinList(value) : { problem: 'is an object, not a single value' }
  }
}

function joinList(list: readonly unknown[]): Reading {
  if (list.length > LIST_MAX) return { problem: `is a list of more than ${LIST_MAX.toLocaleString('en-US')} values` }
  const parts: Scalar[] = []
  for (const item of list) {
    if (typeof item === 'object' && item !== null) return { problem: 'is a list of objects, not a single value' }
    const reading = readScalar(item)
    if ('problem' in reading) return { problem: 'is a list with a number that is too large to be kept exactly' }
    if (reading.scalar !== null) parts.push(reading.scalar)
  }
  if (parts.length === 0) return { scalar: null }
  return { scalar: parts.length === 1 ? parts[0]! : shorten(parts.join(', ')) }
}

// More than twice what a contact can hold of any value: the rest is cut off anyway, and reading it takes time.
const LENGTH_READ = 20_000

function shorten(text: string): string {
  return text.length <= LENGTH_READ ? text : text.trimStart().slice(0, LENGTH_READ)
}

/** Null when nothing is left, as of the rest of a name that is one word. */
export function takePart(scalar: Scalar, take: Take | undefined): Scalar | null {
  if (take === undefined) return scalar
  const text = String(scalar).trim()
  if (take === 'lower') return text.toLowerCase()
  const [first, ...others] = text.split(/\s+/)
  return (take === 'first_word' ? first! : others.join(' ')) || null
}

/** Without the characters that no contact can hold: one of them must not cost the whole contact. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r(?!\n)/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ')
    .trim()
}

/** Text in a message, in quotes and short. */
export function quote(text: string): string {
  const clean = cleanText(text)
  return `"${clean.length > 80 ? `${cutText(clean, 80)}…` : clean}"`
}
