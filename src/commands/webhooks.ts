import { transaction } from '../db/database.ts'
import { ApiError } from '../errors.ts'
import { isUuid } from '../lib/ids.ts'
import { createIssues } from '../lib/issues.ts'
import { SetupError } from '../lib/problem.ts'
import { systemClock } from '../lib/time/clock.ts'
import { openCheckedBox } from '../secrets/fingerprint.ts'
import { PRESET_NAMES } from '../webhooks/mapping/contract.ts'
import { verificationOf } from '../webhooks/show.ts'
import { readSource, readSourceChange } from '../webhooks/sources/input.ts'
import { createSources, nameTaken, type Sources } from '../webhooks/sources/sources.ts'
import {
  findLiveSource,
  findSource,
  type ListedSource,
  revokeSources,
  type SourceRow,
  selectSources,
} from '../webhooks/sources/store.ts'
import { PROVIDERS } from '../webhooks/verify/contract.ts'
import {
  allProblems,
  type Command,
  type CommandContext,
  chooseOne,
  formatTable,
  formatTime,
  type Options,
  refuseIssues,
  requireText,
  UsageError,
  type Workplace,
  withDatabase,
} from './command.ts'

const ALL = { limit: 1_000, offset: 0, afterId: null }
const LIST = 'See: npm run -s doorpost -- webhooks list'

/** Secrets never stand in the words of a command, which every user of the machine can read: they are fetched. */
const FROM = 'name of an environment variable that holds it, or - to read it from the standard input'
const settings: Command['options'] = {
  provider: { value: 'PROVIDER', meaning: `who signs: ${PROVIDERS.join(', ')}` },
  'secret-from': { value: 'WHERE', meaning: `the signing secret: ${FROM}` },
  'verify-token-from': { value: 'WHERE', meaning: 'the verify token (Meta) or clientState (Microsoft), likewise' },
  'access-token-from': { value: 'WHERE', meaning: 'the token that fetches leads from Meta, likewise' },
  signature: {
    value: 'JSON',
    meaning: 'how provider hmac signs, as the API takes it: \'{"header": "X-Signature"}\'',
  },
  'delivery-id': { value: 'WHERE', meaning: "the sender's own id: header:NAME, query:NAME or body:/json/pointer" },
  'max-bytes': { value: 'N', meaning: 'the largest body it takes' },
  'rate-limit': { value: 'N', meaning: 'deliveries a minute' },
  'retention-days': { value: 'N', meaning: 'how long deliveries are kept' },
  preset: { value: 'PRESET', meaning: `make contacts of deliveries: ${PRESET_NAMES.join(', ')}` },
}
const which: Command['options'] = {
  name: { value: 'NAME', meaning: 'name of a live webhook' },
  id: { value: 'ID', meaning: 'id from webhooks list' },
}

export const createWebhookCommand: Command = {
  summary: 'Create a webhook. Its receive URL is shown once, alone on the last line.',
  usage: '--name NAME [--provider PROVIDER --secret-from WHERE] [--preset PRESET] [--replace] [...]',
  options: {
    name: { value: 'NAME', meaning: 'who sends to it; names of live webhooks are unique' },
    ...settings,
    replace: { meaning: 'revoke the live webhook of this name first, if there is one' },
  },
  async run(context, options) {
    const name = requireText(options, 'name')
    const issues = createIssues()
    const input = readSource(issues, { name, ...(await readSettings(context, options)) })
    refuseIssues(issues)
    return withDatabase(context, async (place) => {
      const sources = await sourcesOf(place)
      const created = await transaction(place.pool, async (tx) => {
        if (options.replace) await revokeSources(tx, place.workspaceId, { name }, new Date())
        return sources.createIn(tx, place.workspaceId, input)
      })
      if (created === null) throw new SetupError(nameTaken(name))
      context.print(
        `Webhook "${name}" takes POST requests of any kind. Deliveries: GET /v1/webhooks/${created.id}/deliveries`,
      )
      if (created.verified === 'unverified') {
        context.print('It is unverified: whoever knows the URL can send to it. Set --provider for a sender that signs.')
      } else if (!created.has_secret && !created.has_verify_token) {
        context.print('It has no secret yet, so it refuses and keeps everything: webhooks update --secret-from ...')
      }
      context.print('Keep the URL secret; it is not shown again:')
      context.print(created.receive_url)
      context.result(created)
      return 0
    })
  },
}

