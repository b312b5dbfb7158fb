import { Group, Progress, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Media } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { TextLink } from '../parts/links.tsx'
import { Page } from '../parts/page/Page.tsx'
import { useUrl } from '../parts/useUrl.ts'
import { Muted } from '../parts/variants.ts'
import { formatBytes } from '../posts/compose/media/prepare/sizes.ts'
import { FileDialog } from './FileDialog.tsx'
import { isFileKind } from './file.ts'
import { Library } from './Library.tsx'
import { useStoreFacts } from './reads.ts'
import { DropArea, UploadButton, useLibraryUploads } from './UploadFiles.tsx'

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
