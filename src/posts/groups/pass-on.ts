import type { Issues } from '../../lib/issues.ts'
import { sentence, sentences } from '../../messages/sentence.ts'

type Body = Record<string, unknown>

/** Where the fields of one post of a group are in the body. */
interface Place {
  path: string
  of: string
  /** What the caller sent for this post alone. */
  sent: Body
  broken: ReadonlySet<string>
}

const SCHEDULE = ['status', 'scheduled_date', 'time_zone']

/** Passes on what is wrong with one post. A problem of what all have is said once, where it is; any other names its account. */
export function passOn(issues: Issues, found: Issues, { path, of, sent, broken }: Place): void {
  for (const [field, messages] of Object.entries(sentences(found.details))) {
    const root = /^\w*/.exec(field)![0]
    const isText = root === 'content' || root === 'caption'
    const isOwn = root in sent || (isText && 'content' in sent)
    if (!isOwn && broken.has(root)) continue
    // Called as the caller called it.
    const name = isText && !(root in sent) ? 'content' : field
    for (const message of messages) {
      const rest = message.startsWith(field) ? message.slice(field.length) : `: ${message}`
      if (isOwn) issues.add(`${path}.${name}`, `${path}.${name}${rest}`)
      else if (isForAll(field, root, sent)) addOnce(issues, field, message)
      else {
        const advice = `Change it for all, or send another one for this post alone in ${path}.${name}.`
        issues.add(`${path}.${name}`, `For ${of}, ${name}${rest} ${advice}`)
      }
    }
  }
}

function isForAll(field: string, root: string, sent: Body): boolean {
  if (SCHEDULE.includes(root)) return !SCHEDULE.some((name) => name in sent)
  return root === 'alt_texts' || root === 'track_links' || field.startsWith('media_urls[')
}

function addOnce(issues: Issues, field: string, message: string): void {
  if (!issues.details[field]?.map(sentence).includes(message)) issues.add(field, message)
}
