import { t } from '@lingui/core/macro'
import type { Link } from '../api/schema.ts'

/** Its name; without one, where it leads. */
export function nameOfLink({ name, target }: Pick<Link, 'name' | 'target'>): string {
  return name ?? target.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}

/** For people: what the API says of it names settings. */
export function noPublicAddress(base: string): string {
  return t`Short links need a public address with https, and here they would begin with ${base}. The person who runs Doorpost can give it one. Links with UTM parameters need none.`
}
