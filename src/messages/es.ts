import { backups } from './es/backups.ts'
import { connections } from './es/connections.ts'
import { contacts } from './es/contacts.ts'
import { deliveries } from './es/deliveries.ts'
import { events } from './es/events.ts'
import { fields } from './es/fields.ts'
import { files } from './es/files.ts'
import { formPage } from './es/form-page.ts'
import { forms } from './es/forms.ts'
import { links } from './es/links.ts'
import { mails } from './es/mails.ts'
import { media } from './es/media.ts'
import { networks } from './es/networks.ts'
import { notices } from './es/notices.ts'
import { posts } from './es/posts.ts'
import { publishing } from './es/publishing.ts'
import { requests } from './es/requests.ts'
import { senders } from './es/senders.ts'
import { times } from './es/times.ts'
import { users } from './es/users.ts'
import { values } from './es/values.ts'
import { warnings } from './es/warnings.ts'
import { webhooks } from './es/webhooks.ts'

// Spanish. Machine-made: no native reader has signed it yet (CONTRIBUTING.md says how to sign).
//
// Wording: neutral Spanish for all countries, "usted" with the imperative ("Compruebe"), the infinitive on buttons.
// Quotation marks are « ».
// account cuenta · app aplicación · approval aprobación · backup copia de seguridad · body cuerpo · contact contacto ·
// delivery entrega · endpoint endpoint · event evento · form formulario · handle identificador · header cabecera, (of a
// table) encabezado · held retenido · id identificador · key clave · lead lead · link page página de enlaces · log registro ·
// mapping asignación · note nota · operator administrador de la instalación · owner (of the team) propietario, (of a contact)
// responsable · passkey llave de acceso · password contraseña · permission permiso · post publicación · rejection rechazo ·
// replay volver a procesar · sandbox entorno de pruebas · session sesión · short link enlace corto · stream flujo ·
// submission envío · tag etiqueta · token token · tracked link enlace con seguimiento · upload subir · view vista ·
// workspace espacio de trabajo. Names of fields, settings and roles stay as they are.

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
