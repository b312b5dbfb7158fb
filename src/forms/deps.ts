import { connectCache } from '../db/credential-cache.ts'
import type { Parts } from '../db/parts.ts'
import type { IfMatch } from '../http/answers/etag.ts'
import type { Mail } from '../mail/mail.ts'
import { createFileRoom } from './arrival/files.ts'
import { createFormCache } from './form-cache.ts'
import { removeForm } from './forms.ts'
import { createOptIn } from './opt-in.ts'
import { createProtection } from './protection/protection.ts'
import { removeByEmail, removeHeld, selectConsentsOf } from './submission-store.ts'
import { openSubmissions, type SubmissionsOptions } from './submissions.ts'
import { createViews } from './views.ts'

interface FormsCore extends Parts {
  config: { media: { quotaBytes: number } }
}

interface FormsNeeds {
  contactMaker: SubmissionsOptions['contacts'] & Parameters<typeof createOptIn>[0]['contacts']
  mail: Mail
  mailer: { isSet: boolean }
  privateFiles: Omit<SubmissionsOptions['files'], 'room'>
}

export type Forms = ReturnType<typeof openForms>['forms']

export function openForms(core: FormsCore, { contactMaker: contacts, mail, mailer, privateFiles }: FormsNeeds) {
  const { pool, tokens, listener, config } = core
  const cache = createFormCache({ db: pool, isCurrent: listener.isCurrent })
  connectCache(listener, cache.cache)
  const optIn = createOptIn({ ...core, mail, contacts })
  const markOf = (client: string) => tokens.mark(client, 'client of files')
  const files = { ...privateFiles, room: createFileRoom({ ...core, quotaBytes: config.media.quotaBytes, markOf }) }
  const submissions = openSubmissions({
    ...core,
    contacts,
    mail: { isSet: mailer.isSet, leadsIn: optIn.leadsIn },
    files,
  })
  const views = createViews(core)
  core.onClose(() => submissions.intake.drained())
  core.onClose(() => views.drained())
  const forms = { cache, files, views, submissions, protection: createProtection(core) }
  return {
    forms,
    optIn,
    submissionsOfPeople: {
      listConsents: (owner: string, emailKey: string) => selectConsentsOf(core.reads, owner, emailKey),
      removeSubmissions: removeByEmail,
      removeFiles: files.clean,
    },
    formRemovers: {
      forms: (owner: string, id: string, ifMatch: IfMatch | null) => removeForm({ forms, pool }, owner, id, ifMatch),
      held: (owner: string, id: string) => removeHeld(pool, owner, id),
    },
  }
}
