import { Alert, Box, Button, FileButton, Group, Modal, Stack, Textarea, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconLibraryPhoto, IconPlus, IconUpload, IconWorldOff } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { Media } from '../../api/schema.ts'
import { useStoreFacts } from '../../media/file.ts'
import type { Network } from '../../media/file-plan.ts'
import { Library, type LibraryFilter } from '../../media/Library.tsx'
import dropClasses from '../../media/media.module.css'
import { isPending } from '../../media/upload-queue.ts'
import { ACCEPT, Refusals, useDropped } from '../../media/uploading.tsx'
import type { DialogProps } from '../../parts/dialogs/MakeDialog.tsx'
import { useDragOrder } from '../../parts/forms/useDragOrder.ts'
import { ownPathOf } from '../../parts/preview.ts'
import { Hint, SecondaryButton, Small, SmallButton } from '../../parts/variants.ts'
import { isWebUrl, keyed, moved, splitUrls } from '../media.ts'
import type { Issue } from './checks.ts'
import classes from './compose.module.css'
import { useComposer, useUploaded } from './composer.ts'
import { messageProps } from './fields.tsx'
import { listNetworks, MediaItem } from './MediaItem.tsx'

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
    <Box className={dropClasses.field!} data-over={isOver || undefined}>
      <Stack gap="xs">
        <UrlField {...props}>
          <FileButtons onFiles={addFiles} onLibrary={library.open} />
        </UrlField>
        <Refusals refusals={refusals} dismiss={dismiss} />
        <Reach {...props} />
        {value.length > 0 && <MediaList {...props} issues={others} />}
      </Stack>
      {isOver && (
        <div className={dropClasses.target} aria-hidden>
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

interface MediaListProps {
  /** URLs, and keys of files that are being uploaded. */
  value: string[]
  onChange: (next: (media: string[]) => string[]) => void
  /** That will show these files. */
  networks: readonly Network[]
  issues: Issue[]
  /** Messages begin with the names of their platforms. */
  named: boolean
}

/** Files are moved by dragging, with the buttons, or with Alt and an arrow key. */
function MediaList({ value, onChange, networks, issues, named }: MediaListProps) {
  const { find, nameOf, say } = useUploaded()
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return
    onChange((media) => moved(media, from, to))
    say(`${nameOf(value[from]!)} is now file ${to + 1} of ${value.length}.`)
  }
  const dragOf = useDragOrder(move)
  const remove = (index: number) => {
    onChange((media) => media.filter((_, at) => at !== index))
    say(`${nameOf(value[index]!)} is removed.`)
  }
  return (
    <Stack component="ol" gap={8} m={0} p={0} aria-label="Media, in the order shown">
      {keyed(value).map(({ key, url }, index) => (
        <MediaItem
          // The same before and after the upload, so that nobody is interrupted while they type.
          key={find(url)?.key ?? key}
          entry={url}
          name={nameOf(url)}
          at={index}
          count={value.length}
          networks={networks}
          issues={issues.filter(({ field }) => field === `media_urls[${index}]` || field === `alt_texts[${index}]`)}
          named={named}
          onMove={(to) => move(index, to)}
          onRemove={() => remove(index)}
          drag={dragOf(index)}
        />
      ))}
    </Stack>
  )
}

/** The API says the same of every file; once is enough. */
function useOtherIssues(issues: Issue[]): Issue[] {
  const { data: store } = useStoreFacts()
  const problem = store?.fetch_problem
  return problem ? issues.filter(({ message }) => !message.includes(problem)) : issues
}

/** Whether networks that fetch files by themselves will get those of the library, and how to make it so. */
function Reach({ value, networks }: Pick<MediaListProps, 'value' | 'networks'>) {
  const { data: store } = useStoreFacts()
  const fetchers = networks.filter(({ media }) => !media.uploaded)
  const hasOwn = value.some((entry) => isPending(entry) || ownPathOf(entry) !== null)
  if (!store || !hasOwn || fetchers.length === 0) return null
  const names = listNetworks(fetchers)
  const { fetch_problem: problem } = store
  if (problem === null) {
    const fetch = fetchers.length === 1 ? 'fetches' : 'fetch'
    return <Hint>{`${names} ${fetch} uploaded files from this server, and can, as far as the settings tell.`}</Hint>
  }
  return (
    <Alert color="orange" p="xs" icon={<IconWorldOff aria-hidden />} title={`${names} will not get these files`}>
      <Small>{problem}</Small>
    </Alert>
  )
}

interface LibraryDialogProps extends DialogProps {
  onChoose: (files: Media[]) => void
}

/** Chooses from the files that were uploaded before. They come in the order in which they were clicked. */
function LibraryDialog({ opened, onClose, onChoose }: LibraryDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Choose from the library" size="xl">
      <Choice onClose={onClose} onChoose={onChoose} />
    </Modal>
  )
}

function Choice({ onClose, onChoose }: Omit<LibraryDialogProps, 'opened'>) {
  const [filter, setFilter] = useState<LibraryFilter>({ kind: undefined, q: '' })
  const [chosen, setChosen] = useState<Media[]>([])
  const toggle = (file: Media) =>
    setChosen((now) => (now.some(({ id }) => id === file.id) ? now.filter(({ id }) => id !== file.id) : [...now, file]))
  const count = chosen.length
  return (
    <>
      <Library
        filter={filter}
        onFilter={setFilter}
        onPress={toggle}
        chosen={chosen}
        empty="Files that you upload for a post are kept here, so that you can use them again."
      />
      <Group justify="flex-end" gap="xs" className={classes.choice!}>
        <SecondaryButton onClick={onClose}>Go back</SecondaryButton>
        <Button disabled={count === 0} onClick={() => onChoose(chosen)}>
          {count === 0 ? 'Choose files' : count === 1 ? 'Add 1 file' : `Add ${count} files`}
        </Button>
      </Group>
    </>
  )
}
