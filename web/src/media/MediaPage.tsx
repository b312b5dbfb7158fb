import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  Anchor,
  Box,
  Button,
  CloseButton,
  Group,
  Modal,
  Paper,
  Progress,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { countCodePoints } from '../../../src/lib/text/text.ts'
import { api, useMay } from '../api/client.ts'
import type { Media, MediaPatch } from '../api/schema.ts'
import { useChange } from '../parts/action.ts'
import { changesOf } from '../parts/changes.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { DialogButtons, Form, useApiForm, useUrl } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconExternalLink, IconTrash, IconUpload } from '../parts/icons.tsx'
import { formatBytes, formatShare } from '../parts/locale.ts'
import { Page } from '../parts/Page.tsx'
import { previewOf } from '../parts/preview.ts'
import { useRemoval } from '../parts/removals.tsx'
import { Hint, Muted, Small, Strong, Time } from '../parts/text.tsx'
import { AnchorLink, SecondaryButton, SmallButton, TextLink } from '../parts/ui.tsx'
import { useNetworkOf } from '../posts/accounts.ts'
import { headlineOf, shorten } from '../posts/post.ts'
import { readPost } from '../posts/reading.ts'
import { FileView } from './FileView.tsx'
import { describeFile, isFileKind, kindOfType, useStoreFacts } from './file.ts'
import { Library } from './Library.tsx'
import type { Upload } from './upload-queue.ts'
import { ChooseFiles, DropArea, Refusals, useUploadQueue } from './uploading.tsx'

export function MediaPage() {
  const { t } = useLingui()
  const [{ kind, q = '' }, change] = useUrl()
  const [open, setOpen] = useState<Media | null>(null)
  const { write } = useMay()
  const uploads = useLibraryUploads()
  const library = (
    <Library
      filter={{ kind: isFileKind(kind) ? kind : undefined, q }}
      onFilter={(next) => change({ kind: next.kind, q: next.q || undefined })}
      onPress={setOpen}
      empty={
        write ? (
          <Trans>
            Drop pictures, videos or PDF files here, or add them while you{' '}
            <TextLink to="/posts/new">compose a post</TextLink>. They are kept, so that you can use them again.
          </Trans>
        ) : (
          <Trans>Pictures and videos that editors add to posts are kept here.</Trans>
        )
      }
    />
  )
  return (
    <Page
      title={t`Media`}
      help={
        <Help about={t`Media`} page="media#in-the-dashboard">
          <Trans>Pictures, videos and documents for posts. A file that no post uses is deleted after 30 days.</Trans>
        </Help>
      }
      actions={
        write && (
          <ChooseFiles onFiles={uploads.add}>
            {(button) => (
              <Button {...button} leftSection={<IconUpload size={16} />}>
                <Trans>Upload files</Trans>
              </Button>
            )}
          </ChooseFiles>
        )
      }
    >
      <Room />
      {write ? (
        <DropArea onFiles={uploads.add} said={uploads.said}>
          <Stack gap="md">
            <Refusals {...uploads} />
            <Waiting {...uploads} />
            {library}
          </Stack>
        </DropArea>
      ) : (
        library
      )}
      <Modal opened={open !== null} onClose={() => setOpen(null)} title={open?.name} size="lg">
        {open && <Details key={open.id} file={open} onClose={() => setOpen(null)} />}
      </Modal>
    </Page>
  )
}

function Room() {
  const { t } = useLingui()
  const { data } = useStoreFacts()
  // Keeps its space while loading.
  if (!data) return <Stack gap={6} h={36} />
  const share = Math.min(100, (100 * data.used_bytes) / data.quota_bytes)
  const [used, all, most] = [data.used_bytes, data.quota_bytes, data.file_bytes_max].map(formatBytes)
  return (
    <Stack gap={6} mih={36}>
      <Group justify="space-between" gap="xs">
        <Muted>
          <Trans>
            {used} of {all} used
          </Trans>
        </Muted>
        <Muted>
          <Trans>A file may have up to {most}</Trans>
        </Muted>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section
          value={share}
          color={share > 90 ? 'red.8' : 'teal'}
          aria-label={t`${used!} of ${all!} used`}
        />
      </Progress.Root>
    </Stack>
  )
}

/** The files are for later posts, so no network's limits apply. */
function useLibraryUploads() {
  const waiting = useRef(new Set<string>())
  const { queue, state } = useUploadQueue((key) => forget(key))
  const forget = (key: string) => {
    waiting.current.delete(key)
    queue.keep(waiting.current)
  }
  const add = (files: File[]) => {
    for (const key of queue.add(files, [])) waiting.current.add(key)
    queue.keep(waiting.current)
  }
  return { ...state, dismiss: queue.dismiss, retry: queue.retry, forget, add }
}

type LibraryUploads = ReturnType<typeof useLibraryUploads>

function Waiting(uploads: LibraryUploads) {
  const { t } = useLingui()
  const open = Object.values(uploads.uploads).filter(({ state }) => state !== 'stored')
  if (open.length === 0) return null
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs" component="ul" m={0} p={0} aria-label={t`Files that are being uploaded`}>
        {open.map((upload) => (
          <OnItsWay key={upload.key} upload={upload} {...uploads} />
        ))}
      </Stack>
    </Paper>
  )
}

