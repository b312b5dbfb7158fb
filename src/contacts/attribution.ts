import type { Db } from '../db/database.ts'
import { UTM_NAMES, type Utm } from '../links/target.ts'

/** How many touches of a person are shown. */
export const TOUCHES_SHOWN = 100

interface TouchRow {
  /** Why it was read. */
  place: 'first' | 'last' | 'newest'
  contact_id: string
  link_id: string | null
  post_id: string | null
  form_id: string | null
  utm: Utm
  referrer_origin: string | null
  landing_path: string | null
  at: Date
}

const SHOWN = 'contact_id, link_id, post_id, form_id, utm, referrer_origin, landing_path, at'

/** The touches of a person; of a contact without an address its own. */
interface Touched {
  emailKey: string | null
  /** The last touch is the latest up to this contact. */
  contactId: string | null
}

/** Where a person, or a contact of theirs, came from. */
export async function readAttribution(db: Db, workspaceId: string, { emailKey, contactId }: Touched) {
  const own = `from touches where workspace_id = $1 and ${emailKey === null ? 'contact_id = $2' : 'email_key = $2'}`
  const { rows } = await db.query<TouchRow>({
    text: `(select 'first' as place, ${SHOWN} ${own} order by contact_id limit 1)
           union all
           (select 'last', ${SHOWN} ${own} and ($3::uuid is null or contact_id <= $3) order by contact_id desc limit 1)
           union all
           (select 'newest', ${SHOWN} ${own} order by contact_id desc limit ${TOUCHES_SHOWN})`,
    values: [workspaceId, emailKey ?? contactId, contactId],
  })
  const find = (wanted: TouchRow['place']) => rows.filter(({ place }) => place === wanted).map(showTouch)
  return { first: find('first')[0] ?? null, last: find('last')[0] ?? null, touches: find('newest').reverse() }
}

function showTouch({ place: _, utm, ...touch }: TouchRow) {
  return { ...touch, utm: Object.fromEntries(UTM_NAMES.map((name) => [name, utm[name] ?? null])) }
}
