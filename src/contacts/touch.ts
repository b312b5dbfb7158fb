import { CODE_FIELD, type ContactInput, type ExtraValue, TEXT_MAX } from '../contact-fields.ts'
import { cutText } from '../lib/text/text.ts'

// What a contact says about where it came from. Whatever cannot be read is left out: it must never cost the contact.

export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type UtmName = (typeof UTM_NAMES)[number]
export type Utm = Partial<Record<UtmName, string>>

/** The link whose code came with a contact. */
export interface TouchedLink {
  id: string
  postId: string | null
  /** Counts where the contact itself has none. */
  utm?: { readonly [N in UtmName]?: string | null | undefined }
}

export interface Touch {
  utm: Utm
  /** Where the visitor came from, without path and query. */
  referrerOrigin: string | null
  /** Where the visitor landed, without query. */
  landingPath: string | null
}

const CODE = /^[0-9A-Za-z]{4,32}$/

/** The code of a link among the additional fields; null when there is none that could be one. */
export function codeOf({ extra }: ContactInput): string | null {
  const code = extra[CODE_FIELD]
  return typeof code === 'string' && CODE.test(code) ? code : null
}

export function readTouch(input: ContactInput, link: TouchedLink | null): Touch {
  const { utm_source, utm_medium, extra } = input
  const said: Record<UtmName, ExtraValue | null | undefined> = {
    source: utm_source,
    medium: utm_medium,
    campaign: extra.utm_campaign,
    term: extra.utm_term,
    content: extra.utm_content,
  }
  const utm: Utm = {}
  for (const name of UTM_NAMES) {
    const value = said[name] ?? link?.utm?.[name] ?? null
    if (value !== null) utm[name] = cutText(String(value), TEXT_MAX)
  }
  return { utm, referrerOrigin: originOf(extra.referrer), landingPath: pathOf(extra.landing_page) }
}

/** Says nothing: the page alone on which somebody was does not tell what brought them. */
export function isEmptyTouch({ utm, referrerOrigin }: Touch): boolean {
  for (const _ in utm) return false
  return referrerOrigin === null
}

function originOf(value: unknown): string | null {
  const url = parseWebUrl(value)
  return url === null || url.origin.length > TEXT_MAX ? null : url.origin
}

const PATH_MAX = 500

function pathOf(value: unknown): string | null {
  const isPath = typeof value === 'string' && /^\/(?!\/)/.test(value)
  const url = parseWebUrl(isPath ? `https://localhost${value}` : value)
  return url === null || url.pathname.length > PATH_MAX ? null : url.pathname
}

function parseWebUrl(value: unknown): URL | null {
  if (typeof value !== 'string') return null
  const url = URL.parse(value)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}
