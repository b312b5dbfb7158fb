import { readFileSync } from 'node:fs'

/** The program's own version, as package.json has it. The interface is versioned apart: see API_VERSION. */
export const PROGRAM_VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** What every request of ours says about who sends it. */
export const USER_AGENT = `Doorpost/${PROGRAM_VERSION}`
