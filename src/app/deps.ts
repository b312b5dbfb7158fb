import { openBackups } from '../backup/deps.ts'
import type { Config } from '../config/config.ts'
import { openContacts } from '../contacts/deps.ts'
import type { OpenDatabase } from '../db/open.ts'
import { openEvents } from '../events/deps.ts'
import { openForms } from '../forms/deps.ts'
import { openKeys } from '../keys/deps.ts'
import type { Log } from '../lib/log/log.ts'
import { openLinks } from '../links/deps.ts'
import { openMail } from '../mail/deps.ts'
import { openMedia } from '../media/deps.ts'
import { openPeople } from '../people/deps.ts'
import { openPosts, openTracking } from '../posts/deps.ts'
import { openPublishing } from '../publishing/deps.ts'
import { openPush } from '../push/deps.ts'
import { openRemovals } from '../removals/removals.ts'
import { openReports } from '../reports/deps.ts'
import { SCOPES } from '../scopes.ts'
import { openUsers } from '../users/deps.ts'
import { openWebhooks } from '../webhooks/deps.ts'
import { openWorkspace } from '../workspace/deps.ts'
import { type DepsOptions, openCore } from './core.ts'

/** Everything a handler or a job may use, wired once. */
export type Deps = Awaited<ReturnType<typeof createDeps>>['deps']

/** Each feature builds its own part: `src/<feature>/deps.ts`. */
export async function createDeps(config: Config, database: OpenDatabase, log: Log, options: DepsOptions = {}) {
  const { close, ...core } = await openCore(config, database, log, options)
  const workspace = openWorkspace(core)
  const links = openLinks(core)
  const media = await openMedia(core)
  const tracking = openTracking(core, { ...links, ...workspace })
  const publishing = openPublishing(core, { ...media, ...workspace, tracking })
  const contacts = openContacts(core, { ...links, onArrival: () => reports.reports.arrivals.arrived() })
  const webhooks = openWebhooks(core, { ...contacts, ...publishing })
  const backups = openBackups(core)
  const reports = openReports(core, { ...publishing, ...media, backups })
  const mail = openMail(core, {
    reportPosts: (owner, days) =>
      reports.reports.attribution(owner, { by: 'post', touch: 'last', ...days }, new Set(SCOPES)),
    announceUnasked: (tx, asked) => forms.optIn.announceUnasked(tx, asked),
  })
  const forms = openForms(core, { ...contacts, ...mail, ...media })
  const people = openPeople(core, {
    ...contacts.contactsOfPeople,
    ...forms.submissionsOfPeople,
    ...reports.countsOfPeople,
  })
  const posts = openPosts(core, { ...workspace, ...media, ...publishing, tracking })
  const removals = openRemovals(core, {
    removers: {
      ...contacts.contactRemovers,
      ...media.fileRemovers,
      ...forms.formRemovers,
      ...posts.postRemovers,
    },
    holds: posts.postHolds,
  })
  const deps = {
    ...{ ...core, isSandbox: core.sandboxUrl !== null, backups, removals },
    ...{ ...workspace, ...links, ...media, ...publishing, ...contacts, ...webhooks, ...mail, ...forms },
    ...{ ...reports, ...people, ...openUsers(core, { ...contacts, ...mail }) },
    ...openKeys(core),
    ...openPush(core),
    ...posts,
    ...openEvents(core, webhooks),
  }
  // Starts after all features have registered their channels.
  await core.listener.start()
  return { deps, close }
}
