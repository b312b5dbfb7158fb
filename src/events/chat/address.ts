import type { ChatKind } from './kinds.ts'

// Whoever knows the address of a chat can write there, so it is stored encrypted and never shown again.

/** What is needed to reach a chat. */
export interface ChatAddress {
  url: string
  /** Access token of an ntfy server. */
  token: string | null
}

const SLACK_HOST = /^hooks\.slack(?:-gov)?\.com$/
const DISCORD_HOST = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/
const RETIRED_TEAMS_HOST = /(?:^|\.)(?:webhook\.office\.com|outlook\.office(?:365)?\.com)$/
const NTFY_TOPIC = /^[-_A-Za-z0-9]{1,64}$/
// docs.ntfy.sh: paths of the server itself, which are not topics.
const NTFY_RESERVED = ['app', 'docs', 'static', 'file', 'account', 'settings', 'v1', 'metrics', 'signup', 'login']

/** What is wrong with an address that is a proper URL; null when nothing is. `allowOther`: compatible servers are right. */
export function checkChatUrl(kind: ChatKind, text: string, allowOther: boolean): string | null {
  const url = new URL(text)
  const isKnown = (host: RegExp) => allowOther || host.test(url.hostname)
  switch (kind) {
    case 'slack':
      if (isKnown(SLACK_HOST) && /^\/services\/./.test(url.pathname)) return null
      return 'This is not the address of an incoming webhook of Slack: it begins with https://hooks.slack.com/services/. Copy it in Slack: api.slack.com/apps, your app, Incoming Webhooks.'
    case 'discord':
      if (isKnown(DISCORD_HOST) && /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/.test(url.pathname)) return null
      return 'This is not the address of a webhook of Discord: it looks like https://discord.com/api/webhooks/123/abc. Copy it in Discord: Edit Channel, Integrations, Webhooks.'
    case 'teams':
      if (!RETIRED_TEAMS_HOST.test(url.hostname)) return null
      return 'This is an address of a Microsoft 365 connector, which Microsoft has retired. Create a new one in Teams: the channel, Workflows, "Send webhook alerts to a channel".'
    case 'ntfy': {
      const topic = topicOf(url)
      if (NTFY_TOPIC.test(topic) && !NTFY_RESERVED.includes(topic) && url.search === '') return null
      return 'The address must end with a topic of up to 64 letters, digits, - and _, such as https://ntfy.sh/my-leads-k3v9x2. Choose one that nobody guesses: whoever knows it can read along.'
    }
  }
}

/** What of an address may be shown: enough to tell two of them apart, too little to write there. */
export function maskChatUrl(kind: ChatKind, text: string): string {
  const { origin, pathname, search } = new URL(text)
  const shown = { slack: '/services/', discord: '/api/webhooks/', teams: '/', ntfy: '/' }[kind]
  const hidden = `${pathname}${search}`.replace(/\/$/, '')
  // A short topic would be given away by its end.
  return `${origin}${shown}…${hidden.length - shown.length >= 24 ? hidden.slice(-4) : ''}`
}

/** Where messages are published as JSON: the server of the topic. */
export function ntfyPlaceOf(text: string): { url: string; topic: string } {
  const url = new URL(text)
  const topic = topicOf(url)
  url.pathname = url.pathname.replace(/\/?$/, '').slice(0, -topic.length)
  return { url: url.href, topic }
}

function topicOf(url: URL): string {
  return url.pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
}

/** A token goes to the server that it was given for, and not along to another. */
export function keepsToken(oldUrl: string, newUrl: string): boolean {
  return new URL(oldUrl).origin === new URL(newUrl).origin
}

export function writeChatAddress({ url, token }: ChatAddress): string {
  return JSON.stringify({ url, token })
}

export function readChatAddress(text: string): ChatAddress {
  return JSON.parse(text) as ChatAddress
}
