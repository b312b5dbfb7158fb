import type { IncomingMessage } from 'node:http'

// Node ends every request that takes longer than its limit for all. A file may: whoever reads it sets its own limits.

const isLong = Symbol('body without a common time limit')

type Marked = IncomingMessage & { [isLong]?: true }

export function allowLongBody(message: IncomingMessage): void {
  ;(message as Marked)[isLong] = true
}

export function hasLongBody(message: IncomingMessage): boolean {
  return (message as Marked)[isLong] === true
}
