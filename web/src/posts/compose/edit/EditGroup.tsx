import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiProblem, api, isConflict, messageOf } from '../../../api/client.ts'
import type { Post } from '../../../api/schema.ts'
import { tell } from '../../../parts/tell.ts'
import { Small } from '../../../parts/variants.ts'
import { accountFor } from '../../groups/use-group.ts'
import { isChangeable } from '../../post.ts'
import type { VersionedGroup } from '../../reading.ts'
import { ComposeForm, type Submission } from '../ComposeForm.tsx'
import { type Draft, draftOf, fingerprintOf, withDate } from '../draft/draft.ts'
import { splitPatchDetails } from '../draft/group-body.ts'
import { listTargets, type Target } from '../draft/targets.ts'
import { publishGroup } from '../outbox/store.ts'
import { NO_OUTCOME, type Outcome, type Refused } from '../outbox/submit.ts'
import { patchOf } from './EditForm.tsx'
import { type EditProps, editableOfPost, useEdition } from './edition.tsx'

/** Changes the posts that were composed together, all or none. Those that are out or cancelled stay as they are. */
export function EditGroup(props: EditProps<VersionedGroup>) {
  const { connections, zone, storageKey } = props
  const { base, round, isBusy, setBusy, saveOver, conflict } = useEdition(props, editableOf)
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

function editableOf({ group }: VersionedGroup): string {
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
