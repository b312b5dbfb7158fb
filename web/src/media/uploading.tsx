import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, CloseButton, FileButton, type FileButtonProps, Group, Stack, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { uploadFile } from '../api/files.ts'
import { IconAlertTriangle } from '../parts/icons.tsx'
import { Wrapped } from '../parts/text.tsx'
import { useStoreFacts } from './file.ts'
import classes from './media.module.css'
import { prepareFile } from './prepare.ts'
import { createUploadQueue, NO_UPLOADS, type QueueDeps, type QueueState, type UploadQueue } from './upload-queue.ts'

/** Broad, so that systems offer their photos. Unusable files are refused with a reason. */
const ACCEPT = 'image/*,video/mp4,video/quicktime,application/pdf,.heic,.heif,.mov,.mp4,.pdf'

/** Allows choosing the same file again. */
export function ChooseFiles({ onFiles, children }: Pick<DropAreaProps, 'onFiles'> & Pick<FileButtonProps, 'children'>) {
  const reset = useRef<() => void>(null)
  const choose = (files: File[]) => {
    if (files.length > 0) onFiles(files)
    reset.current?.()
  }
  return (
    <FileButton multiple accept={ACCEPT} onChange={choose} resetRef={reset}>
      {children}
    </FileButton>
  )
}

interface DropAreaProps {
  onFiles: (files: File[]) => void
  said: string
  children: ReactNode
}

/** Accepts files dropped or pasted anywhere on the page. Otherwise a drop beside a field would replace the page. */
export function DropArea({ onFiles, said, children }: DropAreaProps) {
  const isOver = useDropped(onFiles)
  return (
    <div className={classes.field}>
      {children}
      {isOver && (
        <div className={classes.target} aria-hidden>
          <Trans>Drop the files here</Trans>
        </div>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

function useDropped(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    // Some browsers treat dragged pictures of this page as files.
    let isFromHere = false
    const hasFiles = (event: DragEvent) => !isFromHere && event.dataTransfer?.types.includes('Files') === true
    const stop = new AbortController()
    const on = <T extends keyof WindowEventMap>(type: T, act: (event: WindowEventMap[T]) => void) =>
      window.addEventListener(type, act, { signal: stop.signal })
    on('dragstart', () => {
      isFromHere = true
    })
    on('dragend', () => {
      isFromHere = false
    })
    on('dragover', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer!.dropEffect = 'copy'
      setOver(true)
    })
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false)
    })
    on('drop', (event) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      const files = [...event.dataTransfer!.files]
      if (files.length > 0) latest.current(files)
    })
    on('paste', (event) => {
      const { clipboardData: data } = event
      if (!data || data.files.length === 0) return
      // Office programs add a picture of the copied text.
      if (data.types.includes('text/plain') && isEditable(event.target)) return
      event.preventDefault()
      latest.current([...data.files])
    })
    return () => stop.abort()
  }, [])
  return isOver
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
}

export function Refusals({ refusals, dismiss }: Pick<QueueState, 'refusals'> & Pick<UploadQueue, 'dismiss'>) {
  const { t } = useLingui()
  if (refusals.length === 0) return null
  return (
    <Alert color="red" p="xs" icon={<IconAlertTriangle />} aria-label={t`Files that were not added`}>
      <Stack gap={6}>
        {refusals.map(({ id, name, reason }) => (
          <Group key={id} gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
            <Wrapped>
              <Trans>
                <strong>{name}</strong> was not added. {reason}
              </Trans>
            </Wrapped>
            <CloseButton size="sm" aria-label={t`Close the message about ${name}`} onClick={() => dismiss(id)} />
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}

/** Lives as long as the page. `replace` gets the URL of a file, or null if it was refused. */
export function useUploadQueue(replace: QueueDeps['replace']) {
  const [state, setState] = useState<QueueState>(NO_UPLOADS)
  const { data: store } = useStoreFacts()
  const room = store && { fileBytes: store.file_bytes_max, freeBytes: store.quota_bytes - store.used_bytes }
  const queries = useQueryClient()
  const latest = useRef({ replace, room })
  latest.current = { replace, room }
  const [queue] = useState(() =>
    createUploadQueue({
      prepare: (file, localUrl, networks) => prepareFile(file, localUrl, networks, latest.current.room),
      send: async (request) => {
        const stored = await uploadFile(request)
        void queries.invalidateQueries({ queryKey: ['media'] })
        return stored
      },
      replace: (...what) => latest.current.replace(...what),
      onState: setState,
    }),
  )
  useEffect(() => {
    return () => queue.close()
  }, [queue])
  return { queue, state }
}
