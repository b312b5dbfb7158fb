import { findNearest } from '../lib/nearest.ts'
import type { Config } from './config.ts'
import { SETTINGS } from './settings.ts'

// Settings that are valid, but probably not what was meant.

/** Variables that nothing reads but that look like one of our settings. One sentence for each. */
export function misspeltSettings(env: Record<string, string | undefined>): string[] {
  const known = SETTINGS.map(({ name }) => name)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) return []
    // Typos seldom change the first letter, but other programs' variables do: SSL_CERT_FILE is not TLS_CERT_FILE.
    const nearest = findNearest(
      name,
      known.filter((each) => each[0] === name[0]),
    )
    return nearest === null ? [] : [`${name} is not a setting. Did you mean ${nearest}?`]
  })
}

/** Returns one sentence or none. */
export function unreachableHttps({ httpsOnly, tls, trustedProxies }: Config): string[] {
  if (!httpsOnly || tls !== null || trustedProxies.length > 0) return []
  return [
    'BASE_URL is https, but neither TLS_CERT_FILE nor TRUST_PROXY is set, so every request is treated as plain http and refused. ' +
      'Set TRUST_PROXY to the address of your proxy, or set TLS_CERT_FILE and TLS_KEY_FILE.',
  ]
}

/** Settings that are allowed but will surprise: one sentence for each, reported at every start and by `doctor`. */
export function doubtfulSettings(config: Config): string[] {
  if (config.role === 'all') return []
  const missing: string[] = []
  if (config.redisUrl === null) missing.push('REDIS_URL is not set: each node counts rate limits separately.')
  if (config.secretKey === null) {
    const remedy = 'Set the same SECRET_KEY on all nodes.'
    missing.push(`SECRET_KEY is not set: a second node cannot start without the key of this one. ${remedy}`)
  }
  if (config.media.s3 === null) {
    const remedy = 'Let all nodes share that folder, or set S3_ENDPOINT and its companions.'
    missing.push(`S3_ENDPOINT is not set: uploaded files are in DATA_DIR/media of the node that took them. ${remedy}`)
  }
  return missing.map((what) => `ROLE is ${config.role}, so there may be several nodes, but ${what}`)
}
