import { existsSync } from 'node:fs'
import { reportInstallation } from '../../installation/report.ts'
import { secretKeyProblem } from '../../secrets/fingerprint.ts'
import { keyFileOf } from '../../secrets/key-file.ts'
import { type Check, type DatabaseCheck, fail, ok } from './check.ts'

const NO_KEY_YET =
  'there is no SECRET_KEY yet: a first start creates one in DATA_DIR, and further nodes need the same one'

export const checkSecretKey: Check = async ({ tables, config }) => {
  const problem = tables && (await secretKeyProblem(tables, config))
  if (problem !== null) return [fail('secrets', problem)]
  if (tables !== null) return [ok('secrets', 'SECRET_KEY is the key of this installation')]
  const isThere = config.secretKey !== null || existsSync(keyFileOf(config))
  return [ok('secrets', isThere ? 'this node has a SECRET_KEY' : NO_KEY_YET)]
}

/** Whether publishing is paused, and the clocks of this machine, the nodes and the platforms. */
export const checkInstallation: DatabaseCheck = ({ pool, tables, now }) => {
  const startedAt = performance.now()
  return reportInstallation(pool, tables !== null, () => now + performance.now() - startedAt)
}
