import { STATUS_KEYS } from '../contact-fields.ts'
import * as S from '../lib/schema.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { PUBLICATION_STATES } from '../publishing/states.ts'
import type { Answer, Asked, CallOperation } from './call.ts'
import * as show from './show.ts'

/** What a caller sends. It is checked by the operations that are called, as any request is. */
// biome-ignore lint/suspicious/noExplicitAny: the operations check it
export type Arguments = Record<string, any>

export interface Tool {
  /** The operations of the API that it calls. A caller without the permission for one does not see the tool. */
  operations: readonly string[]
  definition: {
    name: string
    title: string
    description: string
    inputSchema: S.Schema & { type: 'object' }
    outputSchema: S.Schema & { type: 'object' }
    annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  }
  /** Returns what is shown, or the refusal. */
  run(sent: Arguments, call: CallOperation): Promise<object>
}

const Id = S.string({ format: 'uuid' })
const Time = S.string({
  format: 'date-time',
  description: 'ISO 8601 with an offset, such as 2027-01-04T09:00:00+01:00.',
})
const paging = {
  limit: S.integer({ minimum: 1, maximum: 20, description: 'Default 10. Fewer come if they are long.' }),
  cursor: S.string('next_cursor of the page before.'),
}
const nextCursor = S.nullable('string', 'Send it as cursor for the next page; null at the end.')

const postArguments = {
  text: S.string('The text for all accounts.'),
  accounts: S.array(
    S.object({ account_id: Id, text: S.optional(S.string('For this account instead.')) }),
    'Ids come from list_accounts. One post is made for each.',
  ),
  media_urls: S.optional(
    S.array(S.string(), 'Absolute URLs of pictures or videos, on any server or from upload_media.'),
  ),
  alt_texts: S.optional(S.array(S.string(), 'What each file shows, in their order.')),
  scheduled_date: S.optional({ ...Time, description: `Left out: a draft. ${Time.description}` }),
}

const posts = S.object({ posts: S.array(show.Post) })

function readPosts({ text, accounts, media_urls, alt_texts, scheduled_date }: Arguments): object {
  const each = ({ account_id, text: own }: Arguments) => ({
    connection_id: account_id,
    ...(own === undefined ? {} : { overrides: { content: own } }),
  })
  return {
    content: text,
    accounts: Array.isArray(accounts) ? accounts.map((one) => each(one ?? {})) : accounts,
    ...(media_urls === undefined ? {} : { media_urls }),
    ...(alt_texts === undefined ? {} : { alt_texts }),
    ...(scheduled_date === undefined ? { status: 'draft' } : { status: 'scheduled', scheduled_date }),
  }
}

const oneOrGroup = {
  post_id: S.optional({ ...Id, description: 'One post.' }),
  group_id: S.optional({ ...Id, description: 'Or all posts that were created together.' }),
}

/** Calls the operation of a post, or of its group. */
function onPosts(one: string, group: string) {
  return async ({ post_id, group_id }: Arguments, call: CallOperation) =>
    group_id === undefined
      ? shown(await call(one, { params: { id: String(post_id) } }), (post) => ({ posts: [show.post(post)] }))
      : shown(await call(group, { params: { id: String(group_id) } }), (found) => ({
          posts: found.posts.map(show.post),
        }))
}

/** Shows the data of a response; refusals stay as they are. */
// biome-ignore lint/suspicious/noExplicitAny: data of any operation
function shown(answer: Answer, toShown: (data: any) => object): object {
  return 'error' in answer ? answer : toShown(answer.data)
}

/** A page of a list. */
// biome-ignore lint/suspicious/noExplicitAny: a row of any list
function listed(name: string, operation: string, toShown: (row: any) => object) {
  return async ({ limit = 10, ...query }: Arguments, call: CallOperation) => {
    const answer = await call(operation, { query: { ...query, limit } } satisfies Asked)
    if ('error' in answer) return answer
    const { next_cursor, total } = answer.pagination!
    return { [name]: (answer.data as object[]).map(toShown), total, next_cursor }
  }
}

const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const storing = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }

function pageOf(name: string, row: S.Schema): S.Schema & { type: 'object' } {
  return object({ [name]: S.array(row), total: S.integer(), next_cursor: nextCursor })
}

function object(fields: S.Fields): S.Schema & { type: 'object' } {
  return S.object(fields) as S.Schema & { type: 'object' }
}

