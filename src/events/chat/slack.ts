import { fit } from './service.ts'
import type { Notice } from './notice.ts'

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and /reference/block-kit/blocks.
const HEADER_MAX = 150
const TEXT_MAX = 2_900
const FIELD_MAX = 1_900
/** A section has at most ten fields: five rows of label and value. */
const ROWS_MAX = 5

/** & < > are Slack's control characters: without them nothing is a mention or a link. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function slackPayload({ title, rows, text, links }: Notice): object {
  const sections = []
  for (let start = 0; start < rows.length; start += ROWS_MAX) {
    const fields = rows
      .slice(start, start + ROWS_MAX)
      .flatMap(([label, value]) => [markup(`*${escapeSlack(label)}*`), plain(value, FIELD_MAX)])
    sections.push({ type: 'section', fields })
  }
  return {
    // Shown in notifications, and where blocks are not.
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

/** What strangers wrote is never markup: no bold, no quotes, no emoji. */
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
