import type { Parts } from '../db/parts.ts'
import type { RateLimits } from '../http/access/rate-limit.ts'
import type { HttpApp } from '../http/server/app.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { escapeHtml } from '../lib/text/text.ts'
import type { Language } from '../messages/languages.ts'
import { sayIn } from '../messages/sentence.ts'
import { addressHash, STOPS, stoppedKey } from './limits.ts'
import { addLinkPages, type LinkPage } from './links.ts'
import { type ClaimedMail, insertStop, type StopKind } from './store.ts'
import { updatePreferences } from './team-store.ts'

const CONTEXT = 'mail stop'

interface StopsOptions extends Pick<Parts, 'pool' | 'clock'> {
  tokens: SealedTokens
  baseUrl: string
}

/** A link ends a team member's preference, or all mail of a kind to an address. */
interface Stop {
  who: 'user' | 'address'
  workspaceId: string
  /** The id of the user, or the hash of the address. */
  id: string
  mail: string
}

export type Stops = ReturnType<typeof createStops>

/** Unsubscribe links in mails, which need no sign-in. */
export function createStops({ pool, clock, tokens, baseUrl }: StopsOptions) {
  return {
    urlOf({ workspace_id: workspaceId, kind, user_id: userId, to_key }: ClaimedMail): string {
      const stop =
        userId === null
          ? ['address', workspaceId, addressHash(workspaceId, stoppedKey(kind, to_key)).toString('hex'), STOPS[kind]]
          : ['user', workspaceId, userId, kind === 'weekly' ? 'weekly' : 'lead']
      return `${baseUrl}/unsubscribe/${tokens.seal(JSON.stringify(stop), CONTEXT)}`
    },
    /** Null if the token is not one of ours. */
    read(token: string): Stop | null {
      const text = tokens.open(token, CONTEXT)
      if (text === null) return null
      const [who, workspaceId, id, mail] = JSON.parse(text) as [Stop['who'], string, string, string]
      return { who, workspaceId, id, mail }
    },
    /** Applying it again changes nothing. */
    async apply({ who, workspaceId, id, mail }: Stop): Promise<void> {
      if (who === 'user') {
        const off = mail === 'weekly' ? { weekly_mail: false } : { lead_mail: 'off' as const }
        return updatePreferences(pool, { workspaceId, userId: id }, off)
      }
      const hash = Buffer.from(id, 'hex')
      await insertStop(pool, { workspaceId, hash, kind: mail as StopKind, at: new Date(clock.now()) })
    },
  }
}

export const stopPath = '/unsubscribe/:token'

function askPage(language: Language): LinkPage {
  const say = sayIn(language)
  const parts = [
    `<form method="post"><button>${escapeHtml(say('letter.do_stop'))}</button></form>`,
    `<p class="quiet">${escapeHtml(say('letter.nothing_changed'))}</p>`,
  ]
  return { status: 200, title: say('letter.ask_stop'), parts, language }
}

function stoppedPage(language: Language): LinkPage {
  const say = sayIn(language)
  const parts = [`<p>${escapeHtml(say('letter.stopped'))}</p>`]
  return { status: 200, title: say('letter.done'), parts, language }
}

export function addStopPages(app: HttpApp, { mail, limits }: { mail: { stops: Stops }; limits: RateLimits }): void {
  addLinkPages(app, limits, stopPath, {
    GET: async (token, wanted) => (mail.stops.read(token) === null ? null : askPage(wanted)),
    POST: async (token, wanted) => {
      const stop = mail.stops.read(token)
      if (stop === null) return null
      await mail.stops.apply(stop)
      return stoppedPage(wanted)
    },
  })
}
