import { readFileSync } from 'node:fs'

/** The program's version, from package.json. The API has its own version: see API_VERSION. */
export const PROGRAM_VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** The User-Agent of all our requests. */
export const USER_AGENT = `Doorpost/${PROGRAM_VERSION}`
