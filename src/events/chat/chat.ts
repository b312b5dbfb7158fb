import { type ChatAddress, ntfyPlaceOf } from './address.ts'
import type { ChatKind } from './kinds.ts'
import type { Notice } from './notice.ts'
import { discordPayload } from './discord.ts'
import { ntfyPayload } from './ntfy.ts'
import { slackPayload } from './slack.ts'
import { teamsPayload } from './teams.ts'

interface ChatRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export function chatRequest(kind: ChatKind, { url, token }: ChatAddress, notice: Notice): ChatRequest {
  const request = (payload: object, to = url): ChatRequest => ({
    url: to,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  switch (kind) {
    case 'slack':
      return request(slackPayload(notice))
    case 'discord':
      return request(discordPayload(notice))
    case 'teams':
      return request(teamsPayload(notice))
    case 'ntfy': {
      const place = ntfyPlaceOf(url)
      const { headers, ...rest } = request(ntfyPayload(notice, place.topic), place.url)
      return { ...rest, headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` } }
    }
  }
}
