import { maybeTime, Timestamp } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'

export const { schema: AttemptSchema, example: attemptExample } = S.exampledOutput('Attempt', {
  number: [S.integer('From 1.'), 1],
  started_at: [Timestamp, '2027-01-04T09:00:00.120Z'],
  ended_at: [maybeTime(), '2027-01-04T09:00:01.480Z'],
  outcome: [
    S.nullable('string', 'published, failed, retry, deferred, held, unconfirmed or cancelled; null while it runs.'),
    'published',
  ],
  code: [S.nullable('string', 'The class of the failure.'), null],
  message: [S.nullable('string'), null],
  platform_code: [S.nullable('string', "The platform's own code."), null],
  answer: [
    {
      type: ['object', 'null'],
      description: 'What the platform said: status and the beginning of its body, without tokens.',
    },
    null,
  ],
  steps: [
    S.array(S.closed({ at: Timestamp, step: S.string() })),
    [
      { at: '2027-01-04T09:00:00.900Z', step: 'sending' },
      { at: '2027-01-04T09:00:01.480Z', step: 'published' },
    ],
  ],
})

export const ResolutionSchema = S.input('Resolution', {
  outcome: S.oneOf(['published', 'not_published'], 'What the account shows.'),
  platform_id: S.optional(S.nullable('string', { maxLength: 255, description: 'The id on the platform, when known.' })),
  permalink: S.optional(S.nullable('string', { maxLength: 2048 })),
})
