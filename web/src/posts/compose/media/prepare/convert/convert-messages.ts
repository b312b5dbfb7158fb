import type { FileType } from '../file-type.ts'
import type { Size } from '../sizes.ts'

export interface ConvertRequest {
  id: number
  file: Blob
  work: Work
}

export type Work = { kind: 'clean'; type: FileType } | { kind: 'jpeg'; mostBytes: number; mostPixels: number }

export interface Converted {
  blob: Blob
  /** Null when its pixels are those of before. */
  size: Size | null
}

export type ConvertAnswer =
  | { id: number; result: Converted }
  | { id: number; problem: 'unreadable' | 'too_large' | 'stopped' }
