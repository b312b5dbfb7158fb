import type { Shown } from '../http/route.ts'
import { Uuid } from '../http/schemas.ts'
import type { Schema } from '../lib/schema.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import { toReason } from '../messages/stored.ts'
import type { EventType } from './emit.ts'
import { disabledEndpointExample, endpoint, TEST_TYPE } from './schemas.ts'

export interface EventDoc {
  type: string
  /** When it is emitted: a sentence. */
  when: string
  schema: Schema
  isInFeed: boolean
  example: { id: string; type: string; timestamp: string; subject_version: number; index: number; data: object }
}

/** The objects of events, as the other features show them. */
interface EventObjects {
  contact: Shown
  contactStatus: Shown
  contactOwner: Shown
  contactMerged: Shown
  post: Shown
  connection: Shown
  delivery: Shown
  deleted: Schema
}

const ErasedSchema = S.output(
  'Erased',
  { id: Uuid, erased: S.literal(true) },
  'The object was deleted before the event was sent or read: what it said is gone as well.',
)

const TestDataSchema = S.closed({ message: S.string() })

const AT = '2026-11-15T09:30:00.000Z'
const NO_ANSWER = 'platform_down_before_send'

/**
 * `version` is that of the object in the example. `index` is 0 there, unless the event reports the same change as
 * another one.
 */
type Doc = Pick<EventDoc, 'when' | 'schema'> & { version: number; index?: number; data: object }

export function createCatalogue(objects: EventObjects): EventDoc[] {
  const { post, connection } = objects
  const erasable = ({ schema, example }: Shown): Shown => ({ schema: { oneOf: [schema, ErasedSchema] }, example })
  const contact = erasable(objects.contact)
  const about = ({ schema, example }: Shown, when: string, version: number, changes: object = {}): Doc => {
    return { when, version, schema, data: { ...example, ...changes } }
  }
  const { publication } = post.example as { publication: object }
  const scheduled = (changes: object) => ({
    status: 'scheduled',
    scheduled_date: '2027-01-04T08:00:00.000Z',
    publication: { ...publication, attempts: 1, ...changes },
  })

  const docs: Record<EventType | typeof TEST_TYPE, Doc> = {
    'contact.created': about(contact, 'A contact was stored, with a key, from a form or from a webhook.', 1),
    'contact.updated': about(
      contact,
      'A field or the tags of a contact were changed. The contact is sent as it is afterwards.',
      2,
      { company: 'Example Group' },
    ),
    'contact.status_changed': about(
      erasable(objects.contactStatus),
      'The status of a contact was changed. The contact is sent as it is afterwards, with the status before and who did it.',
      2,
    ),
    'contact.assigned': about(
      erasable(objects.contactOwner),
      'A contact got another owner, or lost it. The contact is sent as it is afterwards, with the owner before and who did it.',
      2,
    ),
    'contact.merged': about(
      erasable(objects.contactMerged),
      'A contact was merged into another record of the same person. Its id leads there from now on.',
      2,
    ),
    'contact.unmerged': about(contact, 'A merge was undone: the contact is there again, as it was.', 3),
    'contact.deleted': {
      when: 'A contact was deleted. Its earlier events no longer say anything about the person.',
      version: 3,
      schema: objects.deleted,
      data: { id: (contact.example as { id: string }).id, deleted: true },
    },
    'post.created': about(post, 'A post was stored, as a draft or scheduled.', 1),
    'post.updated': about(post, 'A post was edited. The post is sent as it is afterwards.', 2, {
      content: 'Doors open at ten.',
    }),
    'post.scheduled': {
      ...about(
        post,
        'A post was scheduled, or the date of a scheduled one was moved.',
        1,
        scheduled({ state: 'waiting', attempts: 0 }),
      ),
      index: 1,
    },
    'post.cancelled': about(post, 'A post that was to be sent was cancelled: it is a draft again.', 3, {
      publication: { ...publication, state: 'cancelled', ...toReason(message('publishing.cancelled')) },
    }),
    'post.deleted': {
      when: 'A post was deleted here. What is on its platform stays there.',
      version: 3,
      schema: objects.deleted,
      data: { id: (post.example as { id: string }).id, deleted: true },
    },
    'post.published': about(
      post,
      'A post is on its platform. It waits up to 15 seconds for the link to the post.',
      5,
      scheduled({
        state: 'published',
        permalink: 'https://x.com/example/status/1',
        platform_id: '1',
        published_at: '2027-01-04T08:00:01.000Z',
      }),
    ),
    'post.failed': about(
      post,
      'A post could not be published and is not tried again by itself.',
      5,
      scheduled({
        state: 'failed',
        code: 'rejected_content',
        ...toReason(message('network.refused', { network: 'X', said: '' })),
      }),
    ),
    'post.missed': about(
      post,
      'The date of a post passed by more than the late window, so it was not sent.',
      2,
      scheduled({ state: 'missed', attempts: 0, ...toReason(message('publishing.account_was_away')) }),
    ),
    'post.unconfirmed': about(
      post,
      'It is not known whether a post is on its platform: a person has to look.',
      5,
      scheduled({
        state: 'unconfirmed',
        code: NO_ANSWER,
        ...toReason(message('publishing.not_asked', { class: NO_ANSWER })),
      }),
    ),
    'connection.expiring': about(
      connection,
      'The approval of an account ends within 7 days and cannot be renewed without a person.',
      4,
    ),
    'connection.needs_reconnect': about(
      connection,
      'The approval of an account has ended: its posts wait until it is connected again.',
      5,
      { status: 'needs_reconnect', ...toReason(message('account.not_accepted', { network: 'LinkedIn' })) },
    ),
    'webhook.received': about(
      erasable(receivedDelivery(objects.delivery)),
      'An inbound webhook brought a delivery, or one was replayed. Bodies over 16 KiB are left out.',
      1,
    ),
    'endpoint.disabled': about(
      { schema: endpoint.schema, example: disabledEndpointExample },
      'Doorpost gave up on an endpoint. All other endpoints are told.',
      2,
    ),
    [TEST_TYPE]: {
      when: 'A test was requested. Only the tested endpoint gets it, and it is not in the feed.',
      version: 1,
      schema: TestDataSchema,
      data: { message: 'This is a test. Answer with a status from 200 to 299.' },
    },
  }
  return Object.entries(docs).map(([type, { when, version, index = 0, schema, data }], at) => {
    const id = `019a8b7c-3d2e-7f10-8a4b-5c6d7e8f90${(0x50 + at).toString(16)}`
    return {
      type,
      when,
      schema,
      isInFeed: type !== TEST_TYPE,
      example: { id, type, timestamp: AT, subject_version: version, index, data },
    }
  })
}

/** A delivery without its later changes, so that every attempt has the same body. */
function receivedDelivery({ schema, example }: Shown): Shown {
  const { duplicates, replays, mapping, ...properties } = schema.properties as Record<string, Schema>
  const { duplicates: _, replays: __, mapping: ___, ...shown } = example as Record<string, unknown>
  return {
    schema: S.output('ReceivedDelivery', { ...properties, webhook_id: Uuid }),
    example: { ...shown, webhook_id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020' },
  }
}
