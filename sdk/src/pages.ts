import type { Operation } from './operation.ts'
import { type ClientOptions, readCall, send } from './send.ts'

type ItemOf<E> = E extends { data: Array<infer T> } ? T : never

/** One answer of a list: its items in `data`, where it is in `pagination`. */
export type Page<E = { data: unknown[]; pagination: { next_cursor: string | null } }> = Omit<E, 'success'>

/** All items of a list, read page by page as they are used: `for await (const contact of doorpost.contacts.list())`. */
export interface List<E> extends AsyncIterable<ItemOf<E>> {
  /** The pages one after the other. */
  pages(): AsyncIterable<Page<E>>
  /** Only the first, or the one that `page` names. */
  page(): Promise<Page<E>>
}

export function listAll(client: ClientOptions, operation: Operation, args: readonly unknown[]): List<unknown> {
  // At once, so that a missing id is seen where it is missing.
  const first = readCall(operation, args)
  const read = async (cursor: string | null) => {
    const { page: _, ...filter } = (first.query ?? {}) as { page?: unknown }
    const query = cursor === null ? first.query : { ...filter, cursor }
    const { success: _success, ...page } = (await send(client, { ...first, ...(query ? { query } : {}) })).body as {
      success: true
    } & Page
    return page
  }
  async function* pages() {
    for (let cursor: string | null = null; ; ) {
      const page = await read(cursor)
      if (operation.endless && page.data.length === 0) return
      yield page
      cursor = page.pagination.next_cursor
      if (cursor === null) return
    }
  }
  return {
    pages,
    page: () => read(null),
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* data as never[]
    },
  } as List<unknown>
}
