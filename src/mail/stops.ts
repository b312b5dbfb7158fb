import type { Parts } from '../db/parts.ts'
import type { RateLimits } from '../http/access/rate-limit.ts'
import type { HttpApp } from '../http/server/app.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { addressHash, STOPS, stoppedKey } from './limits.ts'
import { addLinkPages, type LinkPage, WRONG_LINK } from './links.ts'
import { type ClaimedMail, insertStop, type StopKind } from './store.ts'
import { updatePreferences } from './team-store.ts'

const CONTEXT = 'mail stop'

interface StopsOptions extends Pick<Parts, 'pool' | 'clock'> {
  tokens: SealedTokens
  baseUrl: string
}

/** What a link ends: a preference of somebody in the team, or all mail of a kind to an address. */
type Stop =
  | { who: 'user'; workspaceId: string; userId: string; mail: 'lead' | 'weekly' }
  | { who: 'address'; workspaceId: string; hash: string; mail: StopKind }

export type Stops = ReturnType<typeof createStops>

/** Links in mails that end them, without a sign-in. */
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

export const stopPath = '/unsubscribe/:token'

const ASK: LinkPage = {
  status: 200,
  title: 'No more such mails?',
  parts: [
    '<form method="post"><button>Yes, stop these mails</button></form>',
    '<p class="quiet">Nothing has changed yet.</p>',
  ],
}
const STOPPED: LinkPage = { status: 200, title: 'Done', parts: ['<p>You get no more such mails.</p>'] }

export function addStopPages(app: HttpApp, { mail, limits }: { mail: { stops: Stops }; limits: RateLimits }): void {
  addLinkPages(app, limits, stopPath, {
    GET: async (token) => (mail.stops.read(token) === null ? WRONG_LINK : ASK),
    POST: async (token) => {
      const stop = mail.stops.read(token)
      if (stop === null) return WRONG_LINK
      await mail.stops.apply(stop)
      return STOPPED
    },
  })
}
