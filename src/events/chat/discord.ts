import { message } from '../../messages/message.ts'
import type { Notice } from './notice.ts'
import { type ChatService, fit } from './service.ts'

// https://discord.com/developers/docs/resources/message#embed-object-embed-limits: title 256, description 4096, 25
// fields of 256 and 1024, and 6000 in total. These limits stay below that together: 256 + 1500 + 10 * (50 + 300), and a
// few links.
const TITLE_MAX = 256
const TEXT_MAX = 1_500
const ROWS_MAX = 10
const LABEL_MAX = 50
const VALUE_MAX = 300

const HOST = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/
const COLORS = { news: 0x0f766e, good: 0x15803d, bad: 0xb91c1c }

export const discord: ChatService = {
  label: 'Discord',
  checkUrl: ({ hostname, pathname }, allowOther) =>
    (allowOther || HOST.test(hostname)) && /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/.test(pathname)
      ? null
      : message('chat.wrong_discord'),
  shownPath: '/api/webhooks/',
  write: (notice) => ({ payload: toPayload(notice) }),
  explain: (status) => (status === 404 ? message('chat.unknown_webhook', { chat: 'Discord' }) : null),
}

/** A backslash escapes any of these, also at the beginning of a line. */
function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#\-+[\]()<:@]/g, '\\$&')
}

function toPayload({ title, rows, text, links, tone, at }: Notice): object {
  const [first, ...others] = links
  const description = [text === null ? '' : fit(text, TEXT_MAX, escapeDiscord), others.map(toLink).join(' · ')]
  return {
    embeds: [
      {
        title: fit(title, TITLE_MAX, escapeDiscord),
        ...(first ? { url: first.url } : {}),
        ...(description.some(Boolean) ? { description: description.filter(Boolean).join('\n\n') } : {}),
        color: COLORS[tone],
        fields: rows.slice(0, ROWS_MAX).map(([label, value]) => ({
          name: fit(label, LABEL_MAX, escapeDiscord),
          value: fit(value, VALUE_MAX, escapeDiscord),
          inline: value.length <= 40,
        })),
        timestamp: at.toISOString(),
      },
    ],
    // No text can ping anyone.
    allowed_mentions: { parse: [] },
  }
}

function toLink({ label, url }: Notice['links'][number]): string {
  return `[${escapeDiscord(label)}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
