import { backups } from './de/backups.ts'
import { connections } from './de/connections.ts'
import { contacts } from './de/contacts.ts'
import { deliveries } from './de/deliveries.ts'
import { events } from './de/events.ts'
import { fields } from './de/fields.ts'
import { files } from './de/files.ts'
import { formPage } from './de/form-page.ts'
import { forms } from './de/forms.ts'
import { links } from './de/links.ts'
import { mails } from './de/mails.ts'
import { media } from './de/media.ts'
import { networks } from './de/networks.ts'
import { notices } from './de/notices.ts'
import { posts } from './de/posts.ts'
import { publishing } from './de/publishing.ts'
import { requests } from './de/requests.ts'
import { senders } from './de/senders.ts'
import { times } from './de/times.ts'
import { users } from './de/users.ts'
import { values } from './de/values.ts'
import { warnings } from './de/warnings.ts'
import { webhooks } from './de/webhooks.ts'

// German. Machine-made: no native reader has signed it yet (CONTRIBUTING.md says how to sign).
//
// Wording: neutral, without a form of address where possible ("Die URL prüfen"), otherwise "Sie". „Anführungszeichen“.
// account Konto · approval Freigabe · backup Sicherung · contact Kontakt · delivery Zustellung · endpoint Endpunkt · event
// Ereignis · form Formular · held zurückgehalten · key Schlüssel · lead Lead · link page Linkseite · mapping Zuordnung ·
// note Notiz · operator Betreiber · owner (of the team) Inhaber, (of a contact) zuständige Person · permission Berechtigung ·
// post Beitrag · rejection Ablehnung · session Sitzung · short link Kurzlink · submission Einsendung · view Ansicht ·
// workspace Workspace. Names of fields, settings and roles stay as they are.

export const texts = {
  ...backups,
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
}
