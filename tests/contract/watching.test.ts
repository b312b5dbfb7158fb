import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startServer } from '../helpers/server.ts'

// The Grafana dashboard and the alert rules use existing metrics, and the rules fire when they should.

const path = (name: string) => fileURLToPath(new URL(`../../packaging/${name}`, import.meta.url))
const RULES = path('prometheus/alerts.yml')
const rules = readFileSync(RULES, 'utf8')
const dashboard = JSON.parse(readFileSync(path('grafana/doorpost.json'), 'utf8'))
const alertNames = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)

const server = await startServer()
await server.send('POST', '/v1/contacts', { json: { first_name: 'Ada' } })
await server.sql(
  `insert into backup_runs (id, state, place, file, bytes, rows, started_at, finished_at)
   values (gen_random_uuid(), 'done', 'a folder', 'doorpost.backup', 1, 1, now(), now())`,
)
// Requests are counted after their answer: the second scrape shows the first.
await server.send('GET', '/metrics')
const printed = (await server.send('GET', '/metrics')).text

interface Panel {
  title: string
  type: string
  targets?: Array<{ expr: string }>
}
const panels = (dashboard.panels as Panel[]).filter(({ type }) => type !== 'row')
const expressions = [
  ...panels.map(({ title, targets }) => [`panel ${title}`, targets!.map(({ expr }) => expr).join('\n')] as const),
  ...rules
    .split('- alert: ')
    .slice(1)
    .map((text) => [`alert ${/\w+/.exec(text)![0]}`, /expr:([\s\S]*?)\n {8}(?:for|labels):/.exec(text)![1]!] as const),
]

test('every metric of a panel and of an alert is one that /metrics prints', () => {
  assert.ok(panels.length > 20)
  const names = new Set([...printed.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name]) => name))
  for (const [where, expression] of expressions) {
    const asked = expression.match(/\b(?:doorpost|process|nodejs)_\w+/g) ?? []
    if (where !== 'alert DoorpostDown') assert.notEqual(asked.length, 0, `${where} asks for no metric`)
    for (const name of asked) assert.ok(names.has(name), `${where} asks for ${name}, which there is not`)
  }
})

test('every label that they select is one that /metrics prints', () => {
  const given = ['instance', 'job', 'status=5..', 'status=200', 'route=/v1/webhooks/receive/:webhook_key']
  for (const [where, expression] of expressions) {
    for (const [, name, selectors] of expression.matchAll(/(doorpost_\w+)\{([^}]*)\}/g)) {
      for (const [, label, values] of selectors!.matchAll(/(\w+)=~?"([^"]*)"/g)) {
        for (const value of values!.split('|')) {
          if (given.includes(label!) || given.includes(`${label}=${value}`)) continue
          const line = new RegExp(`^${name}\\{[^\\n]*\\b${label}="${value}"`, 'm')
          assert.match(printed, line, `${where} selects ${label}="${value}" of ${name}`)
        }
      }
    }
  }
})

test('every alert has a severity and says what to do', () => {
  for (const text of rules.split('- alert: ').slice(1)) {
    assert.match(text, /severity: (?:critical|warning|info)/, text)
    assert.ok(/summary: '(.{60,})'/.test(text), `${text.split('\n')[0]} has no summary that says what to do`)
  }
})

// Each alert with series that make it fire after `minutes`, as "start + step × number": a step is a minute, or half an
// hour for alerts that take hours.
const HOURS = 120
const FIRING: Record<string, [minutes: number, ...series: Array<[name: string, values: string]>]> = {
  DoorpostDown: [5, ['up{job="doorpost"}', '0x10']],
  DoorpostDatabaseAway: [5, ['doorpost_database_up', '0x10']],
  DoorpostDatabaseCannotWrite: [5, ['doorpost_database_writable', '0x10']],
  DoorpostDiskLow: [15, ['doorpost_disk_free_bytes', '5x20'], ['doorpost_disk_size_bytes', '100x20']],
  DoorpostDiskFillsUp: [480, ['doorpost_disk_free_bytes', '39-1x20'], ['doorpost_disk_size_bytes', '100x20']],
  DoorpostClockWrong: [5, ['doorpost_clock_offset_seconds', '-6x10']],
  DoorpostErrors: [
    15,
    ['doorpost_http_requests_total{status="503"}', '0+2x20'],
    ['doorpost_http_requests_total{status="200"}', '0+98x20'],
  ],
  DoorpostSlow: [
    20,
    ['doorpost_http_request_duration_seconds_bucket{method="POST",le="1"}', '0+50x30'],
    ['doorpost_http_request_duration_seconds_bucket{method="POST",le="5"}', '0+100x30'],
    ['doorpost_http_request_duration_seconds_bucket{method="POST",le="+Inf"}', '0+100x30'],
  ],
  DoorpostIntakeBacklog: [5, ['doorpost_intake_waiting{kind="contacts"}', '2000x10']],
  DoorpostJobsBacklog: [10, ['doorpost_lateness_seconds{kind="jobs"}', '400x15']],
  DoorpostPostsLate: [5, ['doorpost_lateness_seconds{kind="posts"}', '130x10']],
  DoorpostPostsUnconfirmed: [10, ['doorpost_posts{state="unconfirmed"}', '1x15']],
  DoorpostPostsStopped: [40, ['doorpost_posts{state="failed"}', '0x35 1x10'], ['doorpost_posts{state="held"}', '3x45']],
  DoorpostPublishingPaused: [5, ['doorpost_publishing_paused', '1x10']],
  DoorpostAccountNeedsPerson: [15, ['doorpost_connections{status="needs_reconnect"}', '1x20']],
  DoorpostEndpointFailing: [20, ['doorpost_event_endpoints{status="failing"}', '1x25']],
  DoorpostEventsLate: [10, ['doorpost_lateness_seconds{kind="event_deliveries"}', '301x15']],
  DoorpostMailFailing: [10, ['doorpost_mails_total{outcome="failed"}', '0 0 0 1x12']],
  DoorpostMailLate: [10, ['doorpost_lateness_seconds{kind="mails"}', '901x15']],
  DoorpostWebhooksRefused: [20, ['doorpost_webhook_rejections', '0+5x25']],
  DoorpostSubmissionsHeld: [4410, ['doorpost_submissions_held', '2x200']],
  DoorpostClicksLost: [10, ['doorpost_link_clicks_total{outcome="lost"}', '0 0 0 7x12']],
  // The clock of these tests begins at 0.
  DoorpostBackupOverdue: [2_910, ['doorpost_backup_last_success_timestamp_seconds', '0x200']],
}

