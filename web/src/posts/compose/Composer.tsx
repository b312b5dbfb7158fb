import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { isProblem, useConnections, useMay, useMe, useRefresh, useWorkspace } from '../../api/client.ts'
import type { Connection, Post } from '../../api/schema.ts'
import { Help } from '../../parts/Help.tsx'
import { icon } from '../../parts/icons.tsx'
import { Page, RecordPage } from '../../parts/Page.tsx'
import { useOwnZone } from '../../parts/text.tsx'
import { Empty, Loading, Problem, SecondaryLink, tell } from '../../parts/ui.tsx'
import { ownZone as browserZone, isDay } from '../../parts/wall-clock.ts'
import { networkOf } from '../accounts.ts'
import { readPosts } from '../reading.ts'
import { ComposeForm } from './ComposeForm.tsx'
import { copyOf, type Draft, emptyDraft, whenInWords } from './draft.ts'
import { EditForm } from './EditForm.tsx'
import { createPosts, type Made } from './outbox.ts'
import { fullNameOf, type Target, targetsOf, usualTargets } from './targets.ts'
import { usualAccounts } from './use-draft.ts'

const IconEye = icon`M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6`

export function NewPost() {
  const { t } = useLingui()
  const { from, group, date, platform } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const refresh = useRefresh()
  const copied = group ?? from
  const source = useComposed(copied, group !== undefined, Number.POSITIVE_INFINITY)
  const ownZone = useOwnZone()
  const openStored = (userId: string | undefined, made: Made[], draft: Draft) => {
    usualAccounts.keep(
      userId,
      made.map(({ target }) => target.key),
    )
    const [only] = made
    if (only === undefined || made.length > 1) return false
    const when = whenInWords(draft, ownZone)
    const account = fullNameOf(only.target)
    if (only.action === 'now') tell.done(t`The post is on its way.`)
    else if (only.action === 'draft' || when === null) tell.done(t`Saved as a draft.`)
    else tell.done(t`Scheduled: ${when}, on ${account}.`)
    void navigate({ to: '/posts/$id', params: { id: only.id } })
    return true
  }
  return (
    <ComposerPage
      title={copied === undefined ? t`Compose` : t`Compose a copy`}
      post={copied === undefined ? null : source}
    >
      {(known) => (
        <ComposeForm
          key={`${copied} ${date} ${platform}`}
          initial={startOf(known, source.data?.data, askedFor(date, platform, known))}
          storageKey={`${known.userId}.${copied ? `from.${copied}` : 'new'}`}
          asked={askedFor(date, platform, known)}
          connections={known.connections}
          targets={known.targets}
          labels={{ draft: t`Save as draft`, schedule: t`Schedule` }}
          submit={(...what) => createPosts(...what).finally(() => void refresh('posts'))}
          onStored={(...stored) => openStored(known.userId, ...stored)}
        />
      )}
    </ComposerPage>
  )
}

export function EditPost() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/inside/posts/$id/edit' })
  const edition = useComposed(id, false)
  const { data: connections } = useConnections({ enabled: useMay().write })
  const network = edition.data && connections && networkOf(connections, edition.data.data[0]!).label
  const title = network ? t`Edit the post for ${network}` : t`Edit the post`
  return <EditPage id={id} title={title} back={{ to: `/posts/${id}`, label: t`The post` }} edition={edition} />
}

export function EditPosts() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/inside/posts/groups/$id/edit' })
  const edition = useComposed(id, true)
  const count = edition.data?.data.length
  const title =
    count === undefined ? t`Edit posts together` : plural(count, { one: 'Edit # post', other: 'Edit # posts together' })
  const back = { to: `/posts/groups/${id}`, label: t`All of them` }
  return <EditPage id={id} isGroup title={title} back={back} edition={edition} />
}

interface EditPageProps extends Pick<ComposerPageProps, 'title' | 'back'> {
  id: string
  isGroup?: boolean
  edition: ReturnType<typeof useComposed>
}

