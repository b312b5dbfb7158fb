import { Alert, Group, Text } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiProblem } from '../../api/client.ts'
import type { Connection, Post } from '../../api/schema.ts'
import { ButtonLink, SecondaryLink } from '../../parts/links.tsx'
import { tell } from '../../parts/tell.ts'
import { Small, SmallButton } from '../../parts/variants.ts'
import { changePost, type VersionedPost } from '../reading.ts'
import { ComposeForm, type Submission } from './ComposeForm.tsx'
import { type Body, bodyOf, type Draft, draftOf, toPostPatch, withDate } from './draft.ts'
import { publishPost } from './store.ts'
import { type Action, NO_OUTCOME, type Outcome, timingOf, toRefused } from './submit.ts'
import type { Target } from './targets.ts'
import { storage } from './use-draft.ts'

interface EditFormProps {
  latest: VersionedPost
  refetch: () => Promise<VersionedPost | null>
  connections: Connection[]
  zone: string
  storageKey: string
}

const GOING_OUT = 'The post is going out right now. Look at it again in a moment.'

/** Why it can no longer be changed. */
const LOCKED: Record<string, string> = {
  preparing: GOING_OUT,
  sending: GOING_OUT,
  confirming: GOING_OUT,
  published: 'The post is published and cannot be changed any more. Start a new one from it instead.',
  unconfirmed: 'It is not known whether the post is out. Settle that on its page first.',
}

export function EditForm({ latest, refetch, connections, zone, storageKey }: EditFormProps) {
  // The version that the form was filled from: a save is refused when somebody else's came in between.
  const [base, setBase] = useState(latest)
  const [round, setRound] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { post } = base
  const locked = LOCKED[latest.post.publication.state]
  if (locked !== undefined && !isBusy) return <Locked post={latest.post} reason={locked} />

  const isChanged = !isBusy && latest.etag !== base.etag && editableOf(latest.post) !== editableOf(post)
  const target: Target = { key: post.id, platform: post.platform, account: null }
  const stored = withDate(draftOf([post], [target], zone), post)

  const save = async (draft: Draft, _: unknown, { action, hasDate }: Submission): Promise<Outcome> => {
    setBusy(true)
    let storedId: string | null = null
    try {
      setBase(await saveOver(base, patchOf(draft, stored, target, { action, hasDate }), refetch))
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
      notice={
        isChanged && (
          <Conflict
            onTheirs={() => {
              storage.clear(storageKey)
              setBase(latest)
              setRound(round + 1)
            }}
            onMine={() => setBase(latest)}
          />
        )
      }
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
export function patchOf(
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

/** A check of the media by the service makes a new version, too: that is no conflict. */
async function saveOver(base: VersionedPost, body: Body, refetch: EditFormProps['refetch']): Promise<VersionedPost> {
  try {
    return await changePost(base, toPostPatch(body))
  } catch (error) {
    if (!isConflict(error)) throw error
    const fresh = await refetch()
    if (fresh === null || editableOf(fresh.post) !== editableOf(base.post)) throw error
    return changePost(fresh, toPostPatch(body))
  }
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && 'If-Match' in error.details
}

/** The fields that a person can change, as text, to compare two versions by. */
export function editableOf(post: Post): string {
  const { id, outgoing_text, publication, warnings, created_at, updated_at, ...rest } = post
  return JSON.stringify(rest)
}

export function Conflict({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <Alert color="orange" role="alert" icon={<IconUsers aria-hidden />} title="Somebody else has changed this post">
      <Text size="sm" mb="sm">
        Their version is stored, yours is in this form. Load theirs and what you changed here is gone; keep yours and it
        replaces theirs when you save.
      </Text>
      <Group gap="xs">
        <SmallButton onClick={onTheirs}>Load their version</SmallButton>
        <SmallButton onClick={onMine}>Keep mine</SmallButton>
      </Group>
    </Alert>
  )
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