/** Arguments by name, all optional but those in `required`. */
function input(fields: S.Fields, ...required: string[]): S.Schema & { type: 'object' } {
  return {
    type: 'object',
    properties: fields,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

/** The order is part of the interface: clients keep the list. */
export const TOOLS: readonly Tool[] = [
  {
    operations: ['createPostGroup'],
    definition: {
      name: 'check_post',
      title: 'Check a post',
      description:
        'Checks a post against the rules of every account, and stores nothing. Returns warnings, or the errors to fix.',
      inputSchema: input(postArguments, 'text', 'accounts'),
      outputSchema: object({ posts: S.array(show.Post) }),
      annotations: reading,
    },
    run: async (sent, call) =>
      shown(await call('createPostGroup', { body: readPosts(sent), query: { dry_run: true } }), (group) => ({
        posts: group.posts.map(show.post),
      })),
  },
  {
    operations: ['createPostGroup'],
    definition: {
      name: 'create_post',
      title: 'Create a post',
      description:
        'Stores one post for each account: a draft, or scheduled with scheduled_date, which goes out by itself then. Does not publish at once.',
      inputSchema: input(
        {
          ...postArguments,
          idempotency_key: S.string({
            maxLength: 255,
            description:
              'A new random text for each new post. After a lost answer, send the same again: nothing is made twice.',
          }),
        },
        'text',
        'accounts',
        'idempotency_key',
      ),
      outputSchema: object({ group_id: Id, posts: S.array(show.Post) }),
      annotations: { ...storing, openWorldHint: true },
    },
    run: async ({ idempotency_key, ...sent }, call) =>
      shown(
        await call('createPostGroup', { body: readPosts(sent), idempotencyKey: String(idempotency_key) }),
        (group) => ({ group_id: group.group_id, posts: group.posts.map(show.post) }),
      ),
  },
  {
    operations: ['listPosts'],
    definition: {
      name: 'list_posts',
      title: 'List posts',
      description: 'Posts, newest first, or by date with order=scheduled.',
      inputSchema: input({
        q: S.string('A part of the text.'),
        state: S.string(`One or several, separated by commas: ${PUBLICATION_STATES.join(', ')}.`),
        platform: S.oneOf(FORMATS),
        connection_id: { ...Id, description: 'An account.' },
        group_id: { ...Id, description: 'Created together.' },
        order: S.oneOf(['created', 'scheduled']),
        scheduled_after: Time,
        scheduled_before: Time,
        ...paging,
      }),
      outputSchema: pageOf('posts', show.Post),
      annotations: reading,
    },
    run: listed('posts', 'listPosts', show.post),
  },
  {
    operations: ['getPost'],
    definition: {
      name: 'get_post',
      title: 'Read a post',
      description: 'One post with its state, the reason if it failed, its link, clicks and leads.',
      inputSchema: input({ post_id: Id }, 'post_id'),
      outputSchema: object({ post: show.Post }),
      annotations: reading,
    },
    run: async ({ post_id }, call) =>
      shown(await call('getPost', { params: { id: String(post_id) } }), (post) => ({ post: show.post(post) })),
  },
  {
    operations: ['publishPost', 'publishPostGroup'],
    definition: {
      name: 'publish_post',
      title: 'Publish now',
      description:
        'Publishes to the network at once. It is public and cannot be taken back here: ask the person first.',
      inputSchema: input(oneOrGroup),
      outputSchema: posts as S.Schema & { type: 'object' },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    run: onPosts('publishPost', 'publishPostGroup'),
  },
  {
    operations: ['cancelPost', 'cancelPostGroup'],
    definition: {
      name: 'cancel_post',
      title: 'Cancel a scheduled post',
      description:
        'A post that waits becomes a draft again. One that is going out or is published cannot be cancelled.',
      inputSchema: input(oneOrGroup),
      outputSchema: posts as S.Schema & { type: 'object' },
      annotations: storing,
    },
    run: onPosts('cancelPost', 'cancelPostGroup'),
  },
  {
    operations: ['uploadMedia'],
    definition: {
      name: 'upload_media',
      title: 'Upload a picture or video',
      description: 'Up to 3 MB. Files that are on the web need no upload: put their URL into media_urls.',
      inputSchema: input(
        {
          base64: S.string('The bytes of the file.'),
          name: S.string('The file name.'),
          alt_text: S.string('What it shows.'),
        },
        'base64',
      ),
      outputSchema: object({ url: S.string('For media_urls.'), type: S.string(), bytes: S.integer() }),
      annotations: storing,
    },
    run: async ({ base64, name, alt_text }, call) =>
      shown(
        await call('uploadMedia', { file: Buffer.from(String(base64), 'base64'), query: { name, alt_text } }),
        (file) => ({
          url: file.url,
          type: file.type,
          bytes: file.bytes,
        }),
      ),
  },
  {
    operations: ['listConnections'],
    definition: {
      name: 'list_accounts',
      title: 'List connected accounts',
      description: 'The accounts on social networks that posts can go to.',
      inputSchema: input(paging),
      outputSchema: pageOf('accounts', show.Account),
      annotations: reading,
    },
    run: listed('accounts', 'listConnections', show.account),
  },
  {
    operations: ['listContacts'],
    definition: {
      name: 'search_contacts',
      title: 'Search contacts',
      description: 'Contacts (leads), newest first.',
      inputSchema: input({
        q: S.string('A part of a name, address, company or other field.'),
        email: S.string(),
        status: S.oneOf(STATUS_KEYS),
        tag: S.string(),
        post_id: { ...Id, description: 'Brought by this post.' },
        form_id: Id,
        created_after: Time,
        created_before: Time,
        ...paging,
      }),
      outputSchema: pageOf('contacts', show.Contact),
      annotations: reading,
    },
    run: listed('contacts', 'listContacts', show.contact),
  },
  {
    operations: ['getPerson', 'getTimeline'],
    definition: {
      name: 'get_person',
      title: 'Read a person',
      description: 'Everything about one address: the newest contacts, what brought them, and what happened.',
      inputSchema: input({ email: S.string() }, 'email'),
      outputSchema: object(show.personFields),
      annotations: reading,
    },
    async run({ email }, call) {
      const params = { email: String(email) }
      const [person, timeline] = [
        await call('getPerson', { params, query: { limit: 5 } }),
        await call('getTimeline', { params, query: { limit: 10 } }),
      ]
      if ('error' in timeline) return timeline
      return shown(person, (data) => show.person(data, timeline.data as object[]))
    },
  },
  {
    operations: ['updateContact', 'getContact'],
    definition: {
      name: 'update_contact',
      title: 'Work on a contact',
      description: 'Changes the status, the owner or the tags of a contact. What is left out stays.',
      inputSchema: input(
        {
          contact_id: Id,
          status: S.oneOf(STATUS_KEYS),
          owner_id: S.nullable('string', 'A member of the team; null for no owner.'),
          tags: S.array(S.string(), 'All tags that it should have.'),
        },
        'contact_id',
      ),
      outputSchema: object({ contact: show.Contact }),
      annotations: storing,
    },
    run: async ({ contact_id, ...body }, call) =>
      shown(await call('updateContact', { params: { id: String(contact_id) }, body }), (contact) => ({
        contact: show.contact(contact),
      })),
  },
  {
    operations: ['getAttributionReport'],
    definition: {
      name: 'report',
      title: 'What brought leads',
      description: 'Leads, clicks and visitors of a period, compared with the period before.',
      inputSchema: input({
        by: S.oneOf(['post', 'platform', 'source', 'medium', 'campaign', 'form']),
        touch: S.oneOf(['first', 'last']),
        from: S.string({ format: 'date' }),
        to: S.string({ format: 'date', description: 'The last day.' }),
      }),
      outputSchema: object(show.reportFields),
      annotations: reading,
    },
    run: async (query, call) => shown(await call('getAttributionReport', { query }), show.report),
  },
  {
    operations: ['getAttention'],
    definition: {
      name: 'needs_attention',
      title: 'What needs attention',
      description: 'Posts that failed, accounts that cannot post, and whatever else waits for a person.',
      inputSchema: input({}),
      outputSchema: object({ from_outside: S.object({}, 'By kind; null or empty if all is well.') }),
      annotations: reading,
    },
    run: async (_sent, call) => shown(await call('getAttention', {}), (attention) => ({ from_outside: attention })),
  },
  {
    operations: ['listForms'],
    definition: {
      name: 'list_forms',
      title: 'List forms',
      description: 'The forms that take contacts in, with their address and numbers.',
      inputSchema: input(paging),
      outputSchema: pageOf('forms', show.Form),
      annotations: reading,
    },
    run: listed('forms', 'listForms', show.form),
  },
]
