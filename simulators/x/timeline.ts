import { findItem, listItems } from '../core/items.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import type { Account, PublicItem } from '../state/records.ts'
import { signedIn } from './access.ts'
import { invalidRequest, notFound } from './errors.ts'
import { wireTextOf } from './tweets.ts'

const TWEET_FIELDS = [
  'id',
  'text',
  'created_at',
  'author_id',
  'entities',
  'attachments',
  'note_tweet',
  'edit_history_tweet_ids',
  'reply_settings',
  'public_metrics',
  'lang',
  'conversation_id',
  'in_reply_to_user_id',
  'referenced_tweets',
  'source',
]
const PARAMETERS = [
  'start_time',
  'end_time',
  'max_results',
  'exclude',
  'pagination_token',
  'since_id',
  'until_id',
  'tweet.fields',
  'expansions',
  'media.fields',
  'user.fields',
]

export function getMe(call: Call): Reply {
  const account = signedIn(call, ['tweet.read', 'users.read'])
  return json(200, { data: toUser(account) })
}

export function getTweet(call: Call): Reply {
  signedIn(call, ['tweet.read', 'users.read'])
  const id = call.params.id ?? ''
  const item = findItem(call.world, 'x', id)
  if (!item || item.deletedAt !== null) return { ...notFound('tweet', 'id', id), status: 200 }
  return json(200, { data: toTweet(item, fieldsOf(call)) })
}

/** GET /2/users/:id/tweets, newest first. */
export function listTweets(call: Call): Reply {
  signedIn(call, ['tweet.read', 'users.read'])
  const { query } = call
  checkParameters(call)
  const user = call.world.accounts.get(`x:${call.params.id}`)
  if (!user) return { ...notFound('user', 'id', call.params.id ?? ''), status: 200 }
  const max = Number(query.get('max_results') ?? 10)
  if (!Number.isInteger(max) || max < 5 || max > 100) {
    return invalidRequest(
      `The \`max_results\` query parameter value [${query.get('max_results')}] is not between 5 and 100`,
      {
        max_results: [query.get('max_results') ?? ''],
      },
    )
  }
  const start = readTime(call, 'start_time')
  const end = readTime(call, 'end_time')
  const excluded = (query.get('exclude') ?? '').split(',')
  const inside = listItems(call, user.id).filter(
    (item) =>
      (start === null || item.createdAt >= start) &&
      (end === null || item.createdAt < end) &&
      !(excluded.includes('replies') && item.replyTo !== null) &&
      isAfter(item.id, query.get('since_id')) &&
      (query.get('until_id') === null || BigInt(item.id) < BigInt(query.get('until_id') ?? 0)),
  )
  const from = readPageToken(call)
  const shown = inside.slice(from, from + max)
  if (shown.length === 0) return json(200, { meta: { result_count: 0 } })
  const fields = fieldsOf(call)
  const meta: Record<string, unknown> = {
    result_count: shown.length,
    newest_id: shown[0]!.id,
    oldest_id: shown.at(-1)!.id,
  }
  if (from + max < inside.length) meta.next_token = `sandbox${from + max}`
  return json(200, { data: shown.map((item) => toTweet(item, fields)), meta })
}

function toUser(account: Account): Record<string, unknown> {
  return { id: account.id, name: account.name, username: account.username }
}

function toTweet(item: PublicItem, fields: string[]): Record<string, unknown> {
  const wire = wireTextOf(item)
  const keys = item.details.media_keys as string[]
  const all: Record<string, unknown> = {
    created_at: new Date(item.createdAt).toISOString(),
    author_id: item.accountId,
    conversation_id: item.id,
    ...(wire.urls.length > 0 ? { entities: { urls: wire.urls } } : {}),
    ...(keys.length > 0 ? { attachments: { media_keys: keys } } : {}),
    ...(wire.note === undefined ? {} : { note_tweet: { text: wire.note } }),
    reply_settings: item.details.reply_settings ?? 'everyone',
    lang: 'en',
  }
  const chosen = fields.filter((name) => all[name] !== undefined).map((name) => [name, all[name]])
  return { id: item.id, text: wire.text, edit_history_tweet_ids: [item.id], ...Object.fromEntries(chosen) }
}

function fieldsOf(call: Call): string[] {
  const text = call.query.get('tweet.fields')
  const fields = text === null || text === '' ? [] : text.split(',')
  const unknown = fields.find((name) => !TWEET_FIELDS.includes(name))
  const { link_entities: hasEntities } = call.world.settings.current.x
  if (unknown === undefined) return fields.filter((name) => name !== 'entities' || hasEntities)
  return refuse(
    invalidRequest(
      `The \`tweet.fields\` query parameter value [${unknown}] is not one of [${TWEET_FIELDS.join(',')}]`,
      {
        'tweet.fields': [unknown],
      },
    ),
  )
}

function checkParameters(call: Call): void {
  const unknown = [...call.query.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown === undefined) return
  refuse(
    invalidRequest(`The query parameter [${unknown}] is not one of [${PARAMETERS.join(',')}]`, {
      [unknown]: [call.query.get(unknown) ?? ''],
    }),
  )
}

/** RFC 3339, to the second or finer. */
function readTime(call: Call, name: string): number | null {
  const text = call.query.get(name)
  if (text === null) return null
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    refuse(
      invalidRequest(`The \`${name}\` query parameter value [${text}] is not a valid RFC 3339 date`, {
        [name]: [text],
      }),
    )
  return time
}

function isAfter(id: string, since: string | null): boolean {
  return since === null || BigInt(id) > BigInt(since)
}

function readPageToken(call: Call): number {
  const text = call.query.get('pagination_token')
  if (text === null) return 0
  const found = /^sandbox(\d+)$/.exec(text)
  if (!found)
    return refuse(
      invalidRequest(`The \`pagination_token\` query parameter value [${text}] is not valid`, {
        pagination_token: [text],
      }),
    )
  return Number(found[1])
}