function OnItsWay({ upload, retry, forget }: { upload: Upload } & Pick<LibraryUploads, 'retry' | 'forget'>) {
  const { t } = useLingui()
  const { key, name, state, share, problem } = upload
  const percent = state === 'preparing' ? 0 : share * 100
  return (
    <Group component="li" gap="sm" wrap="nowrap" style={{ listStyle: 'none' }}>
      <Stack gap={4} flex={1} miw={0}>
        <Small truncate="end">{name}</Small>
        {state === 'failed' ? (
          <Small c="red.8">{problem}</Small>
        ) : (
          <Progress value={percent} size="sm" aria-label={t`Progress of ${name}`} />
        )}
      </Stack>
      {state === 'failed' ? (
        <SmallButton onClick={() => retry(key)}>
          <Trans>Try again</Trans>
        </SmallButton>
      ) : (
        <Muted>{state === 'preparing' ? t`Being prepared` : formatShare(share)}</Muted>
      )}
      <CloseButton size="sm" aria-label={t`Do not upload ${name}`} onClick={() => forget(key)} />
    </Group>
  )
}

function Details({ file, onClose }: { file: Media; onClose: () => void }) {
  const { t } = useLingui()
  const { write } = useMay()
  const uploaded = <Time at={file.created_at} span inherit />
  const until = <Time at={file.expires_at} exact span inherit />
  return (
    <Stack gap="md">
      <Box h={280} bdrs="md" style={{ overflow: 'hidden' }}>
        <FileView kind={kindOfType(file.type)} src={previewOf(file.url)} alt={file.alt_text ?? file.name} isWhole />
      </Box>
      <Group justify="space-between" gap="xs">
        <Muted>{describeFile(file)}</Muted>
        <Anchor href={previewOf(file.url)} target="_blank" size="sm">
          <Group component="span" gap={4}>
            <Trans>Open the file</Trans>
            <IconExternalLink size={14} />
          </Group>
        </Anchor>
      </Group>
      <Uses ids={file.post_ids} />
      <Group justify="space-between" gap="xs">
        <Hint component="div">
          <Trans>Uploaded {uploaded}.</Trans>{' '}
          {file.expires_at === null ? (
            <Trans>It stays as long as a post needs it.</Trans>
          ) : (
            <Trans>If no post needs it, it is deleted on {until}.</Trans>
          )}
        </Hint>
        {write && <Delete file={file} onClose={onClose} />}
      </Group>
      {write ? <Words file={file} onClose={onClose} /> : <Small>{file.alt_text ?? t`No alt text`}</Small>}
    </Stack>
  )
}

function Words({ file, onClose }: { file: Media; onClose: () => void }) {
  const { t } = useLingui()
  const change = useChange('media')
  const form = useApiForm({
    keptAs: `media.${file.id}`,
    initialValues: { name: file.name, alt_text: file.alt_text ?? '' },
    send: async ({ name, alt_text }) => {
      const body = changesOf<MediaPatch>(file, { name, alt_text: alt_text.trim() || null })
      const params = { path: { id: file.id } }
      if (Object.keys(body).length > 0)
        await change(api.PATCH('/v1/media/{id}', { params, body }), t`The file is changed.`)
      onClose()
    },
  })
  const used = countCodePoints(form.values.alt_text.trim())
  const length = plural(used, { one: '# character.', other: '# characters.' })
  return (
    <Form of={form} gap="sm">
      <TextInput label={t`Name`} maxLength={255} {...form.getInputProps('name')} />
      <Textarea
        label={t`Alt text`}
        description={t`What it shows, for people who cannot see it. New posts start with it. ${length}`}
        maxRows={6}
        {...form.getInputProps('alt_text')}
      />
      <DialogButtons of={form} label={t`Save`} back={t`Go back`} onBack={onClose} />
    </Form>
  )
}

const POSTS_READ = 5

function Uses({ ids }: { ids: readonly string[] }) {
  const { t } = useLingui()
  const posts = useQueries({
    queries: ids.slice(0, POSTS_READ).map((id) => ({
      queryKey: ['posts', 'page', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPost(id, signal),
      staleTime: 60_000,
    })),
  })
  const networkOf = useNetworkOf({ enabled: ids.length > 0 })
  if (ids.length === 0)
    return (
      <Muted>
        <Trans>No post has this file.</Trans>
      </Muted>
    )
  const more = ids.length - POSTS_READ
  return (
    <Stack gap={4}>
      <Strong>
        <Trans comment="A file is used in these posts">Used in</Trans>
      </Strong>
      <Stack component="ul" gap={4} m={0} ps="md" aria-label={t`Posts with this file`}>
        {posts.map(({ data }, index) => (
          <li key={ids[index]}>
            <AnchorLink to="/posts/$id" params={{ id: ids[index]! }} size="sm">
              {data ? `${networkOf(data.data).label}: ${shorten(headlineOf(data.data))}` : t`A post`}
            </AnchorLink>
          </li>
        ))}
      </Stack>
      {more > 0 && (
        <Hint>
          <Plural value={more} one="and # more" other="and # more" />
        </Hint>
      )}
    </Stack>
  )
}

function Delete({ file, onClose }: { file: Media; onClose: () => void }) {
  const { t } = useLingui()
  const change = useChange('media')
  const removal = useRemoval('media')
  const params = { path: { id: file.id } }
  const { name } = file
  const button = { children: t`Delete`, size: 'xs', leftSection: <IconTrash size={14} /> }
  const done = t`${name} is deleted.`
  if (file.post_ids.length === 0) {
    const leave = () => {
      onClose()
      void removal([file], done)
    }
    return <SecondaryButton {...button} onClick={leave} />
  }
  return (
    <ConfirmButton
      button={button}
      title={t`Delete the file?`}
      label={t`Delete the file`}
      onConfirm={() => change(api.DELETE('/v1/media/{id}', { params }), done).then(onClose)}
    >
      <Trans>{name} is removed for good. Published posts keep it on their network.</Trans>{' '}
      <Trans>Drafts that have it can no longer show or send it.</Trans>
    </ConfirmButton>
  )
}
