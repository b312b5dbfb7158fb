export interface Progress {
  /** A table, or "files". */
  what: string
  rows: number
  bytes: number
}

/** Called for every part that is done. */
export type OnProgress = (part: Progress) => void
