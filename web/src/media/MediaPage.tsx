import { Button, CloseButton, Group, Paper, Progress, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { useMay } from '../api/client.ts'
import type { Media } from '../api/schema.ts'
import { useUrl } from '../parts/forms.tsx'
import { IconUpload } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { Muted, Small, SmallButton, TextLink } from '../parts/ui.tsx'
import { FileDialog } from './FileDialog.tsx'
import { isFileKind, useStoreFacts } from './file.ts'
import { formatBytes } from './file-plan.ts'
import { Library } from './Library.tsx'
import type { Upload } from './upload-queue.ts'
import { ChooseFiles, DropArea, Refusals, useUploadQueue } from './uploading.tsx'

export function MediaPage() {
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
          <>
            Drop pictures, videos or PDF files here, or add them while you{' '}
            <TextLink to="/posts/new">compose a post</TextLink>. They are kept, so that you can use them again.
          </>
        ) : (
          'Pictures and videos that editors add to posts are kept here.'
        )
      }
    />
  )
  return (
    <Page
      title="Media"
      lead="Files that were uploaded for posts."
      actions={
        write && (
          <ChooseFiles onFiles={uploads.add}>
            {(button) => (
              <Button {...button} leftSection={<IconUpload size={16} />}>
                Upload files
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
      <FileDialog file={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

function Room() {
  const { data } = useStoreFacts()
  // Keeps its place until it is known.
  if (!data) return <Stack gap={6} h={36} />
  const share = Math.min(100, (100 * data.used_bytes) / data.quota_bytes)
  return (
    <Stack gap={6} mih={36}>
      <Group justify="space-between" gap="xs">
        <Muted>
          {formatBytes(data.used_bytes)} of {formatBytes(data.quota_bytes)} are used.
        </Muted>
        <Muted>Files may have {formatBytes(data.file_bytes_max)} each.</Muted>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section
          value={share}
          color={share > 90 ? 'red.8' : 'teal'}
          aria-label={`${formatBytes(data.used_bytes)} of ${formatBytes(data.quota_bytes)} used`}
        />
      </Progress.Root>
    </Stack>
  )
}

/** Uploads files to the library, for later posts: no network is asked what it takes. */
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
  const open = Object.values(uploads.uploads).filter(({ state }) => state !== 'stored')
  if (open.length === 0) return null
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs" component="ul" m={0} p={0} aria-label="Files that are being uploaded">
        {open.map((upload) => (
          <OnItsWay key={upload.key} upload={upload} {...uploads} />
        ))}
      </Stack>
    </Paper>
  )
}

function OnItsWay({ upload, retry, forget }: { upload: Upload } & Pick<LibraryUploads, 'retry' | 'forget'>) {
  const { key, name, state, share, problem } = upload
  const percent = state === 'preparing' ? 0 : share * 100
  return (
    <Group component="li" gap="sm" wrap="nowrap" style={{ listStyle: 'none' }}>
      <Stack gap={4} flex={1} miw={0}>
        <Small truncate="end">{name}</Small>
        {state === 'failed' ? (
          <Small c="red.8">{problem}</Small>
        ) : (
          <Progress value={percent} size="sm" aria-label={`Progress of ${name}`} />
        )}
      </Stack>
      {state === 'failed' ? (
        <SmallButton onClick={() => retry(key)}>Try again</SmallButton>
      ) : (
        <Muted>{state === 'preparing' ? 'Preparing' : `${Math.round(percent)} %`}</Muted>
      )}
      <CloseButton size="sm" aria-label={`Do not upload ${name}`} onClick={() => forget(key)} />
    </Group>
  )
}
