import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createDoorpost, type Doorpost, DoorpostError } from '../../../sdk/src/index.ts'
import { SANDBOX_HTTP_PORT } from '../../config/settings.ts'
import { SetupError } from '../../lib/problem.ts'
import { commandLine } from '../../lib/program.ts'
import type { Command, CommandContext, Options } from '../line/command.ts'

// Commands that ask a server through its API, with a key, wherever the server is. They use the SDK.

export const REMOTE: NonNullable<Command['options']> = {
  url: { value: 'URL', meaning: 'where Doorpost is (default: DOORPOST_URL, or the one on this machine)' },
  'key-from': {
    value: 'WHERE',
    meaning: 'a file with the API key, or - to read it from standard input (default: DOORPOST_KEY)',
  },
}

/** The option --limit of lists. */
export const LIMIT: NonNullable<Command['options']> = {
  limit: { value: 'N', meaning: 'how many to show (default: 20)' },
}

/** The port of a server that was started without settings. */
const HTTP_PORT = 8080

interface Remote {
  doorpost: Doorpost
  url: string
}

/** Calls `work` with a client, and says what to do if the server cannot be reached or refuses. */
export async function withServer<T>(
  context: CommandContext,
  options: Options,
  work: (remote: Remote) => Promise<T>,
): Promise<T> {
  const { env } = context
  const port = env.PORT || (env.SANDBOX?.trim() === 'true' ? SANDBOX_HTTP_PORT : HTTP_PORT)
  const url = readUrl(options.url ?? (env.DOORPOST_URL?.trim() || `http://127.0.0.1:${port}`))
  const key = await readKey(context, options)
  try {
    return await work({ doorpost: createDoorpost({ baseUrl: url, key }), url })
  } catch (error) {
    if (error instanceof DoorpostError) throw new SetupError(explain(error, url), { cause: error })
    throw error
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new SetupError(`"${text}" is not an address. Write it in full, such as https://doorpost.example.`)
  }
  if (url.username !== '' || url.search !== '') {
    throw new SetupError('The address must have no user and no query. The key comes from DOORPOST_KEY.')
  }
  return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href
}

async function readKey({ env, cwd, input }: CommandContext, options: Options): Promise<string> {
  const from = options['key-from']
  const text = from === '-' ? await input() : from === undefined ? env.DOORPOST_KEY : await readKeyFile(cwd, from)
  const key = text?.trim() ?? ''
  if (/^svc_pk_\w+$/.test(key)) return key
  if (key !== '') throw new SetupError('This is not an API key, which begins with svc_pk_.')
  throw new SetupError(
    `An API key is needed. Set DOORPOST_KEY, or use --key-from FILE. Create one where Doorpost runs: ${commandLine('keys create --name cli')}`,
  )
}

async function readKeyFile(cwd: string, path: string): Promise<string> {
  return readFile(resolve(cwd, path), 'utf8').catch((cause) => {
    throw new SetupError(`The file with the key cannot be read: ${path} (${cause.code}).`, { cause })
  })
}

function explain({ code, message, details, retryAfter }: DoorpostError, url: string): string {
  const all = Object.values(details).flat()
  switch (code) {
    case 'network_error':
    case 'timeout':
      return `${message} Is it running, and is the address right? Set DOORPOST_URL, or use --url.`
    case 'unexpected_answer':
      return `What answers at ${url} is not Doorpost. Set DOORPOST_URL to its address, without a path, or use --url.`
    case 'unauthorized':
      return `${message} The key is not one of ${url}: create one there with ${commandLine('keys create --name cli')}`
    case 'rate_limit_exceeded':
      return retryAfter === null ? message : `${message} Try again in ${Math.ceil(retryAfter)} seconds.`
    default:
      return all.length > 0 ? all.join('\n') : message
  }
}

/** The first items of a list. */
export async function take<T>(items: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = []
  for await (const item of items) {
    taken.push(item)
    if (taken.length >= count) break
  }
  return taken
}

/** Texts of strangers must not control the terminal, nor break its lines. */
export function oneLine(text: string | null | undefined, most = 60): string {
  const plain = (text ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()
  const letters = [...plain]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : plain || '-'
}
