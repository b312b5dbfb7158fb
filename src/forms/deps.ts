import { connectCache } from '../db/credential-cache.ts'
import type { Parts } from '../db/parts.ts'
import type { Emit } from '../events/emit.ts'
import type { Mail } from '../mail/mail.ts'
import { createFileRoom } from './arrival/files.ts'
import { createFormCache } from './form-cache.ts'
import { createForms } from './forms.ts'
import { createOptIn } from './opt-in.ts'
import { createProtection } from './protection/protection.ts'

type FormsOptions = Parameters<typeof createForms>[0]
type OptInOptions = Parameters<typeof createOptIn>[0]

interface FormsCore extends Parts {
  emit: Emit
  config: { media: { quotaBytes: number } }
}

interface FormsNeeds {
  contactMaker: FormsOptions['contacts'] & OptInOptions['contacts']
  mail: Mail
  mailer: { isSet: boolean }
  privateFiles: Omit<FormsOptions['files'], 'room'>
}

export function openForms(core: FormsCore, { contactMaker: contacts, mail, mailer, privateFiles }: FormsNeeds) {
  const { pool, tokens, listener, config } = core
  const cache = createFormCache({ db: pool, isCurrent: listener.isCurrent })
  connectCache(listener, cache.cache)
  const optIn = createOptIn({ ...core, mail, contacts })
  const markOf = (client: string) => tokens.mark(client, 'client of files')
  const forms = createForms({
    ...core,
    cache,
    protection: createProtection(core),
    contacts,
    mail: { isSet: mailer.isSet, leadsIn: optIn.leadsIn },
    files: { ...privateFiles, room: createFileRoom({ ...core, quotaBytes: config.media.quotaBytes, markOf }) },
  })
  core.onClose(() => forms.submissions.intake.drained())
  core.onClose(() => forms.views.drained())
  return { forms, optIn }
}
