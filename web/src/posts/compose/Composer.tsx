import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useConnections, useMay, useMe, useRefresh, useWorkspace } from '../../api/client.ts'
import type { Connection, Post } from '../../api/schema.ts'
import { icon } from '../../parts/icons.tsx'
import { Page } from '../../parts/Page.tsx'
import { Empty, Loading, Problem, SecondaryLink, tell } from '../../parts/ui.tsx'
import { isDay } from '../../parts/wall-clock.ts'
import { platformName } from '../post.ts'
import { readPosts } from '../reading.ts'
import { ComposeForm } from './ComposeForm.tsx'
import { type Draft, draftFrom, emptyDraft } from './draft.ts'
import { EditForm } from './EditForm.tsx'
import { createPosts, type Made } from './outbox.ts'
import { type Target, targetsOf, usualTargets } from './targets.ts'
import { storage } from './use-draft.ts'

const IconEye = icon`M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6`

const STORED = { draft: 'Saved as a draft.', schedule: 'The post is scheduled.', now: 'The post is on its way.' }

export function NewPost() {
  const { from, date, platform } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const refresh = useRefresh()
  const source = useComposed(from, false, Number.POSITIVE_INFINITY)
  const openStored = (made: Made[]) => {
    storage.keepTargets(made.map(({ target }) => target.key))
    const [only] = made
    if (only === undefined || made.length > 1) return false
    tell.done(STORED[only.action])
    void navigate({ to: '/posts/$id', params: { id: only.id } })
    return true
  }
  return (
    <ComposerPage title="Compose" post={from === undefined ? null : source}>
      {(known) => (
        <ComposeForm
          key={`${from} ${date} ${platform}`}
          initial={startOf(known, source.data?.data[0], askedFor(date, platform, known))}
          storageKey={`${known.userId}.${from ? `from.${from}` : 'new'}`}
          asked={askedFor(date, platform, known)}
          connections={known.connections}
          targets={known.targets}
          labels={{ draft: 'Save as draft', schedule: 'Schedule' }}
          submit={(...what) => createPosts(...what).finally(() => void refresh('posts'))}
          onStored={openStored}
        />
      )}
    </ComposerPage>
  )
}

export function EditPost() {
  const { id } = useParams({ from: '/inside/posts/$id/edit' })
  const edition = useComposed(id, false)
  const title = edition.data ? `Edit the post for ${platformName(edition.data.data[0]!)}` : 'Edit the post'
  return <EditPage id={id} title={title} back={{ to: `/posts/${id}`, label: 'The post' }} edition={edition} />
}

export function EditPosts() {
  const { id } = useParams({ from: '/inside/posts/groups/$id/edit' })
  const edition = useComposed(id, true)
  const title = edition.data ? `Edit ${edition.data.data.length} posts together` : 'Edit posts together'
  return <EditPage id={id} isGroup title={title} edition={edition} />
}

interface EditPageProps extends Pick<ComposerPageProps, 'title' | 'back'> {
  id: string
  isGroup?: boolean
  edition: ReturnType<typeof useComposed>
}

function EditPage({ id, isGroup = false, edition, ...page }: EditPageProps) {
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
  const me = useMe()
  const { write } = useMay()
  const connections = useConnections({ enabled: write })
  const zone = useZone()
  if (!write) {
    return (
      <Page title={title} back="posts">
        <Empty
          icon={IconEye}
          title="You can look, but not write"
          action={<SecondaryLink to="/posts">Back to the posts</SecondaryLink>}
        >
          Your role is viewer. Ask an owner of the workspace to make you an editor.
        </Empty>
      </Page>
    )
  }
  const failed = [connections, post].find((read) => read?.error)
  return (
    <Page title={title} back={back}>
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
  return isPending ? null : Intl.DateTimeFormat().resolvedOptions().timeZone
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

/** Starts empty, or with another post's text for the other platforms. */
function startOf({ targets, zone }: Known, source: Post | undefined, asked: Partial<Draft>): Draft {
  const others = targets.filter((each) => each.platform !== source?.platform && each.account?.default)
  const usual = usualTargets(targets, storage.lastTargets())
  const chosen = source && others.length > 0 ? others : usual
  const draft = source ? draftFrom(source, chosen, zone) : emptyDraft(chosen, zone)
  return { ...draft, ...asked }
}
