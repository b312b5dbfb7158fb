import { t } from '@lingui/core/macro'
import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { api, dataOf } from '../api/client.ts'
import type { LiveEvent } from '../api/live.ts'
import type { Contact } from '../api/schema.ts'
import { countOf, fullName } from '../contacts/names.ts'
import { Small } from '../parts/text.tsx'
import { headlineOf, shorten } from '../posts/post.ts'

const ID = 'new-leads'

interface Lead {
  id: string
  name: string
  /** The text of the post, the name of the form or the source of the link. */
  from: string | null
}

let count = 0
let isShown = false

/** One notification, however many there are. */
export async function tellNewLeads(events: readonly LiveEvent[]): Promise<void> {
  const leads = events.filter(({ type, quiet }) => type === 'contact.created' && !quiet)
  const ids = leads.map(({ subject_id }) => subject_id)
  if (ids.length === 0) return
  count += ids.length
  // A deleted lead still counts.
  const lead = count === 1 ? await readLead(ids[0]!).catch(() => null) : null
  // Meanwhile more may have arrived, or the message was closed.
  if (count > 0) show(count === 1 ? lead : null)
}

function show(lead: Lead | null): void {
  const message = {
    id: ID,
    color: 'teal',
    title: lead === null ? countOf(count, 'new lead') : t`New lead: ${lead.name}`,
    message: (
      <>
        {lead?.from && <Small lineClamp={2}>{t`From: ${lead.from}`}</Small>}
        <Anchor href={lead === null ? '/contacts' : `/contacts/${lead.id}`} size="sm">
          {lead === null ? t`Show the contacts` : t`Open the contact`}
        </Anchor>
      </>
    ),
    autoClose: 8_000,
    closeButtonProps: { 'aria-label': t`Close this message` },
    onClose: () => {
      count = 0
      isShown = false
    },
  }
  if (isShown) notifications.update(message)
  else notifications.show(message)
  isShown = true
}

async function readLead(id: string): Promise<Lead> {
  const contact = await dataOf(api.GET('/v1/contacts/{id}', { params: { path: { id } } }))
  const from = await readOrigin(contact).catch(() => null)
  return { id, name: shorten(fullName(contact)), from: from && shorten(from) }
}

async function readOrigin({ post_id, form_id, utm_source }: Contact): Promise<string | null> {
  if (post_id) return headlineOf(await dataOf(api.GET('/v1/posts/{id}', { params: { path: { id: post_id } } })))
  if (form_id) return (await dataOf(api.GET('/v1/forms/{id}', { params: { path: { id: form_id } } }))).name
  return utm_source
}
