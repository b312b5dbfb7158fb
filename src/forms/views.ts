import type { Parts } from '../db/parts.ts'
import type { Request } from '../http/call.ts'
import { agentOf, classify } from '../links/classify.ts'
import type { OpenForm } from './form-cache.ts'
import { addViews, type ViewCount } from './store.ts'

type ViewsOptions = Pick<Parts, 'pool' | 'clock' | 'log'>

const SAVE_MS = 2_000
/** Views of further forms are not counted until the next save. */
const WAITING_MAX = 10_000

/**
 * Counts page views by form and day, people and bots apart, and stores nothing about the visitor. Counts are saved
 * every two seconds, so a crash may lose two seconds of them. Submissions are not counted this way.
 */
export function createViews({ pool, clock, log }: ViewsOptions) {
  let waiting = new Map<string, ViewCount>()
  let timer: NodeJS.Timeout | null = null
  let saving: Promise<void> = Promise.resolve()

  const save = () => {
    timer = null
    const counts = [...waiting.values()]
    waiting = new Map()
    if (counts.length === 0) return
    saving = saving
      .then(() => addViews(pool, counts))
      .catch((error: Error) => log.warn({ reason: error.message }, 'views of forms were not counted'))
  }

  return {
    count(form: OpenForm, request: Request): void {
      const kind = kindOfView(request)
      if (kind === null) return
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const key = `${form.formId} ${day} ${kind}`
      const known = waiting.get(key)
      if (known) known.count++
      else if (waiting.size < WAITING_MAX) {
        waiting.set(key, { workspaceId: form.workspaceId, formId: form.formId, day, kind, count: 1 })
      }
      timer ??= setTimeout(save, SAVE_MS).unref()
    },
    async drained(): Promise<void> {
      if (timer !== null) clearTimeout(timer)
      save()
      await saving
    },
  }
}

/** Null for HEAD requests, and for a page that a browser prefetches. */
function kindOfView({ method, headers }: Request): 'view' | 'bot_view' | null {
  const visitor = classify(method, headers, agentOf(headers))
  return visitor === 'person' ? 'view' : visitor === 'bot' ? 'bot_view' : null
}
