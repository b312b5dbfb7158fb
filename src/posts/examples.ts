import { FORMATS, type Format } from '../platforms/profile.ts'
import { byFormat } from '../platforms/registry.ts'
import { POST_FIELDS, type PostField } from './fields.ts'

/** For the API reference. A contract test sends each of them. */
export const newPostExamples: Record<Format, Record<string, unknown>> = {
  thread: {
    text: { media_type: 'text', content: 'We open on Monday.' },
    carousel: {
      media_type: 'carousel',
      content: 'Before and after.',
      media_urls: ['https://cdn.example.com/before.jpg', 'https://cdn.example.com/after.jpg'],
      reply_control: 'mentioned_only',
      status: 'scheduled',
      scheduled_date: '2027-01-04T09:00:00Z',
    },
  },
  photo: {
    feed_post: {
      media_type: 'feed_post',
      caption: 'The new workshop.',
      media_urls: ['https://cdn.example.com/workshop.jpg'],
      hashtags: ['workshop', 'opening'],
    },
    reel: {
      media_type: 'reel',
      media_urls: ['https://cdn.example.com/tour.mp4'],
      status: 'scheduled',
      scheduled_date: '2027-01-04T10:00:00+01:00',
    },
  },
  professional: {
    text: { content: 'We are hiring two engineers.', hashtags: ['hiring'] },
  },
  short: {
    text: { content: 'Doors open at nine.', mentions: ['example'] },
    scheduled: { content: 'Today at nine.', status: 'scheduled', scheduled_date: '2027-01-04T08:00:00Z' },
    in_a_time_zone: {
      content: 'Summer hours start today.',
      status: 'scheduled',
      scheduled_date: '2027-07-05T09:00:00',
      time_zone: 'Europe/Lisbon',
    },
  },
}

const NEVER_SENT = {
  state: 'none',
  attempts: 0,
  code: null,
  reason: null,
  permalink: null,
  platform_id: null,
  published_at: null,
  deferred_until: null,
  connection_id: null,
}

/** In answers that show one post: what became of it. */
export const publishedExample = {
  ...NEVER_SENT,
  state: 'published',
  attempts: 1,
  permalink: 'https://x.com/example/status/2075310865310912512',
  platform_id: '2075310865310912512',
  published_at: '2027-01-04T08:00:01.214Z',
  connection_id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020',
}

const at = '2026-11-15T09:30:00.000Z'

/** What the first of the examples above is answered with. */
export const postExamples = byFormat(({ format }): Record<string, unknown> => {
  const [sent] = Object.values(newPostExamples[format])
  const known: Partial<Record<PostField, unknown>> = { reply_control: 'everyone', status: 'draft', ...(sent as object) }
  return {
    id: `019a8b7c-3d2e-7f10-8a4b-5c6d7e8f90${12 + FORMATS.indexOf(format)}`,
    platform: format,
    ...Object.fromEntries(POST_FIELDS[format].map((field) => [field, known[field] ?? null])),
    publication: NEVER_SENT,
    warnings: [],
    created_at: at,
    updated_at: at,
  }
})
