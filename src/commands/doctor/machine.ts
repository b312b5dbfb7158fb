import { type Finding, fail, ok, warn } from './check.ts'

const OLDEST = 22
/** From https://github.com/nodejs/release: the day after which nobody mends it. */
const ENDS: Record<number, string> = { 22: '2027-04-30', 24: '2028-04-30', 26: '2029-04-30' }
const WANTED = 'Install a current version from https://nodejs.org'

/** Without settings: they may be what is wrong. */
export function checkNode(version: string, now: number): Finding[] {
  const major = Number.parseInt(version.replace(/^v/, ''), 10)
  if (major < OLDEST) return [fail('node', `Node ${version} is too old: Doorpost needs ${OLDEST} or later. ${WANTED}.`)]
  const ends = ENDS[major]
  if (ends !== undefined && now > Date.parse(ends)) {
    return [warn('node', `Node ${version} has had no security fixes since ${ends}. ${WANTED}.`)]
  }
  if (major % 2 === 1 && major < 27) {
    return [warn('node', `Node ${version} is not a version with long-term support. ${WANTED}.`)]
  }
  return [ok('node', version)]
}
