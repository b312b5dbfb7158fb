import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useConnections } from '../../api/connections.ts'
import type { Connection, Post } from '../../api/schema.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useWorkspace } from '../../api/workspace.ts'
import { SecondaryLink } from '../../parts/links.tsx'
import { Page } from '../../parts/Page.tsx'
import { PLATFORM, PLATFORMS, type Platform } from '../../parts/platforms.tsx'
import { Empty, Loading, Problem } from '../../parts/states.tsx'
import { tell } from '../../parts/tell.ts'
import { readPost } from '../reading.ts'
import { ComposeForm, type ComposeFormProps } from './ComposeForm.tsx'
import { type Draft, draftOf, emptyDraft } from './draft.ts'
import { EditForm } from './EditForm.tsx'
import { useCreate } from './submit.ts'
import { storage } from './use-draft.ts'
import { isDate } from './when.ts'

const BACK = { to: '/posts', label: 'Posts' }

const STORED = { draft: 'Saved as a draft.', schedule: 'The post is scheduled.', now: 'The post is on its way.' }

export function NewPost() {
  const { from, date, platform } = useSearch({ from: '__root__' })
  const me = useMe()
  const { write } = useMay()
  const connections = useConnections({ enabled: write })
  const zone = useZone()
  const source = useQuery({
    queryKey: ['posts', from, 'copied'],
    queryFn: ({ signal }) => readPost(from!, signal),
    enabled: write && from !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!write) return <OnlyLooking title="Compose" />
  const failed = connections.error ? connections : source.error ? source : null
  const isReady = connections.data !== undefined && zone !== null && (from === undefined || source.data !== undefined)
  return (
    <Page title="Compose" back={BACK}>
      {failed ? (
        <Problem error={failed.error} retry={() => void failed.refetch()} />
      ) : isReady ? (
        <NewForm
          key={`${from} ${date} ${platform}`}
          initial={startOf(connections.data, zone, source.data?.post, askedFor(date, platform, zone))}
          storageKey={`${me.data?.user.id}.${from ? `from.${from}` : 'new'}`}
          asked={askedFor(date, platform, zone)}
          connections={connections.data}
        />
      ) : (
        <Loading rows={4} height={90} />
      )}
    </Page>
  )
}

function NewForm(props: Pick<ComposeFormProps, 'initial' | 'asked' | 'storageKey' | 'connections'>) {
  const { create, isBusy } = useCreate()
  const navigate = useNavigate()
  return (
    <ComposeForm
      {...props}
      labels={{ draft: 'Save as draft', schedule: 'Schedule' }}
      isBusy={isBusy}
      submit={create}
      onStored={(made) => {
        storage.keepPlatforms(made.map((each) => each.platform))
        const [only] = made
        if (only === undefined || made.length > 1) return false
        tell.done(STORED[only.action])
        void navigate({ to: '/posts/$id', params: { id: only.id } })
        return true
      }}
    />
  )
}

export function EditPost() {
  const { id } = useParams({ from: '/inside/posts/$id/edit' })
  const me = useMe()
  const { write } = useMay()
  const connections = useConnections({ enabled: write })
  const zone = useZone()
  // Live messages about posts have it read again, so that somebody else's change is seen while one writes.
  const post = useQuery({
    queryKey: ['posts', id, 'version'],
    queryFn: ({ signal }) => readPost(id, signal),
    enabled: write,
  })
  if (!write) return <OnlyLooking title="Edit the post" />
  const failed = connections.error ? connections : post.error ? post : null
  const title = post.data ? `Edit the post for ${PLATFORM[post.data.post.platform].label}` : 'Edit the post'
  return (
    <Page title={title} back={{ to: `/posts/${id}`, label: 'The post' }}>
      {post.data && connections.data && zone !== null ? (
        <EditForm
          key={id}
          latest={post.data}
          refetch={async () => (await post.refetch()).data ?? null}
          connections={connections.data}
          zone={zone}
          storageKey={`${me.data?.user.id}.edit.${id}`}
        />
      ) : failed ? (
        <Problem error={failed.error} retry={() => void failed.refetch()} />
      ) : (
        <Loading rows={4} height={90} />
      )}
    </Page>
  )
}

function OnlyLooking({ title }: { title: string }) {
  return (
    <Page title={title} back={BACK}>
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

/** The workspace's zone; the browser's if that cannot be read; null until known. */
function useZone(): string | null {
  const { data, isPending } = useWorkspace()
  if (data) return data.time_zone
  return isPending ? null : Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** What the URL asks for: a platform, and the day that was clicked in the calendar. */
function askedFor(date: string | undefined, platform: string | undefined, zone: string): Partial<Draft> {
  const asked = PLATFORMS.filter((each) => each === platform)
  return {
    ...(isDate(date) ? { date, time: '09:00', zone } : {}),
    ...(asked.length > 0 ? { platforms: asked } : {}),
  }
}

/** Starts empty, or with the text of another post for the other platforms. */
function startOf(connections: Connection[], zone: string, source: Post | undefined, asked: Partial<Draft>): Draft {
  const connected = PLATFORMS.filter((each) => connections.some((connection) => connection.platform === each))
  const others = connected.filter((each) => each !== source?.platform)
  const usual = storage.lastPlatforms().filter((each) => connected.includes(each))
  const first: Platform[] = usual.length > 0 ? usual : connected.length > 0 ? connected : [...PLATFORMS]
  const chosen = asked.platforms ?? (source && others.length > 0 ? others : first)
  const draft = source ? draftOf(source, chosen, zone) : emptyDraft(chosen, zone)
  return { ...draft, ...asked }
}
