import { backups } from './pt/backups.ts'
import { connections } from './pt/connections.ts'
import { contacts } from './pt/contacts.ts'
import { deliveries } from './pt/deliveries.ts'
import { events } from './pt/events.ts'
import { fields } from './pt/fields.ts'
import { files } from './pt/files.ts'
import { formPage } from './pt/form-page.ts'
import { forms } from './pt/forms.ts'
import { links } from './pt/links.ts'
import { mails } from './pt/mails.ts'
import { media } from './pt/media.ts'
import { networks } from './pt/networks.ts'
import { notices } from './pt/notices.ts'
import { posts } from './pt/posts.ts'
import { publishing } from './pt/publishing.ts'
import { requests } from './pt/requests.ts'
import { senders } from './pt/senders.ts'
import { times } from './pt/times.ts'
import { users } from './pt/users.ts'
import { values } from './pt/values.ts'
import { warnings } from './pt/warnings.ts'
import { webhooks } from './pt/webhooks.ts'

// Portuguese. Machine-made: no native reader has signed it yet (CONTRIBUTING.md says how to sign).
//
// Wording: understood in Portugal and in Brazil alike, spelt as since 1990; where they differ, the word that both know
// ("ficheiro/arquivo" is "arquivo", "utilizador/usuário" is "pessoa" or "nome de acesso"). The imperative of "você" without the
// pronoun ("Verifique"), the infinitive on buttons. Quotation marks are “ ”.
// account conta · app aplicativo · approval aprovação · backup cópia de segurança · body corpo · contact contato · delivery
// entrega · endpoint endpoint · event evento · form formulário · handle identificador · header cabeçalho · held retido · id
// identificador · key chave · lead lead · link page página de links · log registro · mapping mapeamento · note nota · operator
// administrador da instalação · owner (of the team) proprietário, (of a contact) responsável · passkey chave de acesso ·
// password senha · permission permissão · post publicação · rejection rejeição · replay reprocessar · sandbox ambiente de
// testes · session sessão · short link link curto · stream fluxo · submission envio · tag etiqueta · token token · tracked
// link link rastreado · upload carregar · view vista · workspace espaço de trabalho. Names of fields, settings and roles stay
// as they are.

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
