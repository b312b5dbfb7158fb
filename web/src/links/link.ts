import type { Link } from '../api/schema.ts'

/** Its name; without one, where it leads. */
export function nameOfLink({ name, target }: Pick<Link, 'name' | 'target'>): string {
  return name ?? target.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
