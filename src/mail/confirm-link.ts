import { isUuid } from '../lib/ids.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { DAY_MS } from '../lib/time/span.ts'

const CONTEXT = 'confirm address'

export const CONFIRM_DAYS = 7

/** What a link in a mail confirms. It is sealed in the link and stored nowhere. */
interface Confirmation {
  workspaceId: string
  submissionId: string
  expiresAt: number
}

export function confirmUrl(
  tokens: SealedTokens,
  baseUrl: string,
  { workspaceId, submissionId, askedAt }: { workspaceId: string; submissionId: string; askedAt: number },
): string {
  const text = `${workspaceId} ${submissionId} ${askedAt + CONFIRM_DAYS * DAY_MS}`
  return `${baseUrl}/confirm/${tokens.seal(text, CONTEXT)}`
}

/** Null for a token that is not one of ours. */
export function readConfirmation(tokens: SealedTokens, token: string): Confirmation | null {
  const [workspaceId = '', submissionId = '', expiresAt] = tokens.open(token, CONTEXT)?.split(' ') ?? []
  if (!isUuid(workspaceId) || !isUuid(submissionId)) return null
  return { workspaceId, submissionId, expiresAt: Number(expiresAt) }
}
