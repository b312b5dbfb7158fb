import { type Call, refuse } from '../http/call.ts'
import { invalidRequest } from './errors.ts'

/** CreatePostsRequest: additional properties are refused. */
const FIELDS = [
  'text',
  'media',
  'reply',
  'quote_tweet_id',
  'poll',
  'reply_settings',
  'community_id',
  'share_with_followers',
  'for_super_followers_only',
  'geo',
  'card_uri',
  'direct_message_deep_link',
  'nullcast',
  'made_with_ai',
  'paid_partnership',
  'edit_options',
]
const INNER: Record<string, string[]> = {
  media: ['media_ids', 'tagged_user_ids'],
  reply: ['in_reply_to_tweet_id', 'exclude_reply_user_ids', 'auto_populate_reply_metadata'],
  poll: ['options', 'duration_minutes', 'reply_settings'],
  geo: ['place_id'],
}
const REPLY_SETTINGS = ['following', 'mentionedUsers', 'subscribers', 'verified']

export function checkBody(call: Call): void {
  const { fields, kind } = call.body
  const no = (message: string, name: string) => refuse(invalidRequest(message, { [name]: [show(fields[name])] }))
  if (kind !== 'json') refuse(invalidRequest('Requests with bodies must have content-type of application/json.'))
  for (const name of Object.keys(fields)) {
    if (!FIELDS.includes(name))
      no(`$.${name}: is not defined in the schema and the schema does not allow additional properties`, name)
    const inner = INNER[name]
    if (inner === undefined) continue
    const value = fields[name]
    if (typeof value !== 'object' || value === null) no(`$.${name}: is not an object`, name)
    const unknown = Object.keys(value as object).find((key) => !inner.includes(key))
    if (unknown !== undefined)
      no(`$.${name}.${unknown}: is not defined in the schema and the schema does not allow additional properties`, name)
  }
  if (fields.text !== undefined && typeof fields.text !== 'string') no('$.text: is not a string', 'text')
  const ids = (fields.media as { media_ids?: unknown } | undefined)?.media_ids
  if (fields.media !== undefined && (!Array.isArray(ids) || ids.length < 1 || ids.length > 4)) {
    no('$.media.media_ids: must have 1 to 4 items', 'media')
  }
  if (fields.reply_settings !== undefined && !REPLY_SETTINGS.includes(String(fields.reply_settings))) {
    no(`$.reply_settings: does not have a value in the enumeration [${REPLY_SETTINGS.join(', ')}]`, 'reply_settings')
  }
  const poll = fields.poll as { options?: unknown; duration_minutes?: unknown } | undefined
  if (poll === undefined) return
  const minutes = Number(poll.duration_minutes)
  if (!Array.isArray(poll.options) || poll.options.length < 2 || poll.options.length > 4)
    no('$.poll.options: must have 2 to 4 items', 'poll')
  if (!(minutes >= 5 && minutes <= 10_080)) no('$.poll.duration_minutes: must be between 5 and 10080', 'poll')
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
