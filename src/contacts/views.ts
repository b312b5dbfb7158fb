import { isUniqueViolation } from '../db/connect/failure.ts'
import type { Tx } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { listInParts, type PageRequest } from '../http/pagination.ts'
import type { ViewInput } from './views-input.ts'
import { VIEWS_MAX } from './views-schemas.ts'
import * as store from './views-store.ts'

export const NAME_TAKEN = 'There is a view with this name already. Choose another name, or change that view.'
const TOO_MANY_VIEWS = `A workspace has at most ${VIEWS_MAX} views. Delete one that nobody uses.`

export type Views = ReturnType<typeof createViews>

export function createViews({ pool, ids, clock }: Pick<Parts, 'pool' | 'ids' | 'clock'>) {
  return {
    async create(tx: Tx | null, workspaceId: string, { name, filter }: ViewInput) {
      const db = tx ?? pool
      if ((await store.countViews(db, workspaceId)) >= VIEWS_MAX) throw validationError({ name: [TOO_MANY_VIEWS] })
      const { id, at } = ids.next()
      const times = { created_at: new Date(at), updated_at: new Date(at) }
      const row = { id, workspace_id: workspaceId, name, filter: JSON.stringify(filter), ...times }
      const made = await store.insertView(db, row)
      if (made === null) throw validationError({ name: [NAME_TAKEN] })
      return made
    },
    async list(workspaceId: string, page: PageRequest) {
      const total = await store.countViews(pool, workspaceId)
      return listInParts(page, { total }, (slice) => store.selectViews(pool, workspaceId, slice), show)
    },
    /** Null when there is none. */
    async update(workspaceId: string, id: string, { name, filter }: Partial<ViewInput>) {
      if (name === undefined && filter === undefined) return store.findView(pool, workspaceId, id)
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
        updated_at: new Date(clock.now()),
      }
      try {
        return await store.updateView(pool, workspaceId, id, change)
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        throw validationError({ name: [NAME_TAKEN] })
      }
    },
    delete: (workspaceId: string, id: string) => store.removeView(pool, workspaceId, id),
  }
}

function show({ id, name, filter, created_at, updated_at }: store.ViewRow) {
  return { id, name, filter, created_at, updated_at }
}
