import type { Link, NewLink } from '../api/schema.ts'

// The form of a link, and what it sends.

type UtmName = keyof Link['utm']

export const UTM_FIELDS: Record<UtmName, { label: string; description: string; placeholder: string }> = {
  source: { label: 'Source', description: 'Where the link stands.', placeholder: 'newsletter' },
  medium: { label: 'Medium', description: 'What kind of place that is.', placeholder: 'email' },
  campaign: { label: 'Campaign', description: 'What it is part of.', placeholder: 'spring' },
  term: { label: 'Term', description: 'A search word that was paid for.', placeholder: 'hand-made tiles' },
  content: {
    label: 'Content',
    description: 'Which of several links in one place. Without it, the code of the link.',
    placeholder: 'button-below',
  },
}

export const UTM_NAMES = Object.keys(UTM_FIELDS) as UtmName[]

export type LinkValues = { target: string; name: string } & Record<UtmName, string>

export function toValues(link: Pick<Link, 'target' | 'name' | 'utm'> | null): LinkValues {
  const utm = Object.fromEntries(UTM_NAMES.map((name) => [name, link?.utm[name] ?? ''])) as Record<UtmName, string>
  return { target: link?.target ?? '', name: link?.name ?? '', ...utm }
}

export function toBody({ target, name, ...utm }: LinkValues): NewLink & { utm: Link['utm'] } {
  const values = Object.fromEntries(UTM_NAMES.map((each) => [each, utm[each].trim() || null])) as Link['utm']
  return { target: withScheme(target.trim()), name: name.trim() || null, utm: values }
}

/** People type example.com/spring as they would into a browser. */
function withScheme(target: string): string {
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(target) ? `https://${target}` : target
}

/** `utm.source` belongs to the field `source`. */
export function fieldFor(path: string, values: LinkValues): string | null {
  const field = path.replace(/^utm\./, '')
  return field in values ? field : null
}

/** What people see of a link: its name, or where it leads. */
export function nameOfLink({ name, target }: Pick<Link, 'name' | 'target'>): string {
  return name ?? target.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
