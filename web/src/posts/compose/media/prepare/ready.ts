import type { FileFacts } from './plan.ts'

/** A file as it is uploaded. */
export interface Ready {
  blob: Blob
  contentType: string
  name: string
  /** What was done to it. */
  note: string | null
  facts: FileFacts
}

/** The file cannot be used, and trying again does not help. */
export class Refused extends Error {}
