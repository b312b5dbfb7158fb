import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Doorpost } from '../../sdk/src/index.ts'
import { formatCount } from '../lib/text/count.ts'
import { type Commands, type Options, UsageError } from './line/command.ts'
import { createCounter } from './line/progress.ts'
import { openFile } from './media.ts'
import { idCommand, nounCommands, pick, pickBody } from './remote/nouns.ts'
import { oneLine, REMOTE, withServer } from './remote/server.ts'

const FIELDS = ['first-name', 'last-name', 'email', 'company', 'utm-source', 'utm-medium', 'status']
const fields = Object.fromEntries(FIELDS.map((name) => [name, { value: 'TEXT', meaning: 'as in the API' }]))

const filters = {
  q: { value: 'TEXT', meaning: 'with this in a field' },
  email: { value: 'ADDRESS', meaning: 'of this address' },
  'utm-source': { value: 'TEXT', meaning: 'from this source' },
  status: { value: 'STATUS', meaning: 'with this status, such as new' },
  tag: { value: 'TAG', meaning: 'with this tag' },
  'created-after': { value: 'TIME', meaning: 'since then, such as 2026-11-01T00:00:00Z' },
}

/** More often at first: most files are done within a second. A key may send 100 requests a minute. */
const POLL_MS = { first: 150, most: 1_500 }
const UPLOAD_MS = 10 * 60_000

export const commands: Commands = {
  ...nounCommands('a contact', (doorpost) => doorpost.contacts, {
    summary: 'List the contacts, newest first.',
    filters,
    empty: 'There are no such contacts.',
    columns: {
      ID: ({ id }) => id,
      NAME: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
      EMAIL: ({ email }) => email,
      SOURCE: ({ utm_source }) => utm_source,
      STATUS: ({ status }) => status,
      CREATED: ({ created_at }) => created_at,
    },
  }),
  create: {
    summary: 'Create a contact. Its id is shown alone on the last line.',
    usage: '--first-name NAME [--email ADDRESS] [...]',
    options: { ...fields, ...REMOTE },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost }) => {
        const sent = pickBody(options, FIELDS) as { first_name: string }
        const contact = await doorpost.contacts.create(sent)
        context.print('Stored the contact:')
        context.print(contact.id)
        context.result(contact)
      }),
  },
  update: idCommand(
    'Change fields of a contact. An empty value clears one.',
    async (doorpost, id, context, options) => {
      const contact = await doorpost.contacts.update(id, pickBody(options, FIELDS))
      context.print(`Changed ${oneLine(contact.first_name)}.`)
      return contact
    },
    { usage: '[--status STATUS] [...]', options: fields },
  ),
  import: {
    summary: 'Import a file with contacts: CSV, Excel or OpenDocument. Shows how far it is.',
    operand: 'FILE',
    usage: '[--duplicates WHAT] [--dry-run]',
    options: {
      duplicates: { value: 'WHAT', meaning: 'rows whose address is there already: add, skip or merge (default: add)' },
      'dry-run': { meaning: 'show what would be stored, and store nothing' },
      notify: { meaning: 'tell chats and people of each contact' },
      ...REMOTE,
    },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost }) => {
        const file = await openFile(context.cwd, options.FILE!)
        const how = { query: readImport(options), contentType: 'application/octet-stream', timeoutMs: UPLOAD_MS }
        if (options['dry-run'] !== undefined) {
          const preview = await doorpost.contacts.createImportDryRun(file, how)
          const { rows, good, merged, skipped, bad } = preview
          const parts = [`${good} would be stored`, `${merged} merged`, `${skipped} skipped`, `${bad} refused`]
          context.print(`${formatCount(rows, 'row')}: ${parts.join(', ')}. Nothing was stored.`)
          context.result(preview)
          return bad > 0 && good + merged === 0 ? 1 : 0
        }
        const begun = await doorpost.contacts.createImport(file, how)
        const done = await watch(doorpost, begun.id, begun.rows)
        const { created, merged, skipped, failed, rows, state } = done
        const parts = [`${created} created`, `${merged} merged`, `${skipped} skipped`, `${failed} refused`]
        context.print(`${formatCount(rows, 'row')}: ${parts.join(', ')}.${state === 'cancelled' ? ' Cancelled.' : ''}`)
        if (failed > 0) context.print(`Why rows were refused is in the dashboard, under the import ${done.id}.`)
        context.result(done)
        return state === 'done' && failed === 0 ? 0 : 1
      }),
  },
  export: {
    summary: 'Write contacts to a CSV file, or to the terminal.',
    usage: '[--to FILE] [...]',
    options: { to: { value: 'FILE', meaning: 'the file (default: the standard output)' }, ...filters, ...REMOTE },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost }) => {
        const answer = await doorpost.contacts.export(pick(options, Object.keys(filters)))
        const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
        if (options.to === undefined) {
          await pipeline(body, process.stdout, { end: false })
          return
        }
        await pipeline(body, createWriteStream(resolve(context.cwd, options.to), { mode: 0o600 }))
        context.print(`Wrote ${options.to}.`)
        context.result({ file: options.to })
      }),
  },
}

function readImport(options: Options): { duplicates?: 'add' | 'skip' | 'merge'; notify?: true } {
  const { duplicates } = options
  const notify = options.notify === undefined ? {} : { notify: true as const }
  if (duplicates === undefined) return notify
  if (duplicates === 'add' || duplicates === 'skip' || duplicates === 'merge') return { duplicates, ...notify }
  throw new UsageError('--duplicates must be add, skip or merge.')
}

async function watch(doorpost: Doorpost, id: string, rows: number) {
  const counter = createCounter('Importing', rows, 'row')
  try {
    for (let waitMs = POLL_MS.first; ; waitMs = Math.min(waitMs * 1.5, POLL_MS.most)) {
      const now = await doorpost.contacts.getImport(id)
      counter.show(now.created + now.merged + now.skipped + now.failed)
      if (now.state === 'done' || now.state === 'cancelled') return now
      await delay(waitMs)
    }
  } finally {
    counter.end()
  }
}
