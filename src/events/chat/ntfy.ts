import { fit, fitBytes } from './service.ts'
import type { Notice } from './notice.ts'

// https://docs.ntfy.sh/publish/#publish-as-json. A message of more than 4096 bytes would become a file.
const TITLE_MAX = 200
const MESSAGE_BYTES = 4_000

const TAGS = { news: 'bell', good: 'white_check_mark', bad: 'warning' }
const PRIORITIES = { news: 3, good: 3, bad: 4 }

/** Plain text, because `markdown` is left out. */
export function ntfyPayload({ title, rows, text, links, tone }: Notice, topic: string): object {
  const message = [...rows.map(([label, value]) => `${label}: ${value}`), ...(text === null ? [] : [text])].join('\n')
  return {
    topic,
    title: fit(title, TITLE_MAX),
    // Without a text, ntfy writes "triggered".
    message: fitBytes(message || title, MESSAGE_BYTES),
    priority: PRIORITIES[tone],
    tags: [TAGS[tone]],
    ...(links[0] ? { click: links[0].url } : {}),
  }
}