function EditPage({ id, isGroup = false, edition, ...page }: EditPageProps) {
  const { t } = useLingui()
  if (edition.data === undefined && isProblem(edition.error, 'not_found')) {
    const missing = isGroup ? t`There are no such posts` : t`There is no such post`
    return (
      <RecordPage of={edition} title={page.title} back="posts" missing={missing}>
        {() => null}
      </RecordPage>
    )
  }
  return (
    <ComposerPage {...page} post={edition}>
      {({ userId, connections, zone }) => (
        <EditForm
          key={id}
          groupId={isGroup ? id : null}
          latest={edition.data!}
          refetch={async () => (await edition.refetch()).data ?? null}
          storageKey={`${userId}.edit.${id}`}
          connections={connections}
          zone={zone}
        />
      )}
    </ComposerPage>
  )
}

/** Live messages refetch them, so that other people's changes are noticed. */
function useComposed(id: string | undefined, isGroup: boolean, staleTime?: number) {
  const { write } = useMay()
  return useQuery({
    queryKey: ['posts', 'composed', id, isGroup],
    queryFn: ({ signal }) => readPosts(id!, isGroup, signal),
    enabled: write && id !== undefined,
    staleTime,
  })
}

interface Known {
  userId: string | undefined
  connections: Connection[]
  targets: Target[]
  zone: string
}

interface ComposerPageProps {
  title: string
  back?: ComponentProps<typeof Page>['back']
  /** Fills the form; null for an empty one. */
  post: UseQueryResult | null
  children: (known: Known) => ReactNode
}

/** Waits for everything that fills the form. A later failed read does not remove it. */
function ComposerPage({ title, back = 'posts', post, children }: ComposerPageProps) {
  const { t } = useLingui()
  const me = useMe()
  const { write } = useMay()
  const connections = useConnections({ enabled: write })
  const zone = useZone()
  if (!write) {
    return (
      <Page title={title} back="posts">
        <Empty
          icon={IconEye}
          title={t`You can look, but not write`}
          action={
            <SecondaryLink to="/posts">
              <Trans>Back to the posts</Trans>
            </SecondaryLink>
          }
        >
          <Trans>Your role is viewer. Ask an owner of the workspace to make you an editor.</Trans>
        </Empty>
      </Page>
    )
  }
  const failed = [connections, post].find((read) => read?.error)
  return (
    <Page
      title={title}
      back={back}
      help={
        <Help about={t`Compose`} page="platforms">
          <Trans>
            Write once for all accounts, and change what is different for one of them. The preview shows each post as
            its network does.
          </Trans>
        </Help>
      }
    >
      {connections.data && zone !== null && (post === null || post.data) ? (
        children({
          userId: me.data?.user.id,
          connections: connections.data,
          targets: targetsOf(connections.data),
          zone,
        })
      ) : failed ? (
        <Problem error={failed.error} retry={() => void failed.refetch()} />
      ) : (
        <Loading rows={4} height={90} />
      )}
    </Page>
  )
}

/** The browser's zone if the workspace cannot be read; null until known. */
function useZone(): string | null {
  const { data, isPending } = useWorkspace()
  if (data) return data.time_zone
  return isPending ? null : browserZone()
}

/** A platform or account, and the day clicked in the calendar, from the URL. */
function askedFor(date: string | undefined, platform: string | undefined, { zone, targets }: Known): Partial<Draft> {
  const asked = targets.filter((each) => each.key === platform || (each.platform === platform && isUsual(each)))
  return {
    ...(isDay(date) ? { date, time: '09:00', zone } : {}),
    ...(asked.length > 0 ? { targets: asked.map(({ key }) => key) } : {}),
  }
}

function isUsual({ account }: Target): boolean {
  return account === null || account.default
}

/** Starts empty, or as a copy of posts, for the same accounts. */
function startOf({ targets, zone, userId }: Known, copied: readonly Post[] | undefined, asked: Partial<Draft>): Draft {
  const draft = copied
    ? copyOf(copied, targets, zone)
    : emptyDraft(usualTargets(targets, usualAccounts.read(userId)), zone)
  return { ...draft, ...asked }
}
