import { message } from '../../messages/message.ts'
import type { Notice } from './notice.ts'
import { type ChatService, fit } from './service.ts'

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and /reference/block-kit/blocks.
const HOST = /^hooks\.slack(?:-gov)?\.com$/
const HEADER_MAX = 150
const TEXT_MAX = 2_900
const FIELD_MAX = 1_900
/** A section has at most ten fields: five rows of label and value. */
const ROWS_MAX = 5

// …#handling_errors
const GONE = ['no_service', 'no_service_id', 'no_team', 'team_disabled', 'invalid_token', 'user_not_found']
const CHANNEL = ['channel_not_found', 'channel_is_archived']
const FORBIDDEN = ['action_prohibited', 'posting_to_general_channel_denied']

export const slack: ChatService = {
  label: 'Slack',
  checkUrl: ({ hostname, pathname }, allowOther) =>
    (allowOther || HOST.test(hostname)) && /^\/services\/./.test(pathname) ? null : message('chat.wrong_slack'),
  shownPath: '/services/',
  write: (notice) => ({ payload: toPayload(notice) }),
  codeOf: (answer) => answer?.trim(),
  explain(_status, code) {
    if (GONE.includes(code)) return message('chat.unknown_webhook_code', { chat: 'Slack', code })
    if (CHANNEL.includes(code)) return message('chat.channel_gone', { code })
    return FORBIDDEN.includes(code) ? message('chat.forbidden', { chat: 'Slack', code }) : null
  },
}

/** & < > are Slack's control characters: with them escaped, nothing is a mention or a link. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function toPayload({ title, rows, text, links }: Notice): object {
  const sections = []
  for (let start = 0; start < rows.length; start += ROWS_MAX) {
    const fields = rows
      .slice(start, start + ROWS_MAX)
      .flatMap(([label, value]) => [markup(`*${escapeSlack(label)}*`), plain(value, FIELD_MAX)])
    sections.push({ type: 'section', fields })
  }
  return {
    // For notifications, and for clients that do not show blocks.
    text: fit([title, ...rows.map(([, value]) => value)].join(' · '), TEXT_MAX, escapeSlack),
    blocks: [
      { type: 'header', text: plain(title, HEADER_MAX) },
      ...sections,
      ...(text === null ? [] : [{ type: 'section', text: plain(text, TEXT_MAX) }]),
      ...(links.length === 0 ? [] : [{ type: 'section', text: markup(links.map(toLink).join('  ·  ')) }]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

/** For untrusted text: no bold, no quotes, no emoji. */
function plain(text: string, max: number) {
  return { type: 'plain_text', text: fit(text, max, escapeSlack), emoji: false }
}

/** Only for our own words. */
function markup(text: string) {
  return { type: 'mrkdwn', text, verbatim: true }
}

function toLink({ label, url }: Notice['links'][number]): string {
  return `<${escapeSlack(url).replaceAll('|', '%7C')}|${escapeSlack(label)}>`
}
