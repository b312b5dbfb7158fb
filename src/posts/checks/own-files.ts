import { validationError } from '../../errors.ts'
import { createIssues } from '../../lib/issues.ts'
import { type Fault, type FileFacts, findFaults } from '../../platforms/files/file-rules.ts'
import type { Profile } from '../../platforms/registry.ts'
import type { PostInput } from '../fields.ts'

// Files that were uploaded here: what they are is known before the post is stored. Others are read later, by a job.

/** What decides whether files can go out. */
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
