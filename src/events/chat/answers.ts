import { type ChatKind, KIND_LABELS } from './kinds.ts'

interface Answered {
  status: number
  /** The beginning of its body. */
  answer: string | null
}

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
const SLACK_GONE = ['no_service', 'no_service_id', 'no_team', 'team_disabled', 'invalid_token', 'user_not_found']
const SLACK_CHANNEL = ['channel_not_found', 'channel_is_archived']
const SLACK_FORBIDDEN = ['action_prohibited', 'posting_to_general_channel_denied']

/** What the answer of a chat means, and what to do; null when it is not one of those that are documented. */
export function explainChatAnswer(kind: ChatKind, { status, answer }: Answered): string | null {
  const label = KIND_LABELS[kind]
  if (status === 429) return `${label} asked for fewer messages. It is sent again later.`
  const said = codeOf(kind, answer)
  const renew = 'Create a new webhook there, and change the address of this endpoint to it.'
  if (kind === 'slack') {
    if (SLACK_GONE.includes(said)) return `Slack does not know this webhook any more (${said}). ${renew}`
    if (SLACK_CHANNEL.includes(said)) return `The channel of this webhook is gone (${said}). ${renew}`
    if (SLACK_FORBIDDEN.includes(said)) {
      return `An administrator of Slack does not allow this webhook to write to its channel (${said}). Choose another channel, or ask them.`
    }
  }
  if (kind === 'discord' && status === 404) return `Discord does not know this webhook any more. ${renew}`
  if (kind === 'ntfy' && (status === 401 || status === 403)) {
    return 'The ntfy server does not let Doorpost write to this topic. Give the endpoint an access token that may.'
  }
  if (status === 401 || status === 403 || status === 404) return `${label} does not accept this address. ${renew}`
  if (status === 400 || status === 413 || status === 422) {
    return `${label} did not accept the message${said && ` (${said})`}. Its other messages are not affected; please report this as a fault of Doorpost.`
  }
  return null
}

/** Seconds to wait, where the body says it more exactly than a header. */
export function chatRetryAfter(kind: ChatKind, { status, answer }: Answered): number | null {
  if (kind !== 'discord' || status !== 429) return null
  const seconds = jsonOf(answer).retry_after
  return typeof seconds === 'number' && seconds > 0 ? seconds : null
}

/** Slack answers with a word, the others with JSON. */
function codeOf(kind: ChatKind, answer: string | null): string {
  const said = kind === 'slack' ? answer?.trim() : jsonOf(answer).code
  return /^[\w.-]{1,60}$/.test(String(said ?? '')) ? String(said) : ''
}

function jsonOf(answer: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
