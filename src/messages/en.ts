import { backups } from './en/backups.ts'
import { columns } from './en/columns.ts'
import { connections } from './en/connections.ts'
import { contacts } from './en/contacts.ts'
import { deliveries } from './en/deliveries.ts'
import { events } from './en/events.ts'
import { fields } from './en/fields.ts'
import { files } from './en/files.ts'
import { formPage } from './en/form-page.ts'
import { forms } from './en/forms.ts'
import { links } from './en/links.ts'
import { mails } from './en/mails.ts'
import { media } from './en/media.ts'
import { networks } from './en/networks.ts'
import { notices } from './en/notices.ts'
import { posts } from './en/posts.ts'
import { publishing } from './en/publishing.ts'
import { requests } from './en/requests.ts'
import { senders } from './en/senders.ts'
import { times } from './en/times.ts'
import { users } from './en/users.ts'
import { values } from './en/values.ts'
import { warnings } from './en/warnings.ts'
import { webhooks } from './en/webhooks.ts'

/**
 * Every sentence in English, in ICU MessageFormat. A code is never reused with another meaning, because rows and
 * clients store it.
 */
export const en = {
  ...backups,
  ...columns,
  ...connections,
  ...contacts,
  ...deliveries,
  ...events,
  ...fields,
  ...files,
  ...formPage,
  ...forms,
  ...links,
  ...mails,
  ...media,
  ...networks,
  ...notices,
  ...posts,
  ...publishing,
  ...requests,
  ...senders,
  ...times,
  ...users,
  ...values,
  ...warnings,
  ...webhooks,
} as const
