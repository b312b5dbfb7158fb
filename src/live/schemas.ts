import * as S from '../lib/schema.ts'

export const STREAMS_MAX = 100
export const STREAMS_PER_CALLER_MAX = 10
/** Who missed more than this reads everything again. */
export const CATCH_UP_MAX = 1_000
export const HEARTBEAT_SECONDS = 15

export const LiveQuery = S.partial({
  after: S.string(
    'The `id` of the last message that was seen: the stream goes on behind it. `Last-Event-ID` wins over it.',
  ),
})

export const liveExample = `retry: 2000

id: mLk0PqH2Zb7uXn3W9cRt5oAyD1eGf6sJiVhT8xKqNwEzU4rCvB2gYpLdMjFaQ0tS

id: Q0tSmLk0PqH2Zb7uXn3W9cRt5oAyD1eGf6sJiVhT8xKqNwEzU4rCvB2gYpLdMjFa
data: {"id":"019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050","type":"post.published","subject_id":"019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020","subject_version":5,"timestamp":"2026-11-15T09:30:00.000Z"}

`
