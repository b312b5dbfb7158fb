import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, isConflict, useRefresh } from '../../api/client.ts'
import type { Connection, Post } from '../../api/schema.ts'
import { Conflict } from '../../parts/dialogs.tsx'
import { IconLock } from '../../parts/icons.tsx'
import { Small, useOwnZone } from '../../parts/text.tsx'
import { ButtonLink, SecondaryLink, tell } from '../../parts/ui.tsx'
import { accountFor } from '../accounts.ts'
import { allows } from '../post.ts'
import { changePost, type Versioned } from '../reading.ts'
import { ComposeForm } from './ComposeForm.tsx'
import { accountOf, type Body, bodyOf, type Draft, draftOf, toPostPatch, whenInWords, withDate } from './draft.ts'
import { type Made, NO_OUTCOME, type Outcome, publishStored, type Submission, timingOf, toRefusals } from './outbox.ts'
import { fullNameOf, listTargets, type Target } from './targets.ts'
import { storage } from './use-draft.ts'

type Edition = Versioned<Post[]>

interface EditFormProps {
  /** Null for a single post. */
  groupId: string | null
  latest: Edition
  refetch: () => Promise<Edition | null>
  connections: Connection[]
  zone: string
  storageKey: string
}

/** For one post, and for several. */
const WORDS = [
  {
    drafts: { draft: msg`Save as draft`, schedule: msg`Schedule` },
    scheduled: { draft: msg`Turn into a draft`, schedule: msg`Save changes` },
    now: msg`The post is on its way.`,
    stored: msg`The change is saved.`,
  },
  {
    drafts: { draft: msg`Save as drafts`, schedule: msg`Schedule all` },
    scheduled: { draft: msg`Turn all into drafts`, schedule: msg`Save changes to all` },
    now: msg`The posts are on their way.`,
    stored: msg`The changes are saved.`,
  },
] as const

