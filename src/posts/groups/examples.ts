import { dataAnswer } from '../../http/route.ts'
import { postExamples } from '../examples.ts'
import { ChangedPostGroupSchema } from './schemas.ts'

const GROUP_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050'
const ACCOUNTS = ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020', '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9030'] as const

const schedule = { status: 'scheduled', scheduled_date: '2027-01-04T08:00:00Z' }
const text = 'Doors open at nine.'
const longer = 'Doors open at nine. Come and see the new workshop.'

/** For the API reference. */
export const newGroupExamples = {
  two_accounts: {
    content: text,
    ...schedule,
    accounts: [{ connection_id: ACCOUNTS[0] }, { connection_id: ACCOUNTS[1], overrides: { content: longer } }],
  },
}

const shown = { ...schedule, scheduled_date: '2027-01-04T08:00:00.000Z', group_id: GROUP_ID }

/** What the example above is answered with. */
export const groupExample = {
  group_id: GROUP_ID,
  posts: [
    { ...postExamples.short, content: text, mentions: null, connection_id: ACCOUNTS[0], ...shown },
    { ...postExamples.professional, content: longer, hashtags: null, connection_id: ACCOUNTS[1], ...shown },
  ].map((post) => ({
    ...post,
    publication: {
      ...(post as unknown as { publication: object }).publication,
      state: 'waiting',
      connection_id: post.connection_id,
    },
  })),
}

export const changedExample = {
  ...groupExample,
  unchanged: [
    {
      id: groupExample.posts[1]!.id,
      reason:
        'The post is published and cannot be changed any more. Create a new one, and delete this one on the platform if it is wrong.',
    },
  ],
}

export const changedAnswer = {
  ...dataAnswer('The group as it is now.', ChangedPostGroupSchema, changedExample),
  etag: true as const,
}
