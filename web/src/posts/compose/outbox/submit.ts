import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, messageOf } from '../../../api/client.ts'
import { bodyOf, type Draft, fingerprintOf, type Sent } from '../draft/draft.ts'
import { type Details, splitDetails } from '../draft/group-body.ts'
import { GROUP, type Part, partsToStore, type Target } from '../draft/targets.ts'
import { publishGroup, publishPost, storeGroup, storePost } from './store.ts'

export type Action = 'draft' | 'schedule' | 'now'

export interface Made {
  target: Target
  id: string
  action: Action
}

export interface Refused {
  target: Target
  message: string
  details: Details
  /** Of the content that was refused. Its errors stay until the content changes. */
  fingerprint: string
  /** Of the stored draft, when only publishing failed. */
  id: string | null
}

export interface Outcome {
  made: Made[]
  refused: Refused[]
  /** Stored as drafts and not sent, because another was refused: all are published or none. */
  unsent: Made[]
}

export const NO_OUTCOME: Outcome = { made: [], refused: [], unsent: [] }

/** `key` is that of a target, or GROUP. */
export type Remember = (key: string, sent: Sent | undefined) => void

export function timingOf(action: Action, hasDate: boolean) {
  return {
    status: action === 'schedule' ? ('scheduled' as const) : ('draft' as const),
    // A draft may have a planned date. A post that goes out now has none.
    dated: hasDate && action !== 'now',
  }
}

interface Stored {
  part: Part
  /** Of the group or of the post. */
  id: string
  /** Of the posts, in the order of the targets. */
  postIds: string[]
}

/**
 * Creates one post for each target. To publish, all are stored as drafts first, and sent only if all could be stored.
 * Otherwise a refusal does not affect what another request stores.
 */
export function useCreate() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const create = async (
    draft: Draft,
    targets: readonly Target[],
    { action, hasDate, remember }: { action: Action; hasDate: boolean; remember: Remember },
  ): Promise<Outcome> => {
    setBusy(true)
    const timing = timingOf(action, hasDate)
    const stored = await settleAll(draft, partsToStore(targets), async (part): Promise<Stored> => {
      const bodies = part.targets.map((target) => bodyOf(draft, target, timing))
      const sent = draft.sent[part.key]
      const request = { sent, remember: (next: Sent | undefined) => remember(part.key, next) }
      if (part.key === GROUP) return { part, ...(await storeGroup({ bodies, ...request })) }
      const id = await storePost({ platform: part.targets[0]!.platform, body: bodies[0]!, ...request })
      return { part, id, postIds: [id] }
    })
    const made = stored.done.flatMap((each) => madeOf(each, action))
    const { refused } = stored
    const outcome =
      action !== 'now'
        ? { made, refused, unsent: [] }
        : refused.length > 0
          ? { made: [], refused, unsent: made }
          : await publishAll(draft, stored.done)
    const isMade = ({ part }: Stored) => outcome.made.some(({ target }) => part.targets.includes(target))
    for (const each of stored.done.filter(isMade)) remember(each.part.key, undefined)
    setBusy(false)
    void queries.invalidateQueries({ queryKey: ['posts'] })
    return outcome
  }
  return { create, isBusy }
}

function madeOf({ part, postIds }: Stored, action: Action): Made[] {
  return part.targets.map((target, at) => ({ target, id: postIds[at]!, action }))
}

async function publishAll(draft: Draft, stored: Stored[]): Promise<Outcome> {
  const idOf = new Map(stored.flatMap((each) => madeOf(each, 'now')).map(({ target, id }) => [target.key, id]))
  const storedOf = new Map(stored.map((each) => [each.part, each]))
  const sent = await settleAll(draft, [...storedOf.keys()], async (part) => {
    const each = storedOf.get(part)!
    await (part.key === GROUP ? publishGroup(each.id) : publishPost(each.id))
    return each
  })
  const refused = sent.refused.map((each) => ({ ...each, id: idOf.get(each.target.key) ?? null }))
  return { made: sent.done.flatMap((each) => madeOf(each, 'now')), refused, unsent: [] }
}

async function settleAll<T>(draft: Draft, parts: readonly Part[], work: (part: Part) => Promise<T>) {
  const done: T[] = []
  const refused: Refused[] = []
  await Promise.all(
    parts.map(async (part) => {
      try {
        done.push(await work(part))
      } catch (error) {
        refused.push(...toRefusals(draft, part, error))
      }
    }),
  )
  return { done, refused }
}

/** A group is refused as a whole; those whose fault it is are named. */
function toRefusals(draft: Draft, { key, targets }: Part, error: unknown): Refused[] {
  if (key !== GROUP || !(error instanceof ApiProblem)) return targets.map((target) => toRefused(draft, target, error))
  const split = splitDetails(error.details, targets.length)
  if (split.size === 0) return targets.map((target) => toRefused(draft, target, error))
  return targets.flatMap((target, at) => {
    const details = split.get(at)
    return details ? { ...toRefused(draft, target, error), details } : []
  })
}

export function toRefused(draft: Draft, target: Target, error: unknown): Refused {
  const details = error instanceof ApiProblem ? error.details : {}
  return { target, message: messageOf(error), details, fingerprint: fingerprintOf(draft, target), id: null }
}
