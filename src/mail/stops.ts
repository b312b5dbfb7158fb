import type { Parts } from '../db/parts.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { addressHash, STOPS, stoppedKey } from './limits.ts'
import { updatePreferences } from './preferences.ts'
import { type ClaimedMail, insertStop, type StopKind } from './store.ts'

const CONTEXT = 'mail stop'

interface StopsOptions extends Pick<Parts, 'pool' | 'clock'> {
  tokens: SealedTokens
  baseUrl: string
}

/** What a link ends: a preference of somebody of the team, or all mail of a kind to an address. */
type Stop =
  | { who: 'user'; workspaceId: string; userId: string; mail: 'lead' | 'weekly' }
  | { who: 'address'; workspaceId: string; hash: string; mail: StopKind }

export type Stops = ReturnType<typeof createStops>

/** Links in mails that end them, for whoever has the mail: no sign-in. */
export function createStops({ pool, clock, tokens, baseUrl }: StopsOptions) {
  return {
    urlOf({ workspace_id: workspaceId, kind, user_id: userId, to_key }: ClaimedMail): string {
      const stop: Stop =
        userId === null
          ? { who: 'address', workspaceId, hash: hashOf(workspaceId, stoppedKey(kind, to_key)), mail: STOPS[kind] }
          : { who: 'user', workspaceId, userId, mail: kind === 'weekly' ? 'weekly' : 'lead' }
      return `${baseUrl}/unsubscribe/${tokens.seal(JSON.stringify(toList(stop)), CONTEXT)}`
    },
    /** Null for a token that is not one of ours. */
    read(token: string): Stop | null {
      const text = tokens.open(token, CONTEXT)
      return text === null ? null : fromList(JSON.parse(text) as string[])
    },
    /** Doing it again changes nothing. */
    async apply(stop: Stop): Promise<void> {
      const { workspaceId } = stop
      if (stop.who === 'address') {
        const hash = Buffer.from(stop.hash, 'hex')
        return insertStop(pool, { workspaceId, hash, kind: stop.mail, at: new Date(clock.now()) })
      }
      const off = stop.mail === 'weekly' ? { weekly_mail: false } : { lead_mail: 'off' as const }
      await updatePreferences(pool, stop, off)
    },
  }
}

function hashOf(workspaceId: string, key: string): string {
  return addressHash(workspaceId, key).toString('hex')
}

function toList(stop: Stop): string[] {
  return [stop.who, stop.workspaceId, stop.who === 'user' ? stop.userId : stop.hash, stop.mail]
}

function fromList([who, workspaceId, id, mail]: string[]): Stop {
  return who === 'user'
    ? { who, workspaceId: workspaceId!, userId: id!, mail: mail as 'lead' }
    : { who: 'address', workspaceId: workspaceId!, hash: id!, mail: mail as StopKind }
}
