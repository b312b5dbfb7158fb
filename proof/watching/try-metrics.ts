import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createDoorpost } from '../bluesky/doorpost.ts'
import { say } from '../output.ts'
import { freePort } from '../publishing/scenarios/postgres.ts'
import { openTrial } from '../trial.ts'

// `npm run try:metrics`: a real Prometheus scrapes Doorpost with the alert rules from packaging/, and runs every query
// of the dashboard and of the alerts. Needs Debian's package "prometheus".

const PACKAGING = fileURLToPath(new URL('../../packaging/', import.meta.url))
const RULES = join(PACKAGING, 'prometheus/alerts.yml')
const TOKEN = 'a-token-for-metrics-only'
const WAIT_MS = 120_000
const SCRAPE_S = 1
/** Values for the dashboard's variables. */
const VARIABLES = { $instance: '.*', $job: 'doorpost', $__rate_interval: '1m', $__range: '5m', $__interval: '15s' }

const missing = ['prometheus', 'promtool'].filter((tool) => spawnSync(tool, ['--version']).error)
if (missing.length > 0) {
  process.stderr.write(`This needs Debian's package "prometheus". Missing: ${missing.join(', ')}.\n`)
  process.exit(1)
}
const { folder, atEnd, run } = openTrial('try-metrics')
await run(tryMetrics)
say('done')

async function tryMetrics(): Promise<void> {
  say(`  ${promtool('check', 'rules', RULES).split('\n').at(-1)}`)
  process.env.METRICS_TOKEN = TOKEN
  const port = await freePort()
  const doorpost = createDoorpost(folder, port)
  atEnd(() => doorpost.stop())
  await doorpost.start()
  await checkFormat(port)
  const ask = await startPrometheus(port)
  for (const until = Date.now() + WAIT_MS; ; await sleep(500)) {
    const [up] = await ask('up{job="doorpost"} == 1')
    if (up) break
    assert.ok(Date.now() < until, 'Prometheus does not scrape Doorpost')
  }
  say('  scraped, with the token')
  // Rates need a second scrape.
  await sleep(3_000 * SCRAPE_S)
  await tryDashboard(ask)
  await tryRules(ask)
}

async function checkFormat(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/metrics`
  const open = await fetch(url)
  assert.equal(open.status, 401, 'without the token nothing is shown')
  const text = await (await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  // It also warns about the names of Node's own metrics, and then exits with 3.
  const about = `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('doorpost_'))
  assert.deepEqual([about, status === 0 || status === 3], [[], true], `${stdout}${stderr}`)
  say(`  promtool finds nothing wrong with ${new Set(text.match(/^doorpost_\w+/gm)).size} metrics`)
}

type Ask = Awaited<ReturnType<typeof startPrometheus>>

async function startPrometheus(target: number) {
  const port = await freePort()
  const config = join(folder, 'prometheus.yml')
  const settings = {
    global: { scrape_interval: `${SCRAPE_S}s`, evaluation_interval: `${SCRAPE_S}s` },
    rule_files: [RULES],
    scrape_configs: [
      {
        job_name: 'doorpost',
        authorization: { credentials: TOKEN },
        static_configs: [{ targets: [`127.0.0.1:${target}`] }],
      },
    ],
  }
  // JSON is valid YAML.
  writeFileSync(config, JSON.stringify(settings))
  promtool('check', 'config', config)
  const words = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'tsdb')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ]
  const child = spawn('prometheus', words, { stdio: ['ignore', 'ignore', 'inherit'] })
  atEnd(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  const api = `http://127.0.0.1:${port}/api/v1`
  for (const until = Date.now() + WAIT_MS; ; await sleep(200)) {
    if (
      await fetch(`http://127.0.0.1:${port}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    assert.ok(Date.now() < until && child.exitCode === null, 'Prometheus did not start')
  }
  return async (query: string, path = 'query'): Promise<Array<Record<string, unknown>>> => {
    const response = await fetch(`${api}/${path}?${new URLSearchParams({ query })}`)
    const answer = (await response.json()) as { status: string; error?: string; data: Answer; warnings?: string[] }
    assert.equal(answer.status, 'success', `${query}: ${answer.error}`)
    assert.deepEqual(answer.warnings ?? [], [], query)
    return answer.data.result ?? answer.data.groups ?? []
  }
}

interface Answer {
  result?: Array<Record<string, unknown>>
  groups?: Array<Record<string, unknown>>
}

async function tryDashboard(ask: Ask): Promise<void> {
  const { panels } = JSON.parse(readFileSync(join(PACKAGING, 'grafana/doorpost.json'), 'utf8')) as {
    panels: Array<{ title: string; targets?: Array<{ expr: string }> }>
  }
  const empty: string[] = []
  let count = 0
  for (const { title, targets = [] } of panels) {
    for (const { expr } of targets) {
      const query = Object.entries(VARIABLES).reduce((text, [name, value]) => text.replaceAll(name, value), expr)
      assert.ok(!query.includes('$'), `${title} has a variable that is not set: ${expr}`)
      count++
      if ((await ask(query)).length === 0) empty.push(title)
    }
  }
  assert.ok(count > 20)
  say(`  ${count} queries of the dashboard; without a result on an unused installation: ${empty.join(', ') || 'none'}`)
}

async function tryRules(ask: Ask): Promise<void> {
  for (const until = Date.now() + WAIT_MS; ; await sleep(500)) {
    const groups = (await ask('', 'rules')) as Array<{
      rules: Array<{ name: string; health: string; lastError?: string }>
    }>
    const rules = groups.flatMap((group) => group.rules)
    const known = readFileSync(RULES, 'utf8').match(/- alert: /g)!.length
    assert.equal(rules.length, known)
    for (const { name, lastError } of rules) assert.equal(lastError ?? '', '', name)
    if (rules.every(({ health }) => health === 'ok')) {
      const firing = await ask('ALERTS{alertstate="firing"}')
      say(`  ${known} alerts evaluated without an error; ${firing.length} fire`)
      return
    }
    assert.ok(Date.now() < until, 'Prometheus does not evaluate the rules')
  }
}

function promtool(...words: string[]): string {
  return execFileSync('promtool', words, { encoding: 'utf8' }).trim()
}
