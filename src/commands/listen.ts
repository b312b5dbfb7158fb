import type { DoorpostEvent } from '../../sdk/src/index.ts'
import { createSigningSecret, sign } from '../events/send.ts'
import { SetupError } from '../lib/problem.ts'
import { type CommandContext, type Commands, type Options, UsageError } from './line/command.ts'
import { REMOTE, withServer } from './remote/server.ts'

const TIMEOUT_MS = 15_000

export const commands: Commands = {
  '': {
    summary: 'Send events to a program on this machine as they happen, signed as endpoints get them, until Ctrl-C.',
    usage: '--forward-to URL [--events LIST] [--secret-from WHERE]',
    options: {
      'forward-to': { value: 'URL', meaning: 'where your program listens, such as http://localhost:3000/hooks' },
      events: { value: 'LIST', meaning: 'only these types, separated by commas, such as contact.created,post.*' },
      'secret-from': {
        value: 'WHERE',
        meaning: 'name of an environment variable with the secret to sign with (default: a new one, which is shown)',
      },
      ...REMOTE,
    },
    run: (context, options) =>
      withServer(context, options, async ({ doorpost, url }) => {
        const to = readTarget(options)
        const wants = readTypes(options.events)
        const secret = readSecret(context, options)
        const stop = new AbortController()
        const end = () => stop.abort()
        for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, end)
        context.print(`Events of ${url} go to ${to} until Ctrl-C.`)
        if (options['secret-from'] === undefined) context.print(`They are signed with ${secret}`)
        const following = doorpost.events.follow({
          signal: stop.signal,
          onOpen: () => context.print('Connected.'),
          onBreak: ({ message }) => context.print(`${message} Connecting again; nothing is missed.`),
        })
        for await (const event of following) {
          if (!wants(event.type)) continue
          const result = await forward(to, event, secret, stop.signal)
          const { type, data } = event
          context.print(`${new Date().toTimeString().slice(0, 8)}  ${type}  ${data.id}  ${result.text}`)
          context.result({ id: event.id, type, status: result.status, error: result.error })
        }
      }),
  },
}

function readTarget(options: Options): string {
  const text = options['forward-to']
  if (text === undefined) throw new UsageError('--forward-to is required, such as http://localhost:3000/hooks.')
  const url = URL.parse(/^\d+$/.test(text) ? `http://localhost:${text}` : text)
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href
  throw new UsageError('--forward-to must be an address, such as http://localhost:3000/hooks.')
}

function readTypes(list: string | undefined): (type: string) => boolean {
  if (list === undefined) return () => true
  const words = list.split(',').map((word) => word.trim())
  const wrong = words.find((word) => !/^[a-z]+\.(?:[a-z_]+|\*)$/.test(word))
  if (wrong !== undefined)
    throw new UsageError(`"${wrong}" is not a type of events, such as contact.created or contact.*`)
  return (type) => words.some((word) => word === type || (word.endsWith('.*') && type.startsWith(word.slice(0, -1))))
}

function readSecret({ env }: CommandContext, options: Options): string {
  const name = options['secret-from']
  if (name === undefined) return createSigningSecret()
  const secret = env[name]?.trim() ?? ''
  if (/^whsec_[\w+/=-]{16,}$/.test(secret)) return secret
  throw new SetupError(`${name} has no secret: it must be whsec_ and Base64, as an endpoint has it.`)
}

interface Result {
  status: number | null
  error: string | null
  text: string
}

/** Sends an event as endpoints get it, but never again: the terminal shows what failed. */
async function forward(to: string, event: DoorpostEvent, secret: string, stop: AbortSignal): Promise<Result> {
  const body = JSON.stringify(event)
  const { id } = event
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign({ id, timestamp, body }, [secret]),
  }
  const startedAt = performance.now()
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await fetch(to, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await response.body?.cancel()
    const { status } = response
    return { status, error: null, text: `${status}  ${Math.round(performance.now() - startedAt)} ms` }
  } catch (failure) {
    const { cause, name, message } = failure as Error & { cause?: { code?: string } }
    const error = name === 'TimeoutError' ? 'no answer within 15 seconds' : (cause?.code ?? message)
    return { status: null, error, text: `failed: ${error}` }
  }
}
