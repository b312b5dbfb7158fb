import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Node's memory options as `npm start` sets them, for other code that starts the server. See docs/why/reliability.md,
 * "Memory".
 */
export function serverOptions(checkout = ROOT): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  return scripts.start.match(/--max-\S+/g) ?? []
}
