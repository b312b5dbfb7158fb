import { createIds } from '../../src/lib/ids.ts'

export interface BareContact {
  id: string
  first_name: string
  last_name: string | null
  email: string | null
  company: string | null
  utm_source: string | null
  utm_medium: string | null
  extra: Record<string, unknown>
  created_at: string
}

const ids = createIds(Date.now)

/** Checks nothing. Ids are like Doorpost's, so that the indexes grow alike. */
export function toContact(body: Buffer): BareContact {
  const { first_name, last_name, email, company, utm_source, utm_medium, ...extra } = JSON.parse(body.toString())
  const { id, at } = ids.next()
  const created_at = new Date(at).toISOString()
  return { id, first_name, last_name, email, company, utm_source, utm_medium, extra, created_at }
}

export const COLUMNS =
  'workspace_id, id, first_name, last_name, email, email_key, company, utm_source, utm_medium, extra, key_id, created_at'
