import { Alert, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isConflict } from '../../../api/client.ts'
import type { Post } from '../../../api/schema.ts'
import { ButtonLink, SecondaryLink } from '../../../parts/links.tsx'
import { tell } from '../../../parts/tell.ts'
import { Small } from '../../../parts/variants.ts'
import { changePost, type VersionedPost } from '../../reading.ts'
import { ComposeForm, type Submission } from '../ComposeForm.tsx'
import { type Body, bodyOf, type Draft, draftOf, toPostPatch, withDate } from '../draft/draft.ts'
import type { Target } from '../draft/targets.ts'
import { publishPost } from '../outbox/store.ts'
import { type Action, NO_OUTCOME, type Outcome, timingOf, toRefused } from '../outbox/submit.ts'
import { type EditProps, editableOfPost, useEdition } from './edition.tsx'

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
