import {
  type ContactInput,
  EXTRA_FIELDS_MAX,
  type ExtraValue,
  FIELD_NAMES,
  FRESH_LEAD,
  isAttribution,
  type Lead,
  TAGS_MAX,
} from '../contact-fields.ts'

/**
 * Fills the empty fields of a contact with those of another record of the person, and adds its tags. What is there
 * stays. Additional fields and tags beyond the limits are left out.
 */
export function fillEmpty<C extends ContactInput>(contact: C, other: ContactInput): C {
  const filled = { ...contact, extra: fillExtra(contact.extra, other.extra) }
  for (const name of FIELD_NAMES) if (filled[name] === null) filled[name] = other[name] as never
  if (contact.email === null) filled.email_key = other.email_key
  const [own, others] = [contact.lead ?? FRESH_LEAD, other.lead ?? FRESH_LEAD]
  const lead = { ...own, owner_id: own.owner_id ?? others.owner_id, tags: joinTags(own.tags, others.tags) }
  return { ...filled, lead: isFresh(lead) ? contact.lead : lead }
}

function fillExtra(own: Record<string, ExtraValue>, others: Record<string, ExtraValue>): Record<string, ExtraValue> {
  const extra = { ...own }
  let count = Object.keys(own).filter((name) => !isAttribution(name)).length
  for (const [name, value] of Object.entries(others)) {
    if (Object.hasOwn(own, name) || (count >= EXTRA_FIELDS_MAX && !isAttribution(name))) continue
    extra[name] = value
    if (!isAttribution(name)) count++
  }
  return extra
}

function joinTags(own: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...own, ...others])].slice(0, TAGS_MAX)
}

function isFresh({ status, owner_id, tags }: Lead): boolean {
  return status === FRESH_LEAD.status && owner_id === null && tags.length === 0
}
