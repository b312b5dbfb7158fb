import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ApiError } from '../../errors.ts'
import { isUuid } from '../../lib/ids.ts'
import { createIssues, type Details, type Issues } from '../../lib/issues.ts'
import { SetupError } from '../../lib/problem.ts'
import { sentences } from '../../messages/sentence.ts'

export interface CommandContext {
  env: Record<string, string | undefined>
  cwd: string
  print: (line: string) => void
  /** The result for programs. With --json it is printed as JSON, and nothing else is. Called once, by listen for each event. */
  result: (value: unknown) => void
  input: () => Promise<string>
  /** Every command, by its name. */
  all: () => Promise<Commands>
}

/** The value of a switch that was given is "true". */
export type Options = Record<string, string | undefined>

export interface Command {
  summary: string
  usage?: string
  /** The name of the required argument that is not an option, such as FILE. */
  operand?: string
  /** An option without a `value` is a switch. */
  options?: Record<string, { value?: string; meaning: string }> | undefined
  /** May return an exit code. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing, which means that they have succeeded
  run: (context: CommandContext, options: Options) => Promise<number | void>
}

/** The commands of a noun, by the words that follow it. */
export type Commands = Record<string, Command>

/** The command was used wrongly: prints the usage, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Throws every rule that `read` found broken in one message, because a command has no details to show beside it. */
export function readOptions<T>(read: (issues: Issues) => T): T {
  const issues = createIssues()
  const input = read(issues)
  refuseIssues(issues)
  return input
}

export function refuseIssues(issues: Issues): void {
  if (issues.count > 0) throw new UsageError(allProblems(issues.details))
}

function allProblems(details: Details): string {
  return Object.values(sentences(details)).flat().join('\n')
}

export function parseOptions(command: Command, words: string[]): Options {
  if (words.some((word) => /(?:^|=)svc_pk_/.test(word))) {
    throw new UsageError(
      'a key on the command line can be read by everybody on this machine. Set DOORPOST_KEY, or use --key-from FILE.',
    )
  }
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { value }]) => {
      return [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }]
    }),
  )
  const { operand } = command
  const { values, positionals } = parseWords({
    args: words,
    options,
    strict: true,
    allowPositionals: operand !== undefined,
  })
  const named = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  if (operand === undefined) return named
  if (positionals.length === 1) return { ...named, [operand]: positionals[0] }
  throw new UsageError(positionals.length === 0 ? `${operand} is missing.` : `only one ${operand} can be given.`)
}

/** Node's own sentences begin with a capital letter. */
function parseWords(config: ParseArgsConfig) {
  try {
    return parseArgs(config)
  } catch (error) {
    const [first] = (error as Error).message.split('\n')
    throw new UsageError(
      first!.replace(/^./, (letter) => letter.toLowerCase()),
      { cause: error },
    )
  }
}

export function requireText(options: Options, name: string): string {
  const text = options[name]?.trim()
  if (!text) throw new UsageError(`--${name} is required.`)
  if (text.length > 100) throw new UsageError(`--${name} must be at most 100 characters.`)
  return text
}

/** A refusal of the API is not a bug: the person at the terminal can correct it. */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof ApiError) || error.code === 'internal_error') throw error
  throw new SetupError(allProblems(error.details ?? {}) || error.message, { cause: error })
}

export function formatTable(header: string[], rows: string[][]): string {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  return [line(header), ...rows.map(line)].join('\n')
}

/** Prints a table with these columns, or what to do if there is nothing to show. */
export function printList<T>(
  context: CommandContext,
  items: readonly T[],
  empty: string,
  columns: Record<string, (item: T) => string>,
): void {
  const rows = items.map((item) => Object.values(columns).map((read) => read(item)))
  context.print(rows.length === 0 ? empty : formatTable(Object.keys(columns), rows))
}

export function formatTime(date: Date | null): string {
  return date === null ? '-' : date.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Reads exactly one of --id and --name. `list` is the command that shows the ids. */
export function chooseOne(options: Options, list: string): { id: string } | { name: string } {
  const { id, name } = options
  if (id !== undefined && name !== undefined) throw new UsageError('use either --id or --name, not both.')
  return id === undefined ? { name: requireText(options, 'name') } : { id: requireId(options, list) }
}

export function requireId(options: Options, list: string): string {
  const id = requireText(options, 'id')
  if (!isUuid(id)) throw new UsageError(`--id must be an id from "${list}".`)
  return id
}
