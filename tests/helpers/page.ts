import type { PageInParts, Pagination } from '../../src/http/pagination.ts'

/** All parts of a page. */
export async function readWhole<T>(page: PageInParts<T>): Promise<{ items: T[]; pagination: Pagination }> {
  const items: T[] = []
  for (let part = await page.next(); part !== null; part = await page.next()) items.push(...part)
  return { items, pagination: page.pagination() }
}
