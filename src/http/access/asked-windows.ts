import { createWindows, type Window, type Windows } from './windows.ts'

/** What one process asks another to do with the window of a caller. */
type WindowQuestion = [what: 'add' | 'get' | 'end', policy: string, who: string]
export type AskWindows = (questions: readonly WindowQuestion[]) => Promise<Array<Window | null>>

/** Windows that the first process keeps for all: limits are exact, however many processes there are. */
export function createAskedWindows(ask: AskWindows) {
  let gathered: Array<{ question: WindowQuestion; settle: (window: Promise<Window | null>) => void }> = []

  /** What comes in one turn of the event loop is asked together. */
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
    /** `local` counts here when there is no answer in time. */
    create: (policy: string, local: Windows): Windows => ({
      add: (who) =>
        put('add', policy, who).then(
          (window) => window!,
          () => local.add(who),
        ),
      get: (who) => put('get', policy, who).catch(() => local.get(who)),
      end: (who) =>
        put('end', policy, who).then(
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
    questions.map(([what, policy, who]) => {
      const windows = windowsOf(policy)
      if (what === 'end') windows.end(who)
      // Windows of this process are never a promise.
      return what === 'end' ? null : ((what === 'add' ? windows.add(who) : windows.get(who)) as Window | null)
    })
}
