import { maybeTime, Timestamp } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'

export const AttemptSchema = S.output('Attempt', {
  number: S.integer('From 1.'),
  started_at: Timestamp,
  ended_at: maybeTime(),
  outcome: S.nullable(
    'string',
    'published, failed, retry, deferred, held, unconfirmed or cancelled; null while it runs.',
  ),
  code: S.nullable('string', 'The class of the failure.'),
  message: S.nullable('string'),
  platform_code: S.nullable('string', "The platform's own code."),
  answer: {
    type: ['object', 'null'],
    description: 'What the platform said: status and the beginning of its body, without tokens.',
  },
  steps: S.array(S.closed({ at: Timestamp, step: S.string() })),
})

export const ResolutionSchema = S.input('Resolution', {
  outcome: S.oneOf(['published', 'not_published'], 'What the account shows.'),
  platform_id: S.optional(S.nullable('string', { maxLength: 255, description: 'The id on the platform, when known.' })),
  permalink: S.optional(S.nullable('string', { maxLength: 2048 })),
})

export const attemptExample = {
  number: 1,
  started_at: '2027-01-04T09:00:00.120Z',
  ended_at: '2027-01-04T09:00:01.480Z',
  outcome: 'published',
  code: null,
  message: null,
  platform_code: null,
  answer: null,
  steps: [
    { at: '2027-01-04T09:00:00.900Z', step: 'sending' },
    { at: '2027-01-04T09:00:01.480Z', step: 'published' },
  ],
}
