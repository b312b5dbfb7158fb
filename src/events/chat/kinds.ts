/** Chats and phones: they get a readable message. */
export const CHAT_KINDS = ['slack', 'discord', 'teams', 'ntfy'] as const
export type ChatKind = (typeof CHAT_KINDS)[number]

/** A webhook gets signed events, for programs. */
export const ENDPOINT_KINDS = ['webhook', ...CHAT_KINDS] as const
export type EndpointKind = (typeof ENDPOINT_KINDS)[number]

export const KIND_LABELS: Readonly<Record<ChatKind, string>> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Teams',
  ntfy: 'ntfy',
}

export function isChat(kind: string): kind is ChatKind {
  return (CHAT_KINDS as readonly string[]).includes(kind)
}
