import { maybeTime, Timestamp, Uuid } from '../../http/schemas.ts'
import { MISMATCH_CODES } from '../../installation/compare.ts'
import * as S from '../../lib/schema.ts'
import { FORMATS } from '../../platforms/profile.ts'
import { SHOWN_MAX } from './store.ts'

const pausedPost = S.exampled({
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'],
  platform: [S.oneOf(FORMATS), 'short'],
  text: [S.nullable('string', 'The beginning of it.'), 'We open at nine.'],
  due_at: [Timestamp, '2026-11-15T09:00:00.000Z'],
  outcome: [
    S.oneOfOrNull(
      ['found', 'not_found', 'cannot_tell', 'failed'],
      'What the account shows: `found` posts are recorded as published. `cannot_tell`: the platform lets nobody read it. ' +
        '`failed`: it could not be asked. Null when it was not looked for yet.',
    ),
    'found',
  ],
  note: [S.nullable('string', 'Why it could not be told.'), null],
  permalink: [S.nullable('string'), 'https://x.com/example/status/1'],
  on_resume: [
    S.oneOf(
      ['nothing', 'sent', 'missed', 'unconfirmed'],
      'What becomes of it when publishing is resumed. A post that is sent goes out at its date.',
    ),
    'nothing',
  ],
})

export const { schema: PublishingStateSchema, example: publishingStateExample } = S.exampledOutput('PublishingState', {
  state: [S.oneOf(['active', 'paused']), 'paused'],
  code: [S.oneOfOrNull(MISMATCH_CODES, 'Why it is paused, for programs.'), 'older_database'],
  reason: [
    S.nullable('string', 'Why it is paused, for people.'),
    'The database has counted 41 sends, but 42 were made: it was restored from a backup, or lost its newest commits. Posts may be public that this database believes unsent.',
  ],
  since: [maybeTime(), '2026-11-15T09:30:00.000Z'],
  looked_at: [maybeTime('When the accounts were last read back. Null until that is done.'), '2026-11-15T09:30:04.000Z'],
  resumed_at: [maybeTime('When it was last resumed.'), null],
  resumed_by: [S.nullable('string'), null],
  posts: [
    S.array(S.closed(pausedPost.fields), {
      maxItems: SHOWN_MAX,
      description: 'While paused: posts that are due or were looked for, by their date.',
    }),
    [pausedPost.example],
  ],
})
