import { isUuid } from '../lib/ids.ts'
import { SetupError } from '../lib/problem.ts'
import { createSource } from '../webhooks/sources.ts'
import { revokeSources, selectSources } from '../webhooks/store.ts'
import { type Command, chooseOne, formatTable, formatTime, requireText, UsageError, withDatabase } from './command.ts'

const ALL = { limit: 1_000, offset: 0, afterId: null }

export const createWebhookCommand: Command = {
  summary: 'Create a webhook. Its receive URL is shown once, alone on the last line.',
  usage: '--name NAME',
  options: { name: { value: 'NAME', meaning: 'who sends to it; names of live webhooks are unique' } },
  async run(context, options) {
    const name = requireText(options, 'name')
    return withDatabase(context, async ({ config, pool, ids, workspaceId }) => {
      const created = await createSource(pool, ids, workspaceId, name)
      if (created === null) {
        throw new SetupError(
          `There is a live webhook named "${name}" already. Revoke it first, or choose another name.`,
        )
      }
      context.print(
        `Webhook "${name}" takes POST requests of any kind. Deliveries: GET /v1/webhooks/${created.row.id}/deliveries`,
      )
      context.print('Keep the URL secret; it is not shown again:')
      context.print(`${config.baseUrl}/v1/webhooks/receive/${created.key}`)
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
    if (sources.length === 0) {
      context.print('There are no webhooks yet. Create one: npm run -s doorpost -- webhooks create --name first')
      return 0
    }
    const rows = sources.map((source) => [
      source.name,
      source.hint,
      source.revoked_at ? 'revoked' : 'live',
      String(source.deliveries),
      formatTime(source.last_received_at),
      source.id,
    ])
    context.print(formatTable(['NAME', 'KEY', 'STATE', 'DELIVERIES', 'LAST', 'ID'], rows))
    return 0
  },
}

export const revokeWebhookCommand: Command = {
  summary: 'Revoke a webhook. Its URL answers 404 from then on; what it received stays.',
  usage: '--name NAME | --id ID',
  options: {
    name: { value: 'NAME', meaning: 'name of a live webhook' },
    id: { value: 'ID', meaning: 'id from webhooks list' },
  },
  async run(context, options) {
    const which = chooseOne(options)
    if ('id' in which && !isUuid(which.id)) throw new UsageError('--id must be an id from "webhooks list".')
    const [source] = await withDatabase(context, ({ pool, workspaceId }) =>
      revokeSources(pool, workspaceId, which, new Date()),
    )
    if (!source) throw new SetupError('There is no live webhook like that. See: npm run -s doorpost -- webhooks list')
    context.print(`Webhook "${source.name}" (${source.hint}) is revoked.`)
    return 0
  },
}
