import type { Rejection } from '../../api/schema.ts'

const REASONS: Record<Rejection['code'], string> = {
  missing_signature: 'No signature',
  malformed_signature: 'Signature in the wrong form',
  wrong_signature: 'Wrong signature',
  repeated_header: 'A header came twice',
  missing_timestamp: 'No timestamp',
  malformed_timestamp: 'Timestamp in the wrong form',
  too_old: 'Too old',
  too_new: 'From the future',
  missing_id: 'No id',
  malformed_id: 'Id in the wrong form',
  malformed_body: 'Content in the wrong form',
  no_secret: 'No secret is set here',
  no_rule: 'No signature rule is set here',
}

export function reasonInWords(code: Rejection['code']): string {
  return REASONS[code] ?? code
}
