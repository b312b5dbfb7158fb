import { parseArgs } from 'node:util'
import { startSimulators } from './start.ts'

const HELP = `node simulators/main.ts [--port 8090] [--host 127.0.0.1] [--state-file FILE] [--seed TEXT] [--public-url URL] [--auto-approve]
Simulates Threads, Instagram, LinkedIn, X, Bluesky and Mastodon. Nothing leaves this machine, except that media URLs are fetched.
`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    host: { type: 'string', default: '127.0.0.1' },
    'state-file': { type: 'string' },
    'public-url': { type: 'string' },
    seed: { type: 'string' },
    'auto-approve': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) process.stdout.write(HELP)
else await run()

async function run(): Promise<void> {
  const simulators = await startSimulators({
    port: Number(values.port),
    host: values.host,
    settings: { auto_approve: values['auto-approve'] },
    ...(values['state-file'] === undefined ? {} : { stateFile: values['state-file'] }),
    ...(values['public-url'] === undefined ? {} : { publicUrl: values['public-url'] }),
    ...(values.seed === undefined ? {} : { seed: values.seed }),
  })
  const { url, bases } = simulators
  process.stdout.write(`SANDBOX: simulated platforms at ${url}\n`)
  for (const [name, base] of Object.entries(bases)) {
    process.stdout.write(
      `  ${name.padEnd(10)} ${Object.entries(base)
        .map(([key, value]) => `${key} ${value}`)
        .join('   ')}\n`,
    )
  }
  process.stdout.write(`  control    ${url}/control   media ${url}/media/photo.jpg\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulators.stop())
  }
}
