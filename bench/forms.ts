import { runCommand, startDoorpost } from './contestants/doorpost.ts'
import { readArguments } from './tools/arguments.ts'
import { stopChildren } from './tools/children.ts'
import { startCluster } from './tools/cluster.ts'
import { startLoad, type Target } from './tools/load.ts'
import { medianRatio } from './tools/report.ts'
import { contactRequests } from './tools/requests.ts'

// What is sent with a form against contacts that come without a key: both are on disk when the answer comes.

const USAGE = `node bench/forms.ts [--rounds N] [--seconds N]

  --rounds N    how often both are measured, one after the other; the median of the ratios is shown (3)
  --seconds N   length of one measurement (3)
`

const CONNECTIONS = 64
const { whole } = readArguments('bench', USAGE, { rounds: '3', seconds: '3' })
const [rounds, seconds] = [whole('rounds', 100), whole('seconds', 600)]

const cluster = await startCluster()
try {
  const settings = { DATABASE_URL: await cluster.createDatabase('bench_forms') }
  const doorpost = await startDoorpost(settings)
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const answer = await fetch(`http://127.0.0.1:${doorpost.port}/v1/forms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    // Judged like every other, and never held.
    body: JSON.stringify({ name: 'Bench', protection: 100 }),
  })
  const { data } = (await answer.json()) as { data: { public_id: string } }
  const target = (path: string): Target => ({
    pid: doorpost.pid,
    port: doorpost.port,
    requests: contactRequests(path, null),
    expectedStatus: 201,
  })
  const targets = { contacts: target('/v1/contacts'), forms: target(`/v1/forms/${data.public_id}/submissions`) }
  const load = await startLoad()
  const measured = { contacts: [] as number[], forms: [] as number[] }
  for (const name of ['contacts', 'forms'] as const) await load.measure(targets[name], 16, 1.5)
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? (['contacts', 'forms'] as const) : (['forms', 'contacts'] as const)) {
      const { requestsPerSecond, p99Ms, cpuSecondsPer1000, errors } = await load.measure(
        targets[name],
        CONNECTIONS,
        seconds,
      )
      measured[name].push(requestsPerSecond)
      const cpu = cpuSecondsPer1000 === null ? '' : `, server CPU ${cpuSecondsPer1000.toFixed(3)} s/1000`
      console.log(`  ${name}: ${requestsPerSecond.toFixed(0)}/s, p99 ${p99Ms.toFixed(1)} ms${cpu}, ${errors} errors`)
      if (errors > 0) process.exitCode = 1
    }
  }
  const ratio = medianRatio(measured.forms, measured.contacts)
  console.log(`submissions / contacts without a key, ${CONNECTIONS} connections: ${ratio.toFixed(2)}×`)
  await load.stop()
  await doorpost.stop()
} finally {
  await stopChildren()
  await cluster.stop()
}
