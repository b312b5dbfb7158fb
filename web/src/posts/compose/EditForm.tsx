import { Alert, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiProblem, api, isConflict, messageOf } from '../../api/client.ts'
import type { Connection, Post } from '../../api/schema.ts'
import { Conflict } from '../../parts/dialogs/Conflict.tsx'
import { ButtonLink, SecondaryLink } from '../../parts/links.tsx'
import { tell } from '../../parts/tell.ts'
import { Small } from '../../parts/variants.ts'
import { isChangeable } from '../post.ts'
import { accountFor, changePost, type VersionedGroup, type VersionedPost } from '../reading.ts'
import { ComposeForm, type Submission } from './ComposeForm.tsx'
import { type Body, bodyOf, type Draft, draftOf, fingerprintOf, toPostPatch, withDate } from './draft.ts'
import {
  type Action,
  NO_OUTCOME,
  type Outcome,
  publishGroup,
  publishPost,
  type Refused,
  timingOf,
  toRefused,
} from './outbox.ts'
import { listTargets, splitPatchDetails, type Target } from './targets.ts'
import { storage } from './use-draft.ts'

const GOING_OUT = 'The post is going out right now. Look at it again in a moment.'

/** Why it can no longer be changed. */
const LOCKED: Record<string, string> = {
  preparing: GOING_OUT,
  sending: GOING_OUT,
  confirming: GOING_OUT,
  published: 'The post is published and cannot be changed any more. Start a new one from it instead.',
  unconfirmed: 'It is not known whether the post is out. Settle that on its page first.',
}

const editableOf = ({ post }: VersionedPost) => editableOfPost(post)

export function EditForm(props: EditProps<VersionedPost>) {
  const { latest, connections, zone, storageKey } = props
  const { base, setBase, round, isBusy, setBusy, saveOver, conflict } = useEdition(props, editableOf)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { post } = base
  const locked = LOCKED[latest.post.publication.state]
  if (locked !== undefined && !isBusy) return <Locked post={latest.post} reason={locked} />

  const target: Target = { key: post.id, platform: post.platform, account: null }
  const stored = withDate(draftOf([post], [target], zone), post)

  const save = async (draft: Draft, _: unknown, { action, hasDate }: Submission): Promise<Outcome> => {
    setBusy(true)
    let storedId: string | null = null
    try {
      const patch = toPostPatch(patchOf(draft, stored, target, { action, hasDate }))
      setBase(await saveOver((over) => changePost(over, patch)))
      storedId = post.id
      if (action === 'now') await publishPost(post.id)
      return { ...NO_OUTCOME, made: [{ target, id: post.id, action }] }
    } catch (error) {
      // The notice about the conflict says what to do.
      if (storedId === null && isConflict(error)) return NO_OUTCOME
      return { ...NO_OUTCOME, refused: [{ ...toRefused(draft, target, error), id: storedId }] }
    } finally {
      setBusy(false)
    }
  }

  return (
    <ComposeForm
      key={round}
      ownIds={[post.id]}
      targets={[target]}
      initial={stored}
      storageKey={storageKey}
      connections={connections}
      labels={
        post.status === 'scheduled'
          ? { draft: 'Turn into a draft', schedule: 'Save changes' }
          : { draft: 'Save draft', schedule: 'Schedule' }
      }
      notice={conflict}
      isBusy={isBusy}
      submit={save}
      onStored={([made]) => {
        void queries.invalidateQueries({ queryKey: ['posts'] })
        tell.done(made?.action === 'now' ? 'The post is on its way.' : 'The change is stored.')
        void navigate({ to: '/posts/$id', params: { id: post.id } })
        return true
      }}
    />
  )
}

/** A date that stays as it was is not sent: it may have seconds that the form does not show. */
function patchOf(
  draft: Draft,
  stored: Draft,
  target: Target,
  { action, hasDate }: { action: Action; hasDate: boolean },
): Body {
  const body = bodyOf(draft, target, timingOf(action, hasDate))
  const { status, scheduled_date, time_zone, ...content } = body
  if (action === 'now') return content
  const isSameDate = draft.date === stored.date && draft.time === stored.time && draft.zone === stored.zone
  return { ...content, status, ...(isSameDate ? {} : { scheduled_date, time_zone }) }
}

function Locked({ post, reason }: { post: Post; reason: string }) {
  return (
    <Alert color="blue" icon={<IconLock aria-hidden />} title="This post cannot be changed now">
      <Small mb="sm">{reason}</Small>
      <Group gap="xs">
        <ButtonLink size="xs" to="/posts/$id" params={{ id: post.id }}>
          Open the post
        </ButtonLink>
        <SecondaryLink size="xs" to="/posts/new" search={{ from: post.id, platform: post.platform }}>
          Start a new one from it
        </SecondaryLink>
      </Group>
    </Alert>
  )
}

