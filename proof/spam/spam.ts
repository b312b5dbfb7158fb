import { readArguments } from '../../bench/tools/arguments.ts'
import { printTable } from '../../bench/tools/report.ts'
import { say } from '../output.ts'
import { runSpamProof, violatedClaims } from './run.ts'
import type { SpamVerdict } from './verdict.ts'

const USAGE = `npm run prove:spam -- [--spam N] [--honest N] [--seed N] [--control]

  --spam N    spam of six kinds: honeypot, no token, replayed proof, instant, throw-away address, flood (2000)
  --honest N  submissions by people: Chromium with our script on another website, on the hosted page with and without
              JavaScript, with a plain form; and plain posts as browsers send them (500)
  --seed N    same seed, same texts (1)
  --control   runs without protection: the proof must fail, or it proves nothing

Everything stays on this machine, in a temporary folder that is removed at the end. Every sender has its own address, in X-Forwarded-For.
Exits with 1 if a claim was violated.
`
const SHOWN_MAX = 10
/** Must be violated without protection. */
const BROKEN_BY_CONTROL = 'at least 95 % of the spam is held'

const { values, whole } = readArguments('prove:spam', USAGE, { spam: '2000', honest: '500', seed: '1', control: false })
const { verdict, seconds } = await runSpamProof({
  spam: whole('spam', 1_000_000),
  honest: whole('honest', 100_000),
  seed: whole('seed', 2 ** 31),
  control: values.control,
  logLevel: process.env.LOG_LEVEL ?? 'warn',
  onProgress: say,
})
print(verdict)
say(`${Math.round(seconds)} s`)
const violated = violatedClaims(verdict)
if (values.control) {
  const isNoticed = violated.includes(BROKEN_BY_CONTROL)
  say(
    `control: ${BROKEN_BY_CONTROL}, ${isNoticed ? 'violated, as it must be' : 'NOT VIOLATED: the proof proves nothing'}`,
  )
  process.exitCode = isNoticed ? 0 : 1
} else process.exitCode = violated.length === 0 ? 0 : 1

function print({ kinds, claims }: SpamVerdict): void {
  printTable({
    title: 'Outcome',
    header: ['', 'acknowledged', 'held'],
    rows: kinds.map(({ kind, acknowledged, held }) => [kind, String(acknowledged), String(held)]),
  })
  say('\nclaim, n, result')
  for (const { what, n, violations } of claims) {
    say(`${what}, ${n}, ${violations.length === 0 ? 'holds' : `VIOLATED ${violations.length} times`}`)
    for (const violation of violations.slice(0, SHOWN_MAX)) say(`    ${violation}`)
  }
}
