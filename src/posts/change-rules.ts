import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../db/database.ts'
import { validationError } from '../errors.ts'
import { createIssues, type Issues } from '../lib/issues.ts'
import type { Message } from '../messages/message.ts'
import type { Profile } from '../platforms/registry.ts'
import { type Fault, type FileFacts, findFaults } from '../platforms/shared/file-rules.ts'
import { dueAtOf, mayPerson, type PublicationState } from '../publishing/states.ts'
import type { PostInput } from './input.ts'
import { dequeuePublish, enqueuePublish } from './publish-job.ts'
import type { PostRow } from './store.ts'
import type { StoredOutgoing } from './tracking.ts'

/** Adds an issue if the post wants short links that readers could not open. */
export function checkTracking(
  issues: Issues,
  problem: Message | null,
  input: PostInput,
  before: PostInput | null,
): void {
  if (input.track_links !== 'short' || problem === null || before?.track_links === 'short') return
  issues.add('track_links', 'post.no_short_links', { problem })
}

/** The text built at scheduling stays while its parts do. Undefined if it must be built again. */
export function keptOutgoing(row: PostRow, before: PostInput, after: PostInput): StoredOutgoing | null | undefined {
  const isScheduled = before.status === 'scheduled' && after.status === 'scheduled'
  const isSame = TEXT_PARTS.every((part) => isDeepStrictEqual(before[part], after[part]))
  return isScheduled && isSame ? (row.outgoing as StoredOutgoing | null) : undefined
}

const TEXT_PARTS = ['content', 'hashtags', 'mentions', 'track_links', 'connection_id'] as const

/** Nothing was sent, so nobody has seen the codes of its links. */
export function isUnsent({ attempts, publication_state: state, platform_id: platformId }: PostRow): boolean {
  return attempts === 0 && state !== 'published' && platformId === null
}

export function stateOf(input: PostInput): PublicationState {
  return input.status === 'scheduled' ? 'waiting' : 'none'
}

/** A release by hand ends with a new date or status. */
export function releasedAtAfter(row: PostRow, input: PostInput): Date | null {
  return isRescheduled(row, input) ? null : row.released_at
}

export function isRescheduled(row: PostRow, input: PostInput): boolean {
  return row.scheduled_date?.getTime() !== input.scheduled_date?.getTime() || row.status !== input.status
}

export function isNewlyScheduled(before: PostRow, after: PostRow): boolean {
  if (after.status !== 'scheduled') return false
  return before.status !== 'scheduled' || before.scheduled_date?.getTime() !== after.scheduled_date?.getTime()
}

/** Whether only the time differs, which post.scheduled reports. */
export function hasOtherDateOnly(before: PostInput, after: PostInput): boolean {
  const { status, scheduled_date, time_zone } = after
  return isDeepStrictEqual({ ...before, status, scheduled_date, time_zone }, after)
}

export function checkState(issues: Issues, row: PostRow, action: 'edit' | 'delete'): void {
  const state = row.publication_state as PublicationState
  if (mayPerson(state, action)) return
  if (state === 'published') issues.add('publication.state', 'post.is_published')
  else if (state === 'unconfirmed') issues.add('publication.state', 'post.is_unconfirmed', { id: '{id}' })
  else issues.add('publication.state', action === 'edit' ? 'post.edit_under_way' : 'post.delete_under_way')
}

/** Leaves a correct job alone: it may be running and waiting for this row, and would be duplicated. */
export async function moveJob(tx: Tx, workspaceId: string, before: PostRow, after: PostRow): Promise<void> {
  if (after.publication_state === 'waiting') {
    const dueAt = dueAtOf(after)!
    const isSame = dueAtOf(before)?.getTime() === dueAt.getTime() && before.connection_id === after.connection_id
    if (before.publication_state === 'waiting' && isSame) return
    await enqueuePublish(tx, workspaceId, after.id, dueAt)
  } else if (before.status === 'scheduled') {
    await dequeuePublish(tx, after.id)
  }
}

/** The fields that decide whether files are accepted. */
export const FILE_PARTS = ['media_urls', 'media_type', 'connection_id', 'status'] as const

export function findOwnFaults(
  { media_urls: urls, media_type: mediaType }: PostInput,
  rules: Profile,
  own: ReadonlyMap<string, { facts: FileFacts }>,
  canShrink: boolean,
): Fault[] {
  return (urls ?? []).flatMap((url, at) => {
    const file = own.get(url)
    return file ? findFaults(rules, mediaType, `media_urls[${at}]`, file.facts, canShrink) : []
  })
}

export function throwRefused(faults: readonly Fault[]): void {
  const issues = createIssues()
  for (const { field, message } of faults) issues.add(field, message)
  if (issues.count > 0) throw validationError(issues.details)
}
