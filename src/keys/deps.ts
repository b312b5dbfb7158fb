import { connectCache } from '../db/credential-cache.ts'
import type { Parts } from '../db/parts.ts'
import { createKeyRing } from './key-ring.ts'
import { createApiKeys } from './keys.ts'

const SAVE_USES_MS = 10_000

export function openKeys(core: Parts & { config: { rateLimits: { authenticated: number } } }) {
  const { pool, clock, listener, log } = core
  const keys = createKeyRing({ db: pool, clock, isCurrent: listener.isCurrent })
  connectCache(listener, keys.cache)
  const saveUses = () =>
    keys.saveUses().catch((error) => log.warn({ err: error }, 'the last use of keys was not saved'))
  const timer = setInterval(() => void saveUses(), SAVE_USES_MS).unref()
  core.onClose(() => {
    clearInterval(timer)
    return saveUses()
  })
  return { keys, apiKeys: createApiKeys({ ...core, requestsPerWindow: core.config.rateLimits.authenticated }) }
}
