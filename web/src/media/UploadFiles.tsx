import { Button, CloseButton, FileButton, Group, Paper, Progress, Stack, VisuallyHidden } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { Muted, Small, SmallButton } from '../parts/variants.ts'
import classes from '../posts/compose/media/media.module.css'
import { Refusals } from '../posts/compose/media/Refusals.tsx'
import type { Upload } from '../posts/compose/media/uploads/upload-queue.ts'
import { ACCEPT, useDropped } from '../posts/compose/media/uploads/use-dropped.ts'
import { useUploadQueue } from '../posts/compose/media/uploads/use-uploads.ts'

/** Uploads files to the library, for posts of later: no network is asked what it takes. */
export function useLibraryUploads() {
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

export function UploadButton({ add }: Pick<LibraryUploads, 'add'>) {
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
export function DropArea({ uploads, children }: { uploads: LibraryUploads; children: ReactNode }) {
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