export const updateWebhookCommand: Command = {
  summary: 'Change a webhook. A new secret leaves the one before valid for 24 hours.',
  usage: '--name NAME | --id ID [--rename NEW] [--secret-from WHERE] [...]',
  options: { ...which, rename: { value: 'NEW', meaning: 'another name for it' }, ...settings },
  async run(context, options) {
    const chosen = chooseWebhook(options)
    const body = await readSettings(context, options)
    if (options.rename !== undefined) body.name = requireText(options, 'rename')
    if (Object.keys(body).length === 0) throw new UsageError('say what shall change.')
    context.result(await change(context, chosen, body))
    context.print('The webhook is changed.')
    return 0
  },
}

export const pauseWebhookCommand: Command = {
  summary: 'Pause a webhook. Its URL answers 503 until it is resumed, so that senders try again later.',
  usage: '--name NAME | --id ID',
  options: which,
  async run(context, options) {
    const webhook = await change(context, chooseWebhook(options), { paused: true })
    context.print(`Webhook "${webhook.name}" is paused.`)
    context.result(webhook)
    return 0
  },
}

export const resumeWebhookCommand: Command = {
  summary: 'Let a paused webhook receive again.',
  usage: '--name NAME | --id ID',
  options: which,
  async run(context, options) {
    const webhook = await change(context, chooseWebhook(options), { paused: false })
    context.print(`Webhook "${webhook.name}" receives again.`)
    context.result(webhook)
    return 0
  },
}

export const rotateWebhookCommand: Command = {
  summary: `Give a webhook a new URL, shown once, alone on the last line.

The URL before works for 24 hours more. To end one that leaked, rotate twice.`,
  usage: '--name NAME | --id ID',
  options: which,
  async run(context, options) {
    const chosen = chooseWebhook(options)
    return withDatabase(context, async (place) => {
      const sources = await sourcesOf(place)
      const rotated = await sources.rotate(place.workspaceId, (await sourceOf(place, chosen)).id)
      if (rotated === null) throw notThere()
      context.print(`The URL before works until ${rotated.previous_key_until}. The new one is not shown again:`)
      context.print(rotated.receive_url)
      context.result(rotated)
      return 0
    })
  },
}

export const listWebhooksCommand: Command = {
  summary: 'List the webhooks.',
  usage: '',
  options: {},
  async run(context) {
    const sources = await withDatabase(context, ({ pool, workspaceId }) => selectSources(pool, workspaceId, ALL))
    context.result(
      sources.map((source) => ({
        id: source.id,
        name: source.name,
        hint: source.hint,
        state: stateOf(source),
        provider: source.provider,
        verified: verificationOf(source.provider),
        deliveries: source.deliveries,
        rejections: source.rejections,
        last_received_at: source.last_received_at,
      })),
    )
    if (sources.length === 0) {
      context.print('There are no webhooks yet. Create one: npm run -s doorpost -- webhooks create --name first')
      return 0
    }
    const rows = sources.map((source) => [
      source.name,
      source.hint,
      stateOf(source),
      source.provider,
      verificationOf(source.provider),
      String(source.deliveries),
      String(source.rejections),
      formatTime(source.last_received_at),
      source.id,
    ])
    const header = ['NAME', 'KEY', 'STATE', 'PROVIDER', 'SENDER', 'DELIVERIES', 'REFUSED', 'LAST', 'ID']
    context.print(formatTable(header, rows))
    return 0
  },
}

