import type { Parts } from '../db/parts.ts'
import { createClicks } from './clicks.ts'
import { createKnownLinks } from './known-links.ts'
import { createLinkPages } from './link-page.ts'
import { createLinks } from './links.ts'

export function openLinks(core: Parts) {
  const { pool, log, listener } = core
  const knownLinks = createKnownLinks({ db: pool, log, isCurrent: listener.isCurrent })
  knownLinks.connect(listener)
  const clicks = createClicks(core)
  core.onClose(() => clicks.close())
  core.onClose(knownLinks.close)
  return { links: createLinks(core), knownLinks, clicks, linkPages: createLinkPages(core) }
}