// A healthy installation, for as long: none of them may fire.
const CALM: Array<[string, string]> = [
  ['up{job="doorpost"}', '1x120'],
  ['doorpost_database_up', '1x120'],
  ['doorpost_database_writable', '1x120'],
  ['doorpost_disk_free_bytes', '50x120'],
  ['doorpost_disk_size_bytes', '100x120'],
  ['doorpost_clock_offset_seconds', '-0.2x120'],
  ['doorpost_http_requests_total{status="200"}', '0+600x120'],
  ['doorpost_http_requests_total{status="503"}', '0+1x120'],
  ['doorpost_http_request_duration_seconds_bucket{method="POST",le="1"}', '0+600x120'],
  ['doorpost_http_request_duration_seconds_bucket{method="POST",le="+Inf"}', '0+600x120'],
  ['doorpost_intake_waiting{kind="contacts"}', '40x120'],
  ['doorpost_lateness_seconds{kind="jobs"}', '2x120'],
  ['doorpost_lateness_seconds{kind="posts"}', '1x120'],
  ['doorpost_lateness_seconds{kind="mails"}', '30x120'],
  ['doorpost_lateness_seconds{kind="events"}', '1x120'],
  ['doorpost_posts{state="unconfirmed"}', '0x120'],
  ['doorpost_posts{state="failed"}', '3x120'],
  ['doorpost_publishing_paused', '0x120'],
  ['doorpost_connections{status="needs_reconnect"}', '0x120'],
  ['doorpost_event_endpoints{status="failing"}', '0x120'],
  ['doorpost_mails_total{outcome="failed"}', '4x120'],
  ['doorpost_mails_total{outcome="sent"}', '0+1x120'],
  ['doorpost_webhook_rejections', '20x120'],
  ['doorpost_submissions_held', '0x120'],
  ['doorpost_link_clicks_total{outcome="lost"}', '0x120'],
]

test('every alert has a test case', () => {
  assert.deepEqual(Object.keys(FIRING), alertNames)
})

const promtool = spawnSync('promtool', ['--version']).error === undefined
const skip = promtool ? false : 'promtool is not installed'

test('promtool finds no errors in the rules', { skip }, () => {
  assert.match(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' }), /SUCCESS/)
})

test('each alert fires when it should, and none on a healthy installation', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorpost-rules-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const labelled = (name: string) =>
    name.includes('{') ? name.replace('{', '{instance="a",') : `${name}{instance="a"}`
  const caseOf = (step: string, series: Array<[string, string]>, minutes: number, alerts: string[]) => ({
    interval: step,
    input_series: series.map(([name, values]) => ({ series: labelled(name), values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${minutes}m`,
        exp_samples: alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
      },
    ],
  })
  const files = ['1m', '30m'].map((step) => {
    const cases = Object.entries(FIRING).filter(([, [minutes]]) => minutes > HOURS === (step === '30m'))
    const tests = cases.map(([name, [minutes, ...series]]) => caseOf(step, series, minutes, [name]))
    if (step === '1m') tests.push(caseOf(step, CALM, 100, []))
    const file = join(folder, `${step}.yml`)
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: step, tests }))
    return file
  })
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], { encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}`)
})

test('docs/how-to/watching.md lists exactly our metrics', () => {
  const page = readFileSync(new URL('../../docs/how-to/watching.md', import.meta.url), 'utf8')
  const named = new Set(page.match(/\bdoorpost_\w+/g))
  for (const suffix of ['_uploaded_bytes_total', '_served_total', '_served_bytes_total'])
    named.add(`doorpost_media${suffix}`)
  const ours = [...printed.matchAll(/^# TYPE (doorpost_\w+)/gm)].map(([, name]) => name)
  assert.deepEqual([...named].sort(), ours.sort())
})
