import type { Connection } from '../../api/schema.ts'

/** What people call an account. */
export function nameOf({ name, handle, account_id: id }: Connection): string {
  return name ?? (handle === null ? id : `@${handle}`)
}