export const revokeWebhookCommand: Command = {
  summary: 'Revoke a webhook. Its URL answers 404 from then on; what it received stays.',
  usage: '--name NAME | --id ID',
  options: which,
  async run(context, options) {
    const chosen = chooseWebhook(options)
    const [source] = await withDatabase(context, ({ pool, workspaceId }) =>
      revokeSources(pool, workspaceId, chosen, new Date()),
    )
    if (!source) throw notThere()
    context.print(`Webhook "${source.name}" (${source.hint}) is revoked.`)
    context.result({ id: source.id, name: source.name, hint: source.hint, state: 'revoked' })
    return 0
  },
}

function chooseWebhook(options: Options): { id: string } | { name: string } {
  const chosen = chooseOne(options)
  if ('id' in chosen && !isUuid(chosen.id)) throw new UsageError('--id must be an id from "webhooks list".')
  return chosen
}

function stateOf(source: ListedSource): string {
  if (source.revoked_at !== null) return 'revoked'
  return source.paused_at === null ? 'live' : 'paused'
}

/** Options as the fields of the API; both have the same rules. */
async function readSettings(context: CommandContext, options: Options): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  if (options.provider !== undefined) body.provider = options.provider
  if (options.preset !== undefined) body.mapping = { preset: options.preset }
  if (options.signature !== undefined) body.signature = readJson('signature', options.signature)
  if (options['delivery-id'] !== undefined) body.delivery_id = options['delivery-id']
  for (const name of ['max-bytes', 'rate-limit', 'retention-days']) {
    const text = options[name]
    if (text !== undefined) body[name.replace('-', '_')] = /^\d{1,9}$/.test(text) ? Number(text) : text
  }
  const fetched = ['secret', 'verify-token', 'access-token'].filter((name) => options[`${name}-from`] !== undefined)
  if (fetched.filter((name) => options[`${name}-from`] === '-').length > 1) {
    throw new UsageError('only one secret can come from the standard input.')
  }
  for (const name of fetched) body[name.replace('-', '_')] = await readSecret(context, `${name}-from`, options)
  return body
}

function readJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--${option} must be JSON, in single quotes so that the shell leaves it alone.`)
  }
}

async function readSecret(context: CommandContext, option: string, options: Options): Promise<string> {
  const where = options[option]!
  const text = (where === '-' ? await context.input() : (context.env[where] ?? '')).trim()
  if (text !== '') return text
  if (where === '-') throw new UsageError(`--${option} - needs the secret on the standard input, which is empty.`)
  throw new UsageError(`--${option} names an environment variable that is not set. Never give the secret itself.`)
}

async function change(
  context: CommandContext,
  chosen: { id: string } | { name: string },
  body: Record<string, unknown>,
): Promise<{ name: string }> {
  const issues = createIssues()
  const read = readSourceChange(issues, body)
  refuseIssues(issues)
  return withDatabase(context, async (place) => {
    const { id } = await sourceOf(place, chosen)
    const sources = await sourcesOf(place)
    const changed = await sources.update(place.workspaceId, id, issues, read).catch((error) => {
      throw error instanceof ApiError
        ? new SetupError(allProblems(error.details ?? {}) || error.message, { cause: error })
        : error
    })
    if (changed === null) throw notThere()
    return changed
  })
}

async function sourcesOf({ config, pool, ids }: Workplace): Promise<Sources> {
  const box = await openCheckedBox(pool, config)
  return createSources({ pool, clock: systemClock(), ids, box, baseUrl: config.baseUrl })
}

async function sourceOf(
  { pool, workspaceId }: Workplace,
  chosen: { id: string } | { name: string },
): Promise<SourceRow> {
  const source =
    'id' in chosen
      ? await findSource(pool, workspaceId, chosen.id)
      : await findLiveSource(pool, workspaceId, chosen.name)
  if (source === null || source.revoked_at !== null) throw notThere()
  return source
}

function notThere(): SetupError {
  return new SetupError(`There is no live webhook like that. ${LIST}`)
}
