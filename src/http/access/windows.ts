import { SECOND_MS } from '../../lib/time/span.ts'

export const WINDOW_SECONDS = 60

export interface Window {
  count: number
  msLeft: number
}

export interface Windows {
  /** `count` is how many requests it counts as. */
  add(who: string, count?: number): Window | Promise<Window>
  get(who: string): Window | null | Promise<Window | null>
  end(who: string): void | Promise<void>
}

/** Counts in this process. The library's implementation costs a promise and a timer for every caller. */
export function createWindows(): Windows {
  const windowMs = WINDOW_SECONDS * SECOND_MS
  const windows = new Map<string, { count: number; endsAt: number }>()
  let sweepAt = 0
  const sweep = (now: number) => {
    sweepAt = now + windowMs
    for (const [who, { endsAt }] of windows) {
      if (endsAt <= now) windows.delete(who)
    }
  }
  /** Also undefined if the clock was set back, so that no caller waits longer than a window. */
  const find = (who: string, now: number) => {
    const window = windows.get(who)
    return window !== undefined && window.endsAt > now && window.endsAt <= now + windowMs ? window : undefined
  }
  return {
    add(who, count = 1) {
      const now = Date.now()
      let window = find(who, now)
      if (window === undefined) {
        if (now >= sweepAt || now < sweepAt - windowMs) sweep(now)
        window = { count: 0, endsAt: now + windowMs }
        windows.set(who, window)
      }
      window.count += count
      return { count: window.count, msLeft: window.endsAt - now }
    },
    get(who) {
      const now = Date.now()
      const window = find(who, now)
      return window === undefined ? null : { count: window.count, msLeft: window.endsAt - now }
    },
    end: (who) => void windows.delete(who),
  }
}

/** What one process asks another to do with a caller's window. It is sent as JSON, which knows no undefined. */
type WindowQuestion = [what: 'add' | 'get' | 'end', policy: string, who: string, count: number]
export type AskWindows = (questions: readonly WindowQuestion[]) => Promise<Array<Window | null>>

/** Windows that the first process keeps for all, so limits are exact however many processes there are. */
export function createAskedWindows(ask: AskWindows) {
  let gathered: Array<{ question: WindowQuestion; settle: (window: Promise<Window | null>) => void }> = []

  /** Questions of one turn of the event loop are sent together. */
  const put = (...question: WindowQuestion): Promise<Window | null> =>
    new Promise((settle) => {
      if (gathered.length === 0) setImmediate(askGathered)
      gathered.push({ question, settle })
    })
  const askGathered = () => {
    const asked = gathered
    gathered = []
    const answers = ask(asked.map(({ question }) => question))
    for (const [at, { settle }] of asked.entries()) settle(answers.then((windows) => windows[at] ?? null))
  }
  return {
    /** `local` counts here if there is no answer in time. */
    create: (policy: string, local: Windows): Windows => ({
      add: (who, count = 1) =>
        put('add', policy, who, count).then(
          (window) => window!,
          () => local.add(who, count),
        ),
      get: (who) => put('get', policy, who, 0).catch(() => local.get(who)),
      end: (who) =>
        put('end', policy, who, 0).then(
          () => {},
          () => local.end(who),
        ),
    }),
    close() {},
  }
}

/** The other side: keeps the windows and answers. */
export function createWindowKeeper(): (questions: readonly WindowQuestion[]) => Array<Window | null> {
  const policies = new Map<string, Windows>()
  const windowsOf = (policy: string) => {
    const found = policies.get(policy) ?? createWindows()
    policies.set(policy, found)
    return found
  }
  return (questions) =>
    questions.map(([what, policy, who, count]) => {
      const windows = windowsOf(policy)
      if (what === 'end') windows.end(who)
      // Windows of this process never return a promise.
      return what === 'end' ? null : ((what === 'add' ? windows.add(who, count) : windows.get(who)) as Window | null)
    })
}
