import { Button, CloseButton, FileButton, Group, Paper, Progress, Stack, VisuallyHidden } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Media } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { TextLink } from '../parts/links.tsx'
import { Page } from '../parts/page/Page.tsx'
import { useUrl } from '../parts/useUrl.ts'
import { Muted, Small, SmallButton } from '../parts/variants.ts'
import { FileDialog } from './FileDialog.tsx'
import { isFileKind, useStoreFacts } from './file.ts'
import { formatBytes } from './file-plan.ts'
import { Library } from './Library.tsx'
import classes from './media.module.css'
import type { Upload } from './upload-queue.ts'
import { ACCEPT, Refusals, useDropped, useUploadQueue } from './uploading.tsx'

/** The library: files that were uploaded for posts. */
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
      actions={write && <UploadButton add={uploads.add} />}
    >
      <Room />
      {write ? <DropArea uploads={uploads}>{library}</DropArea> : library}
      <FileDialog file={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

/** How much of the space is used. */
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

/** Uploads files to the library, for posts of later: no network is asked what it takes. */
function useLibraryUploads() {
  const waiting = useRef(new Set<string>())
  const { queue, state } = useUploadQueue((key) => forget(key))
  const forget = (key: string) => {
    waiting.current.delete(key)
    queue.keep(waiting.current)
  }
  return {
    ...state,
    dismiss: queue.dismiss,
    retry: queue.retry,
    forget,
    add: (files: File[]) => {
      for (const key of queue.add(files, [])) waiting.current.add(key)
      queue.keep(waiting.current)
    },
  }
}

type LibraryUploads = ReturnType<typeof useLibraryUploads>

function UploadButton({ add }: Pick<LibraryUploads, 'add'>) {
  const reset = useRef<() => void>(null)
  const choose = (files: File[]) => {
    if (files.length > 0) add(files)
    // So that the same file can be chosen again.
    reset.current?.()
  }
  return (
    <FileButton multiple accept={ACCEPT} onChange={choose} resetRef={reset}>
      {(button) => (
        <Button {...button} leftSection={<IconUpload size={16} aria-hidden />}>
          Upload files
        </Button>
      )}
    </FileButton>
  )
}

/** Takes files that are dropped or pasted, and shows those that are on their way above the library. */
function DropArea({ uploads, children }: { uploads: LibraryUploads; children: ReactNode }) {
  const { isOver } = useDropped(uploads.add)
  const open = Object.values(uploads.uploads).filter(({ state }) => state !== 'stored')
  return (
    <div className={classes.field}>
      <Stack gap="md">
        <Refusals {...uploads} />
        {open.length > 0 && (
          <Paper withBorder p="sm">
            <Stack gap="xs" component="ul" m={0} p={0} aria-label="Files that are being uploaded">
              {open.map((upload) => (
                <OnItsWay key={upload.key} upload={upload} {...uploads} />
              ))}
            </Stack>
          </Paper>
        )}
        {children}
      </Stack>
      {isOver && (
        <div className={classes.target} aria-hidden>
          Drop the files here
        </div>
      )}
      <VisuallyHidden role="status">{uploads.said}</VisuallyHidden>
    </div>
  )
}

function OnItsWay({ upload, retry, forget }: { upload: Upload } & Pick<LibraryUploads, 'retry' | 'forget'>) {
  const { key, name, state, share, problem } = upload
  const isFailed = state === 'failed'
  return (
    <Group component="li" gap="sm" wrap="nowrap" style={{ listStyle: 'none' }}>
      <Stack gap={4} flex={1} miw={0}>
        <Small truncate="end">{name}</Small>
        {isFailed ? (
          <Small c="red.8">{problem}</Small>
        ) : (
          <Progress value={state === 'preparing' ? 0 : share * 100} size="sm" aria-label={`Progress of ${name}`} />
        )}
      </Stack>
      {isFailed ? <SmallButton onClick={() => retry(key)}>Try again</SmallButton> : <Muted>{wordOf(upload)}</Muted>}
      <CloseButton size="sm" aria-label={`Do not upload ${name}`} onClick={() => forget(key)} />
    </Group>
  )
}

function wordOf({ state, share }: Upload): string {
  return state === 'preparing' ? 'Preparing' : `${Math.round(share * 100)} %`
}
