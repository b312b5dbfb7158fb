import { message } from '../../messages/message.ts'
import { type ChatService, fit, labelOf } from './service.ts'

// https://docs.ntfy.sh/publish/#publish-as-json. A message of more than 4096 bytes would become a file.
const TITLE_MAX = 200
const MESSAGE_BYTES = 4_000

const TAGS = { news: 'bell', good: 'white_check_mark', bad: 'warning' }
const PRIORITIES = { news: 3, good: 3, bad: 4 }

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/
// docs.ntfy.sh: paths of the server itself, which cannot be topics.
const RESERVED = ['app', 'docs', 'static', 'file', 'account', 'settings', 'v1', 'metrics', 'signup', 'login']

export const ntfy: ChatService = {
  label: 'ntfy',
  checkUrl(url) {
    const topic = topicOf(url)
    const isTopic = TOPIC.test(topic) && !RESERVED.includes(topic) && url.search === ''
    return isTopic ? null : message('chat.wrong_ntfy')
  },
  shownPath: '/',
  write({ language, title, rows, text, links, tone }, address) {
    const url = new URL(address.url)
    const topic = topicOf(url)
    // Messages are published as JSON at the server of the topic.
    url.pathname = url.pathname.replace(/\/?$/, '').slice(0, -topic.length)
    const lines = rows.map(([label, value]) => `${labelOf(label, language)}${value}`)
    const message = [...lines, ...(text === null ? [] : [text])].join('\n')
    return {
      url: url.href,
      ...(address.token === null ? {} : { headers: { authorization: `Bearer ${address.token}` } }),
      // Plain text, because `markdown` is left out.
      payload: {
        topic,
        title: fit(title, TITLE_MAX),
        // Without a text, ntfy writes "triggered".
        message: fitBytes(message || title, MESSAGE_BYTES),
        priority: PRIORITIES[tone],
        tags: [TAGS[tone]],
        ...(links[0] ? { click: links[0].url } : {}),
      },
    }
  },
  explain: (status) => (status === 401 || status === 403 ? message('chat.topic_forbidden') : null),
}

function topicOf(url: URL): string {
  return url.pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
}

function fitBytes(text: string, max: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= max) return text
  // Drops a character that is cut in two.
  return `${new TextDecoder().decode(bytes.subarray(0, max - 3), { stream: true })}…`
}
