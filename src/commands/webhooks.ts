import { transaction } from '../db/database.ts'
import { createIssues } from '../lib/issues.ts'
import { SetupError } from '../lib/problem.ts'
import { commandLine } from '../lib/program.ts'
import { systemClock } from '../lib/time/clock.ts'
import { sentence } from '../messages/sentence.ts'
import { openCheckedBox } from '../secrets/fingerprint.ts'
import { readSource } from '../webhooks/input.ts'
import { webhook as described } from '../webhooks/schemas.ts'
import { PRESET_NAMES, SENDER_NAMES } from '../webhooks/senders/registry.ts'
import { findLiveSource, findSource, revokeSources, selectAllSources } from '../webhooks/source-store.ts'
import { createSources, nameTaken, type Sources, verificationOf } from '../webhooks/sources.ts'
import {
  type Command,
  type CommandContext,
  type Commands,
  chooseOne,
  explainRefusal,
  formatTime,
  type Options,
  printList,
  readOptions,
  refuseIssues,
  requireText,
  UsageError,
} from './line/command.ts'
import { type Workplace, withDatabase } from './line/database.ts'

/** Secrets are not arguments, because every user of the machine can see those. */
const FROM = 'name of an environment variable that holds it, or - to read it from standard input'
const settings: Command['options'] = {
  provider: { value: 'PROVIDER', meaning: `who signs: ${SENDER_NAMES.join(', ')}` },
  'secret-from': { value: 'WHERE', meaning: `the signing secret: ${FROM}` },
  'verify-token-from': {
    value: 'WHERE',
    meaning: 'the verify token (Meta) or clientState (Microsoft), in the same way',
  },
  'access-token-from': { value: 'WHERE', meaning: 'the token that fetches leads from Meta, in the same way' },
  signature: { value: 'JSON', meaning: `how the sender hmac signs, as in the API: '{"header": "X-Signature"}'` },
  'delivery-id': {
    value: 'WHERE',
    meaning: "where the sender's own id is: header:NAME, query:NAME or body:/json/pointer",
  },
  'max-bytes': { value: 'N', meaning: 'largest body that it accepts' },
  'rate-limit': { value: 'N', meaning: 'deliveries per minute' },
  'retention-days': { value: 'N', meaning: 'how many days deliveries are kept' },
  preset: { value: 'PRESET', meaning: `create contacts from deliveries: ${PRESET_NAMES.join(', ')}` },
}
const which: Command['options'] = {
  name: { value: 'NAME', meaning: 'name of the live webhook' },
  id: { value: 'ID', meaning: 'id from webhooks list' },
}

export const commands: Commands = {
  create: {
    summary: 'Create a webhook. Its receive URL is shown once, alone on the last line.',
    usage: '--name NAME [--provider PROVIDER --secret-from WHERE] [--preset PRESET] [--replace] [...]',
    options: {
      name: { value: 'NAME', meaning: 'who sends to it; unique among live webhooks' },
      ...settings,
      replace: { meaning: 'revoke the live webhook with this name first, if there is one' },
    },
    async run(context, options) {
      const name = requireText(options, 'name')
      const settled = await readSettings(context, options)
      const input = readOptions((issues) => readSource(issues, { name, ...settled }))
      return withDatabase(context, async (place) => {
        const sources = await sourcesOf(place)
        const created = await transaction(place.pool, async (tx) => {
          if (options.replace) await revokeSources(tx, place.workspaceId, { name }, new Date())
          return sources.createIn(tx, place.workspaceId, input)
        })
        if (created === null) throw new SetupError(sentence(nameTaken(name)))
        context.print(
          `Webhook "${name}" accepts POST requests of any kind. Deliveries: GET /v1/webhooks/${created.id}/deliveries`,
        )
        if (created.verified === 'unverified') {
          context.print(
            'It is unverified: whoever knows the URL can send to it. If the sender signs its requests, set --provider.',
          )
        } else if (!created.has_secret && !created.has_verify_token) {
          context.print(
            'It has no secret yet, so it refuses everything and keeps the refused requests. Set one: webhooks update --secret-from ...',
          )
        }
        context.print('Keep the URL secret; it is not shown again:')
        context.print(created.receive_url)
        context.result(created)
      })
    },
  },
  list: {
    summary: 'List the webhooks.',
    async run(context) {
      const rows = await withDatabase(context, ({ pool, workspaceId }) => selectAllSources(pool, workspaceId))
      const sources = rows.map((row) => ({
        id: row.id,
        name: row.name,
        hint: row.hint,
        state: row.revoked_at !== null ? 'revoked' : row.paused_at === null ? 'live' : 'paused',
        provider: row.provider,
        verified: verificationOf(row.provider, row.secret !== null),
        deliveries: row.deliveries,
        rejections: row.rejections,
        last_received_at: row.last_received_at,
      }))
      context.result(sources)
      const empty = `There are no webhooks yet. Create one: ${commandLine('webhooks create --name first')}`
      printList(context, sources, empty, {
        NAME: ({ name }) => name,
        KEY: ({ hint }) => hint,
        STATE: ({ state }) => state,
        PROVIDER: ({ provider }) => provider,
        SENDER: ({ verified }) => verified,
        DELIVERIES: ({ deliveries }) => String(deliveries),
        REFUSED: ({ rejections }) => String(rejections),
        LAST: ({ last_received_at: last }) => formatTime(last),
        ID: ({ id }) => id,
      })
    },
  },
  update: {
    summary: 'Change a webhook. After a new secret is set, the previous one stays valid for 24 hours.',
    usage: '--name NAME | --id ID [--rename NEW] [--secret-from WHERE] [...]',
    options: { ...which, rename: { value: 'NEW', meaning: 'new name' }, ...settings },
    async run(context, options) {
      const chosen = chooseOne(options, 'webhooks list')
      const body = await readSettings(context, options)
      if (options.rename !== undefined) body.name = requireText(options, 'rename')
      if (Object.keys(body).length === 0) throw new UsageError('nothing to change: add at least one option.')
      context.result(await changeSource(context, chosen, body))
      context.print('The webhook is changed.')
    },
  },
  rotate: onOneWebhook(
    `Give a webhook a new URL, shown once, alone on the last line.

The previous URL works for another 24 hours. To disable a leaked URL at once, rotate twice.`,
    async (context, chosen) => {
      const rotated = await withSource(context, chosen, (sources, workspaceId, id) =>
        sources.rotate(null, workspaceId, id),
      )
      context.print(
        `The previous URL works until ${rotated.previous_key_until?.toISOString()}. The new one is not shown again:`,
      )
      context.print(rotated.receive_url)
      context.result(rotated)
    },
  ),
  pause: onOneWebhook(
    'Pause a webhook. Its URL returns 503 until it is resumed, so that senders try again later.',
    (context, chosen) => setPaused(context, chosen, true, 'is paused'),
  ),
  resume: onOneWebhook('Resume a paused webhook.', (context, chosen) =>
    setPaused(context, chosen, false, 'receives again'),
  ),
  revoke: onOneWebhook(
    'Revoke a webhook. Its URL returns 404 from then on. What it received is kept.',
    async (context, chosen) => {
      const [source] = await withDatabase(context, ({ pool, workspaceId }) =>
        revokeSources(pool, workspaceId, chosen, new Date()),
      )
      if (!source) throw notThere()
      context.print(`Webhook "${source.name}" (${source.hint}) is revoked.`)
      context.result({ id: source.id, name: source.name, hint: source.hint, state: 'revoked' })
    },
  ),
}