/** Changes the posts that were composed together, all or none. Those that are out or cancelled stay as they are. */
export function EditGroup(props: EditProps<VersionedGroup>) {
  const { connections, zone, storageKey } = props
  const { base, round, isBusy, setBusy, saveOver, conflict } = useEdition(props, editableOfGroup)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { posts, group_id: id } = base.group
  const changed = posts.filter((post) => isChangeable(post) && post.publication.state !== 'cancelled')
  const left = posts.filter((post) => !changed.includes(post))
  const targetOf = (post: Post): Target => ({
    key: post.id,
    platform: post.platform,
    account: accountFor(connections, post),
  })
  const targets = changed.map(targetOf)
  if (changed.length === 0) {
    return (
      <Alert color="blue" icon={<IconLock aria-hidden />} title="These posts cannot be changed together now">
        <Small>They are out, on their way or cancelled. Open each of them to see what can be done.</Small>
      </Alert>
    )
  }
  const stored = withDate(draftOf(changed, targets, zone), changed[0]!)

  const save = async (draft: Draft, _: unknown, how: Submission): Promise<Outcome> => {
    setBusy(true)
    const patches = targets.map((target) => {
      const { connection_id, ...patch } = patchOf(draft, stored, target, how)
      return [target.key, patch] as const
    })
    try {
      const overrides = Object.fromEntries(patches)
      await saveOver((over) => saveGroup(over, overrides))
      if (how.action === 'now') await publishGroup(id)
      return { ...NO_OUTCOME, made: targets.map((target) => ({ target, id: target.key, action: how.action })) }
    } catch (error) {
      // The notice about the conflict says what to do.
      return isConflict(error) ? NO_OUTCOME : { ...NO_OUTCOME, refused: toRefusals(draft, targets, error) }
    } finally {
      setBusy(false)
    }
  }
  return (
    <ComposeForm
      key={round}
      ownIds={targets.map(({ key }) => key)}
      targets={targets}
      initial={stored}
      storageKey={storageKey}
      connections={connections}
      labels={
        changed.some(({ status }) => status === 'scheduled')
          ? { draft: 'Turn all into drafts', schedule: 'Save changes to all' }
          : { draft: 'Save drafts', schedule: 'Schedule all' }
      }
      notice={
        conflict ||
        (left.length > 0 && (
          <Alert
            color="blue"
            icon={<IconLock aria-hidden />}
            title={`Not changed here: ${listTargets(left.map(targetOf))}`}
          >
            <Small>What is published, on its way or cancelled stays as it is.</Small>
          </Alert>
        ))
      }
      isBusy={isBusy}
      submit={save}
      onStored={([made]) => {
        void queries.invalidateQueries({ queryKey: ['posts'] })
        tell.done(made?.action === 'now' ? 'The posts are on their way.' : 'The changes are stored.')
        void navigate({ to: '/posts/$id', params: { id: changed[0]!.id } })
        return true
      }}
    />
  )
}

function editableOfGroup({ group }: VersionedGroup): string {
  return JSON.stringify(group.posts.map(editableOfPost))
}

function saveGroup({ group, etag }: VersionedGroup, overrides: Record<string, object>) {
  const params = { path: { id: group.group_id }, header: { 'If-Match': etag } }
  return api.PATCH('/v1/posts/groups/{id}', { params, body: { overrides } })
}

function toRefusals(draft: Draft, targets: readonly Target[], error: unknown): Refused[] {
  const details = error instanceof ApiProblem ? error.details : {}
  const split = splitPatchDetails(
    details,
    targets.map(({ key }) => key),
  )
  const named = targets.filter(({ key }) => split.has(key))
  return (named.length > 0 ? named : targets).map((target) => ({
    target,
    message: messageOf(error),
    details: split.get(target.key) ?? {},
    fingerprint: fingerprintOf(draft, target),
    id: null,
  }))
}

// What forms have in common that change what is stored: somebody else may change it at the same time.

interface Versioned {
  etag: string
}

interface EditProps<T extends Versioned> {
  latest: T
  refetch: () => Promise<T | null>
  connections: Connection[]
  zone: string
  storageKey: string
}

/**
 * The version that a form was filled from: a save is refused when somebody else's came in between. `editableOf` is what a person
 * can change in it, as text, to compare two versions by.
 */
function useEdition<T extends Versioned>(
  { latest, refetch, storageKey }: EditProps<T>,
  editableOf: (one: T) => string,
) {
  const [base, setBase] = useState(latest)
  const [round, setRound] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isChanged = !isBusy && latest.etag !== base.etag && editableOf(latest) !== editableOf(base)
  return {
    base,
    setBase,
    /** Key of the form: another one begins anew. */
    round,
    isBusy,
    setBusy,
    /** A check of the media by the service makes a new version, too: that is not a conflict. */
    saveOver: async <R,>(save: (over: T) => Promise<R>): Promise<R> => {
      try {
        return await save(base)
      } catch (error) {
        if (!isConflict(error)) throw error
        const fresh = await refetch()
        if (fresh === null || editableOf(fresh) !== editableOf(base)) throw error
        return save(fresh)
      }
    },
    conflict: isChanged && (
      <Conflict
        what="post"
        place="in this form"
        onTheirs={() => {
          storage.clear(storageKey)
          setBase(latest)
          setRound(round + 1)
        }}
        onMine={() => setBase(latest)}
      />
    ),
  }
}

/** The fields of a post that a person can change, as text. */
function editableOfPost(post: Post): string {
  const { id, outgoing_text, publication, warnings, results, created_at, updated_at, ...rest } = post
  return JSON.stringify(rest)
}
