import type { Pool } from '../../db/database.ts'
import type { OpenForm } from '../form-cache.ts'
import type { Sent, SubmissionInput } from '../submissions/input.ts'

/** Why a submission got points, in words for the person who looks at it. */
export interface Reason {
  kind: string
  points: number
  text: string
}

export interface Judgement {
  points: number
  isHeld: boolean
  reasons: Reason[]
}

export interface JudgedSubmission {
  /** As it came, with the fields that only protection knows. */
  sent: Sent
  input: SubmissionInput
}

export interface JudgeContext {
  pool: Pool
  now: number
  /** As the limits count it: an IPv4 address or an IPv6 /64. It is not stored. */
  address: string
  userAgent: string | null
  isTest: boolean
}

const NOTHING: Judgement = { points: 0, isHeld: false, reasons: [] }

/** How much a submission looks like spam. It never refuses: what has too many points is held. */
export async function judge(
  _form: OpenForm,
  _submission: JudgedSubmission,
  _context: JudgeContext,
): Promise<Judgement> {
  return NOTHING
}
