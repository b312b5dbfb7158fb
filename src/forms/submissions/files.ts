import type { Readable } from 'node:stream'

/** A file that has arrived on this machine's disk. It is gone after `discard`, unless a store has taken it. */
export interface Arrival {
  path: string
  bytes: number
  sha256: Buffer
  read(start: number, length: number): Promise<Buffer>
  discard(): Promise<void>
}

export interface FileArrival {
  /** Of the form. */
  field: string
  /** As the sender calls it. */
  name: string
  arrival: Arrival
}

/** Writes a file to disk as it comes. Throws the refusal, under the name of the field. */
export type ReceiveFile = (stream: Readable, limits: { maxBytes: number; field: string }) => Promise<Arrival>
