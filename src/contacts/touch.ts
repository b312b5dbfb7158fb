import { type ContactInput, contactExample, type ExtraValue, TEXT_MAX } from '../contact-fields.ts'
import type { Db } from '../db/database.ts'
import { maybeId, Timestamp, Uuid } from '../http/schemas.ts'
import { originOf, pathOf } from '../lib/net/web-url.ts'
import { assigned } from '../lib/record/fields.ts'
import { record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { cutText } from '../lib/text/text.ts'
import { CODE_PARAMETER, isCode, UTM_NAMES, type Utm, type UtmName } from '../links/target.ts'

// A touch is what a contact says about where it came from. Unreadable values are left out: they must never cause the
// contact to be refused.

export interface TouchedLink {
  id: string
  postId: string | null
  /** Its UTM parameters apply if the contact has none. */
  destination?: string
}

export interface Touch {
  utm: Utm
  referrerOrigin: string | null
  landingPath: string | null
}

/** Texts that may be the code of a link: `dp`, and utm_content, where links that are not shortened have it. */
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

/** Whether it says nothing. The landing page alone does not explain what brought the visitor. */
export function isEmptyTouch({ utm, referrerOrigin }: Touch): boolean {
  for (const _ in utm) return false
  return referrerOrigin === null
}

/** Whether the contact's own fields say all of it, so that nothing needs to be stored separately. */
export function isSaidBy({ utm_source, utm_medium, extra }: ContactInput, touch: Touch): boolean {
  const { utm, referrerOrigin, landingPath } = touch
  if (referrerOrigin !== null || landingPath !== null) return false
  if ((utm.source ?? null) !== utm_source || (utm.medium ?? null) !== utm_medium) return false
  return utm.campaign === extra.utm_campaign && utm.term === extra.utm_term && utm.content === extra.utm_content
}

export const touch = record(
  'Touch',
  {
    contact_id: assigned({ ...Uuid, description: 'The contact that it came with.' }, contactExample.id),
    at: assigned(Timestamp, contactExample.created_at),
    link_id: assigned(maybeId(), '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9061'),
    post_id: assigned(
      maybeId('The post of the link, also of a post that was deleted.'),
      '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020',
    ),
    form_id: assigned(maybeId(), null),
    utm: assigned<Record<UtmName, string | null>>(
      S.closed(Object.fromEntries(UTM_NAMES.map((name) => [name, S.nullable('string')]))),
      { source: 'newsletter', medium: 'email', campaign: 'spring', term: null, content: null },
    ),
    referrer_origin: assigned(
      S.nullable('string', 'Where the visitor came from, without path and query.'),
      'https://news.example.com',
    ),
    landing_path: assigned(S.nullable('string', 'Where the visitor landed, without query.'), '/spring'),
  },
  { about: 'What a contact said about where it came from.' },
)

export const TOUCHES_SHOWN = 100

/** SQL: the touch of a contact whose own fields say all of it. */
const SAID_COLUMNS = `id as contact_id, created_at as at, link_id, post_id, form_id,
  utm_of(utm_source, utm_medium, extra) as utm, null as referrer_origin, null as landing_path`

type TouchRow = Omit<Parameters<typeof touch.show>[0], 'utm'> & { utm: Utm; place: 'first' | 'last' | 'newest' }

/**
 * The touches of a person or, without an address, of the contact and those merged into it. With `contactId`, the last
 * touch is the latest up to it.
 */
export async function readAttribution(
  db: Db,
  workspaceId: string,
  {
    emailKey,
    contactId,
    mergedIds,
  }: Record<'emailKey' | 'contactId', string | null> & { mergedIds: readonly string[] },
) {
  const own = (id: string) => (emailKey === null ? `${id} = any ($2::uuid[])` : 'email_key = $2')
  const kept = `from kept_touches where workspace_id = $1 and ${own('contact_id')}`
  const said = `from contacts where workspace_id = $1 and is_touch and ${own('id')}`
  const select = (place: TouchRow['place'], order: string, condition = (_id: string) => '') => `
    (select '${place}' as place, * from (
       (select ${touch.columns.join(', ')} ${kept} ${condition('contact_id')} order by contact_id ${order})
       union all
       (select ${SAID_COLUMNS} ${said} ${condition('id')} order by id ${order})) as touches
      order by contact_id ${order})`
  const { rows } = await db.query<TouchRow>({
    text: [
      select('first', 'limit 1'),
      select('last', 'desc limit 1', (id) => `and ($3::uuid is null or ${id} <= $3)`),
      select('newest', `desc limit ${TOUCHES_SHOWN}`),
    ].join(' union all '),
    values: [workspaceId, emailKey ?? [contactId, ...mergedIds], contactId],
  })
  const find = (wanted: TouchRow['place']) => rows.filter(({ place }) => place === wanted).map(showTouch)
  return { first: find('first')[0] ?? null, last: find('last')[0] ?? null, touches: find('newest').reverse() }
}

function showTouch(row: TouchRow) {
  const utm = Object.fromEntries(UTM_NAMES.map((name) => [name, row.utm[name] ?? null]))
  return touch.show({ ...row, utm: utm as Record<UtmName, string | null> })
}
