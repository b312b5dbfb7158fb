import type { Doorpost } from '../../../sdk/src/index.ts'
import { type Command, type CommandContext, type Options, printList, UsageError } from '../line/command.ts'
import { LIMIT, oneLine, REMOTE, take, withServer } from './server.ts'

// The commands list, show and delete, for every noun of the API.

type Choices = NonNullable<Command['options']>

interface ListOf<T> {
  summary: string
  /** Options that are passed to the API under their own names, with _ for -. */
  filters?: Choices
  /** The list belongs to one record, whose id is an argument. */
  isOfRecord?: true
  list: (doorpost: Doorpost, query: object, id: string) => AsyncIterable<T>
  empty: string
  columns: Record<string, (item: T) => string | number | null>
}

export function listCommand<T>({ summary, filters = {}, isOfRecord, list, empty, columns }: ListOf<T>): Command {
  return {
    summary,
    ...(isOfRecord ? { operand: 'ID' } : {}),
    usage: '[--limit N] [...]',
    options: { ...filters, ...LIMIT, ...REMOTE },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost }) => {
        const count = readLimit(options)
        const query = { ...pick(options, Object.keys(filters)), limit: Math.min(count, 1000) }
        const items = await take(list(doorpost, query, isOfRecord ? readId(options) : ''), count)
        context.result(items)
        const shown = Object.entries(columns).map(([title, read]) => {
          return [title, (item: T) => oneLine(String(read(item) ?? ''))] as const
        })
        printList(context, items, empty, Object.fromEntries(shown))
      }),
  }
}

function readLimit({ limit = '20' }: Options): number {
  if (!/^\d{1,6}$/.test(limit) || Number(limit) === 0)
    throw new UsageError('--limit must be a number from 1 to 999999.')
  return Number(limit)
}

/** The options that were given, under the names of the API. */
export function pick(options: Options, names: readonly string[]): Record<string, string> {
  const given = names.filter((name) => options[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name.replaceAll('-', '_'), options[name]!]))
}

/** The same with numbers for a record of the API: an empty text clears a field. */
export function pickBody(options: Options, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(pick(options, names)).map(([name, text]) => [name, text === '' ? null : text]),
  )
}

/** A command for one record, which is named by its id. */
export function idCommand(
  summary: string,
  run: (doorpost: Doorpost, id: string, context: CommandContext, options: Options) => Promise<unknown>,
  extra: Partial<Command> = {},
): Command {
  return {
    summary,
    operand: 'ID',
    ...extra,
    options: { ...extra.options, ...REMOTE },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost }) => {
        context.result(await run(doorpost, readId(options), context, options))
      }),
  }
}

/** Forms have a public id, too. */
function readId({ ID = '' }: Options): string {
  if (!/^[\w-]{6,40}$/.test(ID)) throw new UsageError(`"${oneLine(ID)}" is not an id. The lists show the ids.`)
  return ID
}

/** Prints the fields of a record that have a value, one below the other. */
function printRecord({ print }: CommandContext, record: object): void {
  const fields = Object.entries(record).filter(([, value]) => isShown(value))
  const width = Math.max(...fields.map(([name]) => name.length))
  for (const [name, value] of fields) {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    print(`${name.padEnd(width)}  ${oneLine(text, 2_000)}`)
  }
}

function isShown(value: unknown): boolean {
  if (value === null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** What the client has for every noun. */
interface Records<T> {
  list(query: object): AsyncIterable<T>
  get(id: string): Promise<object>
  delete(id: string): Promise<unknown>
}

/** `list`, `show` and `delete`, which every noun has. */
export function nounCommands<T>(
  noun: string,
  of: (doorpost: Doorpost) => Records<T>,
  list: Omit<ListOf<T>, 'list'>,
): { list: Command; show: Command; delete: Command } {
  return {
    list: listCommand({ ...list, list: (doorpost, query) => of(doorpost).list(query) }),
    show: idCommand(`Show ${noun}.`, async (doorpost, id, context) => {
      const record = await of(doorpost).get(id)
      printRecord(context, record)
      return record
    }),
    delete: idCommand(`Delete ${noun}.`, async (doorpost, id, context) => {
      const answer = await of(doorpost).delete(id)
      context.print(`Deleted ${id}.`)
      return answer
    }),
  }
}
