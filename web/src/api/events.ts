import type { EventType } from './schema.ts'

/** An event of any type. The document describes the data of each type; pages read what they know of it. */
export interface AnyEvent {
  id: string
  type: EventType
  timestamp: string
  subject_version: number
  index: number
  data: Record<string, unknown>
}
