import { type Config, readConfig } from '../../config/config.ts'
import { doubtfulSettings, misspeltSettings } from '../../config/doubts.ts'
import { SetupError } from '../../lib/problem.ts'
import { type Finding, fail, ok, warn } from './check.ts'

/** What the other checks need; null when a setting is wrong. */
export function checkSettings(env: Record<string, string | undefined>, cwd: string) {
  let config: Config | null = null
  const findings: Finding[] = []
  try {
    config = readConfig(env, cwd)
    findings.push(ok('settings', `role ${config.role}, ${config.host}:${config.port}, log level ${config.logLevel}`))
    const doubts = [...misspeltSettings(env), ...doubtfulSettings(config)]
    findings.push(...doubts.map((doubt) => warn('settings', doubt)))
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    findings.push(...error.message.split('\n').map((line) => fail('settings', line)))
  }
  return { config, findings }
}
