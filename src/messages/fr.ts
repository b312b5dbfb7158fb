import { backups } from './fr/backups.ts'
import { connections } from './fr/connections.ts'
import { contacts } from './fr/contacts.ts'
import { deliveries } from './fr/deliveries.ts'
import { events } from './fr/events.ts'
import { fields } from './fr/fields.ts'
import { files } from './fr/files.ts'
import { formPage } from './fr/form-page.ts'
import { forms } from './fr/forms.ts'
import { links } from './fr/links.ts'
import { mails } from './fr/mails.ts'
import { media } from './fr/media.ts'
import { networks } from './fr/networks.ts'
import { notices } from './fr/notices.ts'
import { posts } from './fr/posts.ts'
import { publishing } from './fr/publishing.ts'
import { requests } from './fr/requests.ts'
import { senders } from './fr/senders.ts'
import { times } from './fr/times.ts'
import { users } from './fr/users.ts'
import { values } from './fr/values.ts'
import { warnings } from './fr/warnings.ts'
import { webhooks } from './fr/webhooks.ts'

// French. Machine-made: no native reader has signed it yet (CONTRIBUTING.md says how to sign).
//
// Wording: "vous"; the infinitive on buttons. The apostrophe is ’, quotation marks are « », with a non-breaking space
// inside; a narrow one is before ; ! ?, and a non-breaking one before the colon of a sentence.
// account compte · app application · approval approbation · backup sauvegarde · body corps · contact contact · delivery
// livraison · endpoint point de terminaison · event événement · form formulaire · handle identifiant · header en-tête · held
// retenu · id identifiant · key clé · lead lead · link page page de liens · mapping correspondance · note note · operator
// exploitant · owner (of the team) propriétaire, (of a contact) responsable · passkey clé d’accès · permission permission ·
// post publication · published (of a post) en ligne · rejection rejet · replay relancer · sandbox bac à sable · session
// session · short link lien court · stream flux · submission envoi · tag étiquette · token jeton · tracked link lien suivi ·
// upload envoyer · view vue · workspace espace de travail. Names of fields, settings and roles stay as they are.

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
