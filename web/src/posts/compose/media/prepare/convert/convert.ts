import type { ConvertAnswer, Converted, ConvertRequest, Work } from './convert-messages.ts'

export class ConvertProblem extends Error {
  constructor(why: 'unreadable' | 'too_large' | 'stopped') {
    super(
      why === 'too_large'
        ? 'This picture cannot be made small enough for the networks you chose. Scale it down yourself, and add it again.'
        : why === 'stopped'
          ? 'This picture needs more memory than the browser has. Scale it down yourself, and add it again.'
          : 'This picture cannot be read: the file is damaged or not complete. Save it again, or choose another one.',
    )
  }
}

type Waiting = Map<number, (answer: ConvertAnswer) => void>

let worker: { port: Worker; waiting: Waiting } | null = null
let last = 0
/** One after the other: the pixels of a photograph take a hundred megabytes. */
let line: Promise<unknown> = Promise.resolve()

/** Has the work done beside the page. */
export function convertFile(file: Blob, work: Work): Promise<Converted> {
  const turn = line.then(() => ask(file, work))
  line = turn.catch(() => {})
  return turn
}

async function ask(file: Blob, work: Work): Promise<Converted> {
  worker ??= startWorker()
  const { port, waiting } = worker
  const id = ++last
  const answer = await new Promise<ConvertAnswer>((resolve) => {
    waiting.set(id, resolve)
    port.postMessage({ id, file, work } satisfies ConvertRequest)
  })
  if ('problem' in answer) throw new ConvertProblem(answer.problem)
  return answer.result
}

/** It lives as long as the page. After a crash the next file starts another one. */
function startWorker() {
  const waiting: Waiting = new Map()
  const port = new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' })
  port.onmessage = ({ data }: MessageEvent<ConvertAnswer>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  }
  port.onerror = () => {
    worker = null
    for (const [id, resolve] of waiting) resolve({ id, problem: 'stopped' })
    port.terminate()
  }
  return { port, waiting }
}