type Chosen = { id: string } | { name: string }

function onOneWebhook(summary: string, run: (context: CommandContext, chosen: Chosen) => Promise<void>): Command {
  const usage = '--name NAME | --id ID'
  return {
    summary,
    usage,
    options: which,
    run: (context, options) => run(context, chooseOne(options, 'webhooks list')),
  }
}

async function setPaused(context: CommandContext, chosen: Chosen, paused: boolean, done: string): Promise<void> {
  const webhook = await changeSource(context, chosen, { paused })
  context.print(`Webhook "${webhook.name}" ${done}.`)
  context.result(webhook)
}

/** Turns options into fields of the API, so that both have the same rules. */
async function readSettings(context: CommandContext, options: Options): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  const { provider, preset, signature } = options
  if (provider !== undefined) body.provider = provider
  if (preset !== undefined) body.mapping = { preset }
  if (signature !== undefined) body.signature = readJson(signature)
  if (options['delivery-id'] !== undefined) body.delivery_id = options['delivery-id']
  for (const name of ['max-bytes', 'rate-limit', 'retention-days']) {
    const text = options[name]
    if (text !== undefined) body[name.replace('-', '_')] = /^\d{1,9}$/.test(text) ? Number(text) : text
  }
  const fetched = ['secret', 'verify-token', 'access-token'].filter((name) => options[`${name}-from`] !== undefined)
  if (fetched.filter((name) => options[`${name}-from`] === '-').length > 1) {
    throw new UsageError('only one secret can be read from standard input.')
  }
  for (const name of fetched) body[name.replace('-', '_')] = await readSecret(context, `${name}-from`, options)
  return body
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('--signature must be JSON, in single quotes so that the shell does not change it.')
  }
}

async function readSecret(context: CommandContext, option: string, options: Options): Promise<string> {
  const where = options[option]!
  const text = (where === '-' ? await context.input() : (context.env[where] ?? '')).trim()
  if (text !== '') return text
  if (where === '-') throw new UsageError(`--${option} - reads the secret from standard input, which is empty.`)
  throw new UsageError(`--${option} names an environment variable that is not set. Do not pass the secret itself.`)
}

async function changeSource(context: CommandContext, chosen: Chosen, body: Record<string, unknown>) {
  const issues = createIssues()
  const change = described.readChange(issues, body)
  refuseIssues(issues)
  return withSource(context, chosen, (sources, workspaceId, id) =>
    sources.update(workspaceId, id, issues, change).catch(explainRefusal),
  )
}

/** Runs `work` on a live webhook. If it returns null, there is no such webhook. */
function withSource<T>(
  context: CommandContext,
  chosen: Chosen,
  work: (sources: Sources, workspaceId: string, id: string) => Promise<T | null>,
): Promise<T> {
  return withDatabase(context, async (place) => {
    const { pool, workspaceId } = place
    const source = await ('id' in chosen
      ? findSource(pool, workspaceId, chosen.id)
      : findLiveSource(pool, workspaceId, chosen.name))
    if (source === null || source.revoked_at !== null) throw notThere()
    const done = await work(await sourcesOf(place), workspaceId, source.id)
    if (done === null) throw notThere()
    return done
  })
}

async function sourcesOf({ config, pool, ids }: Workplace): Promise<Sources> {
  const box = await openCheckedBox(pool, config)
  return createSources({ pool, clock: systemClock(), ids, box, baseUrl: config.baseUrl })
}

function notThere(): SetupError {
  return new SetupError(`There is no such live webhook. See: ${commandLine('webhooks list')}`)
}
