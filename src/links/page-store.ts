import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import { linkPage } from './schemas.ts'

export type LinkPageRow = NonNullable<Awaited<ReturnType<typeof findPage>>>

export function findPage(db: Db, workspaceId: string) {
  return runOne(db, build.selectFrom('link_pages').select(linkPage.columns).where('workspace_id', '=', workspaceId))
}

export function findPageByName(db: Db, name: string) {
  const query = build
    .selectFrom('link_pages')
    .innerJoin('workspaces', 'workspaces.id', 'link_pages.workspace_id')
    .select(['link_pages.workspace_id', 'link_pages.title', 'link_pages.intro', 'workspaces.name as workspace_name'])
  return runOne(db, query.where('link_pages.name', '=', name))
}

export async function savePage(tx: Tx, workspaceId: string, page: LinkPageRow): Promise<void> {
  const query = build
    .insertInto('link_pages')
    .values({ workspace_id: workspaceId, ...page })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(page))
  await run(tx, query)
}

export function isNameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'link_pages_name_key'
}

export async function removePage(tx: Tx, workspaceId: string): Promise<void> {
  await run(tx, build.deleteFrom('link_pages').where('workspace_id', '=', workspaceId))
}

export interface EntryRow {
  code: string
  name: string | null
  target: string
  content: string | null
}

/** Links of published posts, newest posts first. */
export function selectEntries(db: Db, workspaceId: string, since: Date, most: number): Promise<EntryRow[]> {
  const query = build
    .selectFrom('links')
    .innerJoin('posts', (join) =>
      join.onRef('posts.workspace_id', '=', 'links.workspace_id').onRef('posts.id', '=', 'links.post_id'),
    )
    .select(['links.code', 'links.name', 'links.target', 'posts.content'])
    .where('links.workspace_id', '=', workspaceId)
    .where('links.disabled_at', 'is', null)
    .where('posts.publication_state', '=', 'published')
    .where('posts.published_at', '>=', since)
  return run(db, query.orderBy('posts.published_at', 'desc').orderBy('links.id', 'desc').limit(most))
}