/** Changes all posts of a group or none. Published and cancelled ones stay as they are. */
export function EditForm(props: EditFormProps) {
  const { t } = useLingui()
  const { groupId, latest, connections, zone, storageKey } = props
  const { base, setBase, round, isBusy, setBusy, saveOver, conflict } = useEdition(props)
  const ownZone = useOwnZone()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const mayChange = ({ publication: { state } }: Post) =>
    allows('edit', state) && (groupId === null || state !== 'cancelled')
  const changed = base.data.filter((post) => mayChange(post) || groupId === null)
  const left = base.data.filter((post) => !changed.includes(post))
  if (groupId === null && !mayChange(latest.data[0]!) && !isBusy) return <Locked post={latest.data[0]!} />
  if (changed.length === 0) {
    return (
      <LockAlert title={t`These posts cannot be changed together now`}>
        <Trans>They are out, on their way or cancelled. Open each of them to see what can be done.</Trans>
      </LockAlert>
    )
  }

  const targetOf = (post: Post): Target => ({
    key: post.id,
    platform: post.platform,
    account: accountFor(connections, post),
  })
  const targets = changed.map(targetOf)
  const stored = withDate(draftOf(changed, targets, zone), changed[0]!)
  const words = WORDS[groupId === null ? 0 : 1]
  const labels = changed.some(({ status }) => status === 'scheduled') ? words.scheduled : words.drafts
  const others = listTargets(left.map(targetOf))

  /** With when and where it goes out, unless the posts differ in this. */
  const wordsOfStored = ({ action }: Made, draft: Draft): string => {
    const isOneTime = !isSameDate(draft, stored) || new Set(changed.map((post) => post.scheduled_date)).size === 1
    const when = action === 'schedule' && isOneTime ? whenInWords(draft, ownZone) : null
    if (when === null) return t(words.stored)
    if (groupId !== null) {
      return plural(targets.length, {
        one: `The change is saved: ${when}, on # account.`,
        other: `The changes are saved: ${when}, on # accounts.`,
      })
    }
    const account = fullNameOf({ ...targets[0]!, account: accountOf(draft, targets[0]!, connections) })
    return t`The change is saved: ${when}, on ${account}.`
  }

  const save = async (draft: Draft, _: unknown, how: Submission): Promise<Outcome> => {
    setBusy(true)
    let isStored = false
    try {
      const patches = targets.map((target) => patchOf(draft, stored, target, how))
      if (groupId === null) setBase(await saveOver((etag) => savePost(targets[0]!.key, etag, patches[0]!)))
      else await saveOver((etag) => saveGroup(groupId, etag, targets, patches))
      isStored = true
      if (how.action === 'now') await publishStored(groupId ?? targets[0]!.key, groupId !== null)
      return { ...NO_OUTCOME, made: targets.map((target) => ({ target, id: target.key, groupId, action: how.action })) }
    } catch (error) {
      // The conflict notice says what to do.
      if (!isStored && isConflict(error)) return NO_OUTCOME
      const refused = toRefusals(draft, targets, error)
      return { ...NO_OUTCOME, refused: refused.map((each) => ({ ...each, id: isStored ? each.target.key : null })) }
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
      labels={{ draft: t(labels.draft), schedule: t(labels.schedule) }}
      notice={
        conflict ||
        (left.length > 0 && (
          <LockAlert title={t`Not changed here: ${others}`}>
            <Trans>What is published, on its way or cancelled stays as it is.</Trans>
          </LockAlert>
        ))
      }
      submit={save}
      onStored={([made], draft) => {
        void refresh('posts')
        tell.done(made!.action === 'now' ? t(words.now) : wordsOfStored(made!, draft))
        if (groupId === null) void navigate({ to: '/posts/$id', params: { id: changed[0]!.id } })
        else void navigate({ to: '/posts/groups/$id', params: { id: groupId } })
        return true
      }}
    />
  )
}

/** The version that filled the form. Saving is refused if another person saved in between. */
function useEdition({ latest, refetch, storageKey }: EditFormProps) {
  const [base, setBase] = useState(latest)
  const [round, setRound] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isChanged = !isBusy && latest.etag !== base.etag && editableOf(latest) !== editableOf(base)
  return {
    base,
    setBase,
    /** A new key restarts the form. */
    round,
    isBusy,
    setBusy,
    /** The server's check of the media also makes a new version. That is not a conflict. */
    saveOver: async <R,>(save: (etag: string) => Promise<R>): Promise<R> => {
      try {
        return await save(base.etag)
      } catch (error) {
        if (!isConflict(error)) throw error
        const fresh = await refetch()
        if (fresh === null || editableOf(fresh) !== editableOf(base)) throw error
        return save(fresh.etag)
      }
    },
    conflict: isChanged && (
      <Conflict
        what="post"
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

/** The editable fields as text, to compare versions. */
function editableOf({ data }: Edition): string {
  return JSON.stringify(
    data.map(
      ({ id, author_id, outgoing_text, publication, warnings, results, created_at, updated_at, version, ...rest }) =>
        rest,
    ),
  )
}

/** An unchanged date is not sent: it may have seconds that the form does not show. */
function patchOf(draft: Draft, stored: Draft, target: Target, { action, hasDate }: Submission): Body {
  const { status, scheduled_date, time_zone, ...content } = bodyOf(draft, target, timingOf(action, hasDate))
  if (action === 'now') return content
  return { ...content, status, ...(isSameDate(draft, stored) ? {} : { scheduled_date, time_zone }) }
}

function isSameDate(one: Draft, other: Draft): boolean {
  return one.date === other.date && one.time === other.time && one.zone === other.zone
}

async function savePost(id: string, etag: string, patch: Body): Promise<Edition> {
  const saved = await changePost(id, etag, toPostPatch(patch))
  return { ...saved, data: [saved.data] }
}

function saveGroup(id: string, etag: string, targets: readonly Target[], patches: readonly Body[]) {
  const overrides = patches.map(({ connection_id, ...patch }, at) => [targets[at]!.key, patch])
  const params = { path: { id }, header: { 'If-Match': etag } }
  return api.PATCH('/v1/posts/groups/{id}', { params, body: { overrides: Object.fromEntries(overrides) } })
}

const GOING_OUT = msg`The post is going out right now. Look at it again in a moment.`

const LOCKED: Partial<Record<string, MessageDescriptor>> = {
  published: msg`The post is published and cannot be changed any more. Make a copy instead.`,
  unconfirmed: msg`It is not known whether the post is out. Settle that on its page first.`,
}

function Locked({ post: { id, publication } }: { post: Post }) {
  const { t } = useLingui()
  return (
    <LockAlert title={t`This post cannot be changed now`}>
      <Small mb="sm">{t(LOCKED[publication.state] ?? GOING_OUT)}</Small>
      <Group gap="xs">
        <ButtonLink size="xs" to="/posts/$id" params={{ id }}>
          <Trans>Open the post</Trans>
        </ButtonLink>
        <SecondaryLink size="xs" to="/posts/new" search={{ from: id }}>
          <Trans>Duplicate</Trans>
        </SecondaryLink>
      </Group>
    </LockAlert>
  )
}

const LockAlert = Alert.withProps({ color: 'blue', icon: <IconLock /> })
