import { reportInstallation } from '../../../installation/report.ts'
import { secretKeyProblem } from '../../../secrets/fingerprint.ts'
import { type DatabaseCheck, fail, ok } from '../check.ts'

export const checkSecretKey: DatabaseCheck = async ({ pool, config }) => {
  const problem = await secretKeyProblem(pool, config)
  return [problem === null ? ok('secrets', 'SECRET_KEY is the key of this installation') : fail('secrets', problem)]
}

/** Whether publishing is paused, and the clocks of this machine, the nodes and the platforms. */
export const checkInstallation: DatabaseCheck = ({ pool, now }) => {
  const startedAt = performance.now()
  return reportInstallation(pool, () => now + performance.now() - startedAt)
}
