import { build, type Db, sql } from '../db/database.ts'
import { containsPattern } from '../db/statements/like.ts'
import * as Q from '../http/query.ts'
import { queryText } from '../http/query-values.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { PUBLICATION_STATES, type PublicationState } from '../publishing/states.ts'
import { STATUSES } from './fields.ts'
import { findDefaultFormat, goesOutOn } from './store.ts'

const manyStates: Q.Parameter<PublicationState[] | null> = {
  schema: S.string({
    description: `The state of the publication, or several separated by commas: ${PUBLICATION_STATES.join(', ')}.`,
    examples: ['failed,missed'],
  }),
  read(issues, query, name) {
    const text = queryText(issues, query, name)
    if (text === null) return null
    const names = text.split(',').flatMap((each) => each.trim() || [])
    const states = PUBLICATION_STATES.filter((state) => names.includes(state))
    if (states.length > 0 && states.length === new Set(names).size) return states
    issues.add(name, 'post.unknown_state', { states: PUBLICATION_STATES.join(', ') })
    return null
  },
}

/** For the list and the calendar. */
export const sharedFilters = {
  platform: Q.choice(FORMATS),
  status: Q.choice(STATUSES),
  state: manyStates,
  connection_id: Q.id(
    message('object.account'),
    'Posts that go or went out on this account; for a default account also those that name none.',
  ),
  group_id: Q.id(message('object.group'), 'Posts that were composed together.'),
  q: Q.text({
    maxLength: 255,
    description:
      'Part of the text, of a hashtag (`#` may be left out) or of a mention. Upper and lower case are alike. Reads the newest ' +
      '10,000 posts, or 5,000 that another filter leaves; `next_cursor` goes on with older ones, but not with `order=scheduled`.',
  }),
}

/** `created_after` and `created_before` become ids. */
export const timeFilters = {
  scheduled_after: Q.time('Scheduled at this time or later.'),
  scheduled_before: Q.time('Scheduled before this time.'),
  created_after: Q.idAtTime('Created at this time or later.'),
  created_before: Q.idAtTime('Created before this time.'),
}

export const postFilters = Q.parameters({ ...sharedFilters, ...timeFilters })
export type PostFilter = ReturnType<typeof postFilters.read> & {
  /** The format of which the account is the default: posts that name no account go out on it. */
  default_of?: string | null
}

/** Completes the filter from the database. */
export async function completeFilter<F extends PostFilter>(db: Db, workspaceId: string, filter: F): Promise<F> {
  if (filter.connection_id === null) return filter
  return { ...filter, default_of: await findDefaultFormat(db, workspaceId, filter.connection_id) }
}

/** Searches the text, hashtags and mentions. Three conditions are twice as fast as one on the joined text. */
function hasText(search: string) {
  const pattern = containsPattern(search)
  const inList = (name: string, sign: string) => {
    const list = sql.ref(name)
    return sql`${list} is not null and exists (
      select from jsonb_array_elements_text(${list}) as entry where ${sql.lit(sign)} || entry ilike ${pattern})`
  }
  return sql<boolean>`(content ilike ${pattern} or ${inList('hashtags', '#')} or ${inList('mentions', '@')})`
}

export const selectOwn = (workspaceId: string) => build.selectFrom('posts').where('workspace_id', '=', workspaceId)
export type Rows = ReturnType<typeof selectOwn>

/** `among` is all posts, unless it says otherwise. */
export function selectFiltered(workspaceId: string, filter: PostFilter, among: Rows = selectOwn(workspaceId)): Rows {
  const { platform, status, state, connection_id, group_id, q } = filter
  let query = among
  if (platform !== null) query = query.where('platform', '=', platform)
  if (status !== null) query = query.where('status', '=', status)
  if (state !== null) query = query.where('publication_state', 'in', state)
  if (connection_id !== null) query = query.where(goesOutOn(connection_id, filter.default_of))
  if (group_id !== null) query = query.where('group_id', '=', group_id)
  if (filter.scheduled_after !== null) query = query.where('scheduled_date', '>=', filter.scheduled_after)
  if (filter.scheduled_before !== null) query = query.where('scheduled_date', '<', filter.scheduled_before)
  if (filter.created_after !== null) query = query.where('id', '>=', filter.created_after)
  if (filter.created_before !== null) query = query.where('id', '<', filter.created_before)
  return q === null ? query : query.where(hasText(q))
}

/** Every post. */
export const ALL: PostFilter = postFilters.read(createIssues(), {})

/** Reads rows as posts. */
export const asPosts = (rows: Parameters<typeof build.selectFrom>[0]) => build.selectFrom(rows) as unknown as Rows
