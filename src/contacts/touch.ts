import { type ContactInput, type ExtraValue, TEXT_MAX } from '../contact-fields.ts'
import { originOf, pathOf } from '../lib/net/web-url.ts'
import { cutText } from '../lib/text/text.ts'
import { CODE_PARAMETER, isCode, UTM_NAMES, type UtmName } from '../links/target.ts'

// What a contact says about where it came from. Whatever cannot be read is left out: it must never cost the contact.

export type Utm = Partial<Record<UtmName, string>>

/** The link whose code came with a contact. */
export interface TouchedLink {
  id: string
  postId: string | null
  /** Where it leads. The UTM parameters there count where the contact itself has none. */
  destination?: string
}

export interface Touch {
  utm: Utm
  /** Where the visitor came from, without path and query. */
  referrerOrigin: string | null
  /** Where the visitor landed, without query. */
  landingPath: string | null
}

/** What may be the code of a link. Without `dp`, a link that was not shortened has it as utm_content. */
export function codesOf({ extra }: ContactInput): string[] {
  const { [CODE_PARAMETER]: code, utm_content: content } = extra
  if (code === undefined && content === undefined) return NO_CODES
  const codes = isCode(code) ? [code] : []
  if (isCode(content) && content !== code) codes.push(content)
  return codes
}

const NO_CODES: string[] = []

export function readTouch(input: ContactInput, link: TouchedLink | null): Touch {
  const { utm_source, utm_medium, extra } = input
  const said: Record<UtmName, ExtraValue | null | undefined> = {
    source: utm_source,
    medium: utm_medium,
    campaign: extra.utm_campaign,
    term: extra.utm_term,
    content: extra.utm_content,
  }
  const ofLink = link?.destination === undefined ? null : URL.parse(link.destination)?.searchParams
  const utm: Utm = {}
  for (const name of UTM_NAMES) {
    const value = String(said[name] ?? ofLink?.get(`utm_${name}`) ?? '')
    if (value !== '') utm[name] = cutText(value, TEXT_MAX)
  }
  return { utm, referrerOrigin: originOf(extra.referrer), landingPath: pathOf(extra.landing_page) }
}

/** Says nothing: the page alone on which somebody was does not tell what brought them. */
export function isEmptyTouch({ utm, referrerOrigin }: Touch): boolean {
  for (const _ in utm) return false
  return referrerOrigin === null
}
