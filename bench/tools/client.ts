import { connect, type Socket } from 'node:net'

/**
 * The load generator: a separate process that keeps a number of connections busy, with one request at a time on each.
 * It uses bare sockets, which cost a fraction of what the servers cost, so that it never limits them.
 */
export interface Plan {
  port: number
  connections: number
  warmupMs: number
  measureMs: number
  /** Complete requests as ASCII text. Each {n} becomes an eight-digit number that never repeats. */
  requests: string[]
  expectedStatus: number
  /** All connections together send no more than this; null is as many as the server answers. */
  perSecond: number | null
}

export interface Sample {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  errors: number
  /** The first unexpected answer. */
  firstError: string | null
  /** All answers, including those of the warm-up. */
  answers: number
  /** The share of one core that this process used. */
  clientCpu: number
}

const DRAIN_MS = 10_000
const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const NOTHING = Buffer.alloc(0)

let counter = 0

function run(plan: Plan): Promise<Sample> {
  const templates = plan.requests.map((text) => text.split('{n}'))
  const latencies: number[] = []
  let answers = 0
  let errors = 0
  let firstError: string | null = null
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const countFrom = startedAt + plan.warmupMs
  const countTo = countFrom + plan.measureMs

  const nextRequest = (): string => {
    const n = counter++
    return templates[n % templates.length]!.join(String(n).padStart(8, '0'))
  }
  const fail = (reason: string) => {
    errors++
    firstError ??= reason
  }
  const answered = (status: string, sentAt: number, now: number, head: string) => {
    answers++
    if (Number(status) !== plan.expectedStatus) fail(`status ${status}: ${head.slice(0, 200)}`)
    else if (now >= countFrom && now < countTo) latencies.push(now - sentAt)
  }
  const connections = Array.from({ length: plan.connections }, () =>
    keepBusy(plan, countTo, nextRequest, answered, fail),
  )
  return Promise.all(connections).then(() => {
    const used = process.cpuUsage(cpuBefore)
    const sorted = Float64Array.from(latencies).sort()
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return {
      requestsPerSecond: sorted.length / (plan.measureMs / 1000),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      errors,
      firstError,
      answers,
      clientCpu: (used.user + used.system) / 1000 / (performance.now() - startedAt),
    }
  })
}

/** Resolves when the time is over and the last answer has arrived. Never rejects: failures are counted. */
function keepBusy(
  { port, connections, perSecond }: Plan,
  until: number,
  nextRequest: () => string,
  answered: (status: string, sentAt: number, now: number, head: string) => void,
  fail: (reason: string) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let head = ''
    /** Until the head is complete: all bytes. Later, while the length is unknown: the last ones. */
    let received = NOTHING
    /** Bytes of the body; null if the head does not say. */
    let missing: number | null = null
    let over = false
    const end = (reason: string | null) => {
      if (over) return
      over = true
      clearTimeout(deadline)
      if (reason !== null) fail(reason)
      socket.destroy()
      resolve()
    }
    const pauseMs = perSecond === null ? 0 : (1000 * connections) / perSecond
    const send = () => {
      if (over) return
      sentAt = performance.now()
      socket.write(nextRequest(), 'latin1')
    }
    const deadline = setTimeout(() => end('no answer in time'), until - performance.now() + DRAIN_MS)
    socket.on('connect', send)
    socket.on('error', (error) => end(error.message))
    socket.on('close', () => end('the server closed the connection'))
    socket.on('data', (chunk) => {
      let body: Buffer = chunk
      if (head === '') {
        received = Buffer.concat([received, chunk])
        const headEnd = received.indexOf(HEAD_END)
        if (headEnd === -1) return
        head = received.toString('latin1', 0, headEnd)
        body = received.subarray(headEnd + HEAD_END.length)
        missing = bodyLength(head)
        received = NOTHING
      }
      if (missing === null) {
        received = Buffer.concat([received, body]).subarray(-LAST_CHUNK.length)
        if (!received.equals(LAST_CHUNK)) return
      } else {
        missing -= body.length
        if (missing > 0) return
        if (missing < 0) return end('more bytes than content-length')
      }
      const now = performance.now()
      answered(head.slice(9, 12), sentAt, now, head)
      head = ''
      received = NOTHING
      if (now >= until) end(null)
      else if (now - sentAt >= pauseMs) send()
      else setTimeout(send, pauseMs - (now - sentAt))
    })
  })
}

function bodyLength(head: string): number | null {
  const declared = /\ncontent-length: (\d+)/i.exec(head)?.[1]
  return declared === undefined ? null : Number(declared)
}

process.on('message', (plan: Plan) => {
  void run(plan).then((sample) => process.send!(sample))
})
process.on('disconnect', () => process.exit(0))
process.send!('ready')
