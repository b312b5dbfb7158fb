import { Box, FileButton, Group, Stack, Textarea, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconLibraryPhoto, IconPlus, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { Media } from '../../../api/schema.ts'
import { SecondaryButton, Small, SmallButton } from '../../../parts/variants.ts'
import { isWebUrl, splitUrls } from '../../media.ts'
import { useComposer } from '../composer.ts'
import { messageProps } from '../fields/Messages.tsx'
import { LibraryDialog } from './LibraryDialog.tsx'
import { MediaList, type MediaListProps } from './MediaList.tsx'
import classes from './media.module.css'
import { Reach, useOtherIssues } from './Reach.tsx'
import { Refusals } from './Refusals.tsx'
import { ACCEPT, useDropped } from './uploads/use-dropped.ts'
import { useUploaded } from './uploads/use-uploads.ts'

/** Files from this device, from the library or by their URLs, in the order in which they are shown. */
export function MediaField(props: MediaListProps) {
  const { value, onChange, networks } = props
  const { change } = useComposer()
  const { add, know, said, refusals, dismiss } = useUploaded()
  const [isChoosing, library] = useDisclosure()
  const addFiles = (files: File[]) => {
    const keys = add(files, networks)
    onChange((media) => [...media, ...keys])
  }
  const { isOver } = useDropped(addFiles)
  const others = useOtherIssues(props.issues)

  const choose = (files: Media[]) => {
    library.close()
    know(files)
    const fresh = files.filter(({ url }) => !value.includes(url))
    const known = fresh.filter(({ alt_text }) => alt_text).map(({ url, alt_text }) => [url, alt_text!])
    change(({ alts }) => ({ alts: { ...Object.fromEntries(known), ...alts } }))
    onChange((media) => [...media, ...fresh.map(({ url }) => url)])
  }

  return (
    <Box className={classes.field!} data-over={isOver || undefined}>
      <Stack gap="xs">
        <UrlField {...props}>
          <FileButtons onFiles={addFiles} onLibrary={library.open} />
        </UrlField>
        <Refusals refusals={refusals} dismiss={dismiss} />
        <Reach {...props} />
        {value.length > 0 && <MediaList {...props} issues={others} />}
      </Stack>
      {isOver && (
        <div className={classes.target} aria-hidden>
          Drop the files here
        </div>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <LibraryDialog opened={isChoosing} onClose={library.close} onChoose={choose} />
    </Box>
  )
}

function FileButtons({ onFiles, onLibrary }: { onFiles: (files: File[]) => void; onLibrary: () => void }) {
  const reset = useRef<() => void>(null)
  const hasCamera = useMediaQuery('(pointer: coarse)')
  const choose = (files: File[] | File | null) => {
    const chosen = [files].flat().filter((file) => file !== null)
    if (chosen.length > 0) onFiles(chosen)
    // So that the same file can be chosen again.
    reset.current?.()
  }
  return (
    <Group gap={6}>
      <FileButton multiple accept={ACCEPT} onChange={choose} resetRef={reset}>
        {(button) => (
          <SmallButton {...button} leftSection={<IconUpload size={14} aria-hidden />}>
            Choose files
          </SmallButton>
        )}
      </FileButton>
      {hasCamera && (
        <FileButton accept="image/*" capture="environment" onChange={choose}>
          {(button) => (
            <SmallButton {...button} leftSection={<IconCamera size={14} aria-hidden />}>
              Take a photo
            </SmallButton>
          )}
        </FileButton>
      )}
      <SmallButton leftSection={<IconLibraryPhoto size={14} aria-hidden />} onClick={onLibrary}>
        Library
      </SmallButton>
    </Group>
  )
}

/** Files of other servers, by their URLs. Several can be pasted at once. */
function UrlField({ value, onChange, issues, named, children }: MediaListProps & { children: ReactNode }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const whole = issues.filter(({ field }) => !field.includes('['))

  const add = (text: string) => {
    const urls = splitUrls(text)
    const wrong = urls.filter((url) => !isWebUrl(url))
    const fresh = urls.filter((url) => isWebUrl(url) && !value.includes(url))
    if (fresh.length > 0) onChange((media) => [...media, ...new Set(fresh)])
    setTyped(wrong.join('\n'))
    setProblem(
      wrong.length > 0
        ? 'A web address starts with https:// and has no spaces. Correct it, then add it.'
        : urls.length > fresh.length
          ? 'What is in the list already was not added again.'
          : null,
    )
  }

  return (
    <div>
      <Group justify="space-between" gap={6} mb={6}>
        <Small component="label" htmlFor={id} fw={500}>
          Media
        </Small>
        {children}
      </Group>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Textarea
          id={id}
          placeholder="Drop or paste files, or type https://…"
          minRows={1}
          maxRows={5}
          flex={1}
          miw={0}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text')
            if (typed === '' && splitUrls(text).some(isWebUrl)) {
              event.preventDefault()
              add(text)
            }
          }}
          // Nobody should lose an address because a button was not pressed.
          onBlur={() => splitUrls(typed).some(isWebUrl) && add(typed)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            add(typed)
          }}
          {...messageProps(whole, { named })}
          {...(problem !== null && { error: problem })}
        />
        <SecondaryButton
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={typed.trim() === ''}
          onClick={() => add(typed)}
        >
          Add
        </SecondaryButton>
      </Group>
    </div>
  )
}
