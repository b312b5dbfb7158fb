import { dataAnswer } from '../http/route.ts'
import { createIssues } from '../lib/issues.ts'
import type { Schema } from '../lib/schema.ts'
import { byFormat } from '../platforms/registry.ts'
import { FORMATS, type Format } from '../platforms/shared/provider.ts'
import { UNSENT } from './assigned.ts'
import { type Post, readPost } from './input.ts'
import { AnyPostSchema } from './schemas.ts'
import { fromNew, NO_RESULTS, type PostResults } from './show.ts'

/** A contract test sends each of them. */
export const newPostExamples: Record<Format, Record<string, Record<string, unknown>>> = {
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
    tracked_link: {
      content: 'We are hiring two engineers: https://www.example.com/jobs',
      track_links: 'utm',
      status: 'scheduled',
      scheduled_date: '2027-01-04T08:00:00Z',
    },
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

/** The responses to the first of each. */
export const postExamples: Record<Format, Post & { results: PostResults }> = byFormat(({ format }) => {
  const [sent] = Object.values(newPostExamples[format])
  const id = `019a8b7c-3d2e-7f10-8a4b-5c6d7e8f90${12 + FORMATS.indexOf(format)}`
  const created_at = new Date('2026-11-15T09:30:00.000Z')
  const { input } = readPost(createIssues(), format, sent!)
  const post = fromNew({ ...UNSENT, ...input, id, publication_state: 'none', outgoing: null, created_at })
  return { ...post, results: NO_RESULTS }
})

const { results: _, ...exampleInEvents } = postExamples.short
export const postInEvents = { schema: AnyPostSchema, example: exampleInEvents }

export const publishedExample = {
  ...(postExamples.short.publication as object),
  state: 'published',
  attempts: 1,
  permalink: 'https://x.com/example/status/2075310865310912512',
  platform_id: '2075310865310912512',
  published_at: '2027-01-04T08:00:01.214Z',
  connection_id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020',
}

export function postAnswer(description: string, example: object = postExamples.short, schema: Schema = AnyPostSchema) {
  return { ...dataAnswer(description, schema, example), etag: true as const }
}
