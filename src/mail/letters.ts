import { randomUUID } from 'node:crypto'
import type { Message } from './message.ts'
import { renderParts } from './page.ts'

/** Mails about somebody's account. They go out at once, because a person waits for them, and are kept nowhere. */
export interface Letter {
  to: string
  /** The paragraph before the one that all letters of the kind have. The link comes last. */
  first: string
  link: string
}

/** What all letters of a kind say. */
const LETTERS = {
  join: {
    subject: 'Join the team on Doorpost',
    end: 'The link works once, for seven days. Whoever has it can join in your place: do not pass it on.',
  },
  reset: {
    subject: 'A new password for Doorpost',
    end: 'The link works once, for an hour. If you did not ask for it, do nothing: your password stays as it is.',
  },
}

export type LetterKind = keyof typeof LETTERS

export function toLetter(kind: LetterKind, { to, first, link }: Letter): Message {
  const { subject, end } = LETTERS[kind]
  const texts = [first, end].map((text) => ({ kind: 'text' as const, text }))
  return { id: randomUUID(), to, subject, ...renderParts([...texts, { kind: 'link', label: link, url: link }]) }
}
