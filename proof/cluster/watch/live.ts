import { setTimeout as delay } from 'node:timers/promises'

/** Like a browser with an open page: reads GET /v1/live of one node, and reconnects with Last-Event-ID when it ends. */
export interface LiveReader {
  readonly name: string
  /** Event ids in the order of arrival. */
  readonly seen: readonly string[]
  readonly connections: number
  /** How often the server said that it had missed too much. */
  readonly resets: number
  stop(): Promise<void>
}

const PAUSE_MS = 300
/** The server sends something every 15 s. */
const SILENCE_MS = 20_000

export function startLiveReader(name: string, url: () => string, key: string): LiveReader {
  const seen: string[] = []
  const stopped = new AbortController()
  let place: string | null = null
  let connections = 0
  let resets = 0

  const hear = (message: string) => {
    const field = (label: string) => new RegExp(`^${label}: (.*)$`, 'm').exec(message)?.[1]
    place = field('id') ?? place
    if (field('event') === 'reset') resets++
    const data = field('data')
    if (data !== undefined && field('event') === undefined) seen.push(JSON.parse(data).id)
  }
  const read = async () => {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      const response = await fetch(`${url()}/v1/live`, {
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'text/event-stream',
          ...(place === null ? {} : { 'last-event-id': place }),
        },
        signal: AbortSignal.any([silence.signal, stopped.signal]),
      })
      if (response.status !== 200) return
      connections++
      let text = ''
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), SILENCE_MS)
        text += chunk
        const messages = text.split('\n\n')
        text = messages.pop()!
        messages.forEach(hear)
      }
    } finally {
      clearTimeout(timer)
    }
  }
  const reading = (async () => {
    while (!stopped.signal.aborted) {
      await read().catch(() => {})
      await delay(PAUSE_MS)
    }
  })()
  return {
    name,
    seen,
    get connections() {
      return connections
    },
    get resets() {
      return resets
    },
    async stop() {
      stopped.abort()
      await reading
    },
  }
}
