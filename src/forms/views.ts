import type { Parts } from '../db/parts.ts'
import type { Request } from '../http/call.ts'
import { agentOf, classify } from '../links/redirect/classify.ts'
import type { OpenForm } from './form-cache.ts'
import { addViews, type ViewCount } from './store.ts'

export type ViewsOptions = Pick<Parts, 'pool' | 'clock' | 'log'>

const SAVE_MS = 2_000
/** Forms whose views wait to be saved. Beyond it views are not counted until then. */
const WAITING_MAX = 10_000

export type Views = ReturnType<typeof createViews>

/**
 * Counts views of pages by form and day, people and machines apart: numbers only, nothing of who came. They are saved every
 * two seconds, so a crash may lose those of the last two; what is sent with a form is never counted this way.
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
    /** Resolves when all that was counted so far is saved. */
    async drained(): Promise<void> {
      if (timer !== null) clearTimeout(timer)
      save()
      await saving
    },
  }
}

/** Null for what is no view: a HEAD, or a page that a browser loads ahead in case somebody wants it. */
function kindOfView({ method, headers }: Request): 'view' | 'bot_view' | null {
  switch (classify(method, headers, agentOf(headers))) {
    case 'person':
      return 'view'
    case 'bot':
      return 'bot_view'
    default:
      return null
  }
}
