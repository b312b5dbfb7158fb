import { message } from '../../messages/message.ts'
import type { Notice } from './notice.ts'
import { type ChatService, fit, labelOf } from './service.ts'

// A workflow accepts a message with one Adaptive Card and at most 28 KB:
// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
const TITLE_MAX = 256
const TEXT_MAX = 2_000
const ROWS_MAX = 10
const VALUE_MAX = 400

const RETIRED_HOST = /(?:^|\.)(?:webhook\.office\.com|outlook\.office(?:365)?\.com)$/
const COLORS = { news: 'Default', good: 'Good', bad: 'Attention' }

export const teams: ChatService = {
  label: 'Teams',
  checkUrl: ({ hostname }) => (RETIRED_HOST.test(hostname) ? message('chat.retired_teams') : null),
  shownPath: '/',
  write: (notice) => ({ payload: toPayload(notice) }),
}

function toPayload({ language, title, rows, text, links, tone }: Notice): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    // The newest version that Teams shows on both computers and phones.
    version: '1.4',
    body: [
      paragraph([{ text: fit(title, TITLE_MAX), weight: 'Bolder', size: 'Medium', color: COLORS[tone] }]),
      ...rows
        .slice(0, ROWS_MAX)
        .map(([label, value]) =>
          paragraph([{ text: labelOf(label, language), weight: 'Bolder' }, { text: fit(value, VALUE_MAX) }]),
        ),
      ...(text === null ? [] : [paragraph([{ text: fit(text, TEXT_MAX) }])]),
    ],
    actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

/** Unlike text blocks and facts, text runs have no Markdown, so untrusted text stays as it is. */
function paragraph(runs: ReadonlyArray<{ text: string; weight?: string; size?: string; color?: string }>) {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) }
}
