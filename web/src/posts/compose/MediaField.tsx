import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, FileButton, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useId, useState } from 'react'
import type { Profile } from '../../../../src/platforms/registry.ts'
import type { Media } from '../../api/schema.ts'
import { useStoreFacts } from '../../media/file.ts'
import { Library, type LibraryFilter } from '../../media/Library.tsx'
import { isPending } from '../../media/upload-queue.ts'
import { ChooseFiles, DropArea, Refusals } from '../../media/uploading.tsx'
import { typed } from '../../parts/forms.tsx'
import { IconPlus, IconUpload, icon } from '../../parts/icons.tsx'
import { ownPathOf } from '../../parts/preview.ts'
import { Small } from '../../parts/text.tsx'
import { SecondaryButton, SmallButton } from '../../parts/ui.tsx'
import { useDragOrder } from '../../parts/useDragOrder.ts'
import { isWebUrl, keyed, moved, splitUrls } from '../media.ts'
import type { Issue } from './checks.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { messageProps } from './fields.tsx'
import { listNetworks, MediaItem } from './MediaItem.tsx'

const IconCamera = icon`M5 7h1a2 2 0 0 0 2 -2a1 1 0 0 1 1 -1h6a1 1 0 0 1 1 1a2 2 0 0 0 2 2h1a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2M9 13a3 3 0 1 0 6 0a3 3 0 0 0 -6 0`
const IconLibraryPhoto = icon`M7 5.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666M4.012 7.26a2.005 2.005 0 0 0 -1.012 1.737v10c0 1.1 .9 2 2 2h10c.75 0 1.158 -.385 1.5 -1M17 7h.01M7 13l3.644 -3.644a1.21 1.21 0 0 1 1.712 0l3.644 3.644M15 12l1.644 -1.644a1.21 1.21 0 0 1 1.712 0l2.644 2.644`
const IconWorldOff = icon`M5.657 5.615a9 9 0 1 0 12.717 12.739m1.672 -2.322a9 9 0 0 0 -12.066 -12.084M3.6 9h5.4m4 0h7.4M3.6 15h11.4m4 0h1.4M11.5 3a17.001 17.001 0 0 0 -1.493 3.022m-.847 3.145c-.68 4.027 .1 8.244 2.34 11.833M12.5 3a16.982 16.982 0 0 1 2.549 8.005m-.207 3.818a16.979 16.979 0 0 1 -2.342 6.177M3 3l18 18`

interface MediaFieldProps {
  /** URLs and upload keys. */
  value: string[]
  onChange: (next: (media: string[]) => string[]) => void
  networks: readonly Profile[]
  issues: Issue[]
  /** Messages begin with their platforms. */
  named: boolean
}

export function MediaField(props: MediaFieldProps) {
  const { t } = useLingui()
  const { value, onChange, networks, issues } = props
  const { change, uploads } = useComposer()
  const { data: store } = useStoreFacts()
  const [isChoosing, library] = useDisclosure()
  // The API repeats this for every file.
  const problem = store?.fetch_problem
  const others = problem ? issues.filter(({ message }) => !message.includes(problem)) : issues
  const addFiles = (files: File[]) => {
    const keys = uploads.add(files, networks)
    onChange((media) => [...media, ...keys])
  }
  const choose = (files: Media[]) => {
    library.close()
    uploads.know(files)
    const fresh = files.filter(({ url }) => !value.includes(url))
    const known = fresh.filter(({ alt_text }) => alt_text).map(({ url, alt_text }) => [url, alt_text!])
    change(({ alts }) => ({ alts: { ...Object.fromEntries(known), ...alts } }))
    onChange((media) => [...media, ...fresh.map(({ url }) => url)])
  }
  return (
    <DropArea onFiles={addFiles} said={uploads.said}>
      <Stack gap="xs">
        <UrlField {...props}>
          <FileButtons onFiles={addFiles} onLibrary={library.open} />
        </UrlField>
        <Refusals {...uploads} />
        <Reach value={value} networks={networks} problem={problem} />
        {value.length > 0 && <MediaList {...props} issues={others} />}
      </Stack>
      <Modal opened={isChoosing} onClose={library.close} title={t`Choose from the library`} size="xl">
        <Choice onClose={library.close} onChoose={choose} />
      </Modal>
    </DropArea>
  )
}

function FileButtons({ onFiles, onLibrary }: { onFiles: (files: File[]) => void; onLibrary: () => void }) {
  const hasCamera = useMediaQuery('(pointer: coarse)')
  return (
    <Group gap={6}>
      <ChooseFiles onFiles={onFiles}>
        {(button) => (
          <SmallButton {...button} leftSection={<IconUpload size={14} />}>
            <Trans>Choose files</Trans>
          </SmallButton>
        )}
      </ChooseFiles>
      {hasCamera && (
        <FileButton accept="image/*" capture="environment" onChange={(file) => file && onFiles([file])}>
          {(button) => (
            <SmallButton {...button} leftSection={<IconCamera size={14} />}>
              <Trans>Take a photo</Trans>
            </SmallButton>
          )}
        </FileButton>
      )}
      <SmallButton leftSection={<IconLibraryPhoto size={14} />} onClick={onLibrary}>
        <Trans>Library</Trans>
      </SmallButton>
    </Group>
  )
}

function UrlField({ value, onChange, issues, named, children }: MediaFieldProps & { children: ReactNode }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const whole = issues.filter(({ field }) => !field.includes('['))

  const add = (pasted: string) => {
    const urls = splitUrls(pasted)
    const wrong = urls.filter((url) => !isWebUrl(url))
    const fresh = urls.filter((url) => isWebUrl(url) && !value.includes(url))
    if (fresh.length > 0) onChange((media) => [...media, ...new Set(fresh)])
    setText(wrong.join('\n'))
    setProblem(
      wrong.length > 0
        ? t`A web address starts with https:// and has no spaces. Correct it, then add it.`
        : urls.length > fresh.length
          ? t`Files that are in the list already were not added again.`
          : null,
    )
  }

  return (
    <div>
      <Group justify="space-between" gap={6} mb={6}>
        <Small component="label" htmlFor={id} fw={500}>
          <Trans>Media</Trans>
        </Small>
        {children}
      </Group>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Textarea
          id={id}
          placeholder={t`Drop or paste files, or type https://…`}
          minRows={1}
          maxRows={5}
          flex={1}
          miw={0}
          {...typed(text, setText)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            if (text !== '' || !splitUrls(pasted).some(isWebUrl)) return
            event.preventDefault()
            add(pasted)
          }}
          // A typed URL is added even if the button is not pressed.
          onBlur={() => splitUrls(text).some(isWebUrl) && add(text)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            add(text)
          }}
          {...messageProps(whole, { named })}
          {...(problem !== null && { error: problem })}
        />
        <SecondaryButton leftSection={<IconPlus size={16} />} disabled={text.trim() === ''} onClick={() => add(text)}>
          <Trans comment="Adds a file by its address">Add</Trans>
        </SecondaryButton>
      </Group>
    </div>
  )
}

function MediaList({ value, onChange, networks, issues, named }: MediaFieldProps) {
  const { t } = useLingui()
  const { find, nameOf, say } = useComposer().uploads
  const count = value.length
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return
    onChange((media) => moved(media, from, to))
    const [name, place] = [nameOf(value[from]!), to + 1]
    say(t`${name} is now file ${place} of ${count}.`)
  }
  const dragOf = useDragOrder(move)
  const remove = (index: number) => {
    onChange((media) => media.filter((_, at) => at !== index))
    const name = nameOf(value[index]!)
    say(t`${name} is removed.`)
  }
  return (
    <Stack component="ol" gap={8} m={0} p={0} aria-label={t`Media, in the order shown`}>
      {keyed(value).map(({ key, url }, at) => (
        <MediaItem
          // The same before and after the upload, so that typing is not interrupted.
          key={find(url)?.key ?? key}
          entry={url}
          at={at}
          count={value.length}
          networks={networks}
          issues={issues.filter(({ field }) => field === `media_urls[${at}]` || field === `alt_texts[${at}]`)}
          named={named}
          onMove={(to) => move(at, to)}
          onRemove={() => remove(at)}
          drag={dragOf(at)}
        />
      ))}
    </Stack>
  )
}

interface ReachProps extends Pick<MediaFieldProps, 'value' | 'networks'> {
  /** Undefined until known; null when networks can fetch files. */
  problem: string | null | undefined
}

/** Whether networks that fetch files can get those of the library. */
function Reach({ value, networks, problem }: ReachProps) {
  const { t } = useLingui()
  const fetchers = networks.filter(({ media }) => !media.uploaded)
  const hasOwn = value.some((entry) => isPending(entry) || ownPathOf(entry) !== null)
  if (problem == null || !hasOwn || fetchers.length === 0) return null
  const names = listNetworks(fetchers)
  return (
    <Alert color="orange" p="xs" icon={<IconWorldOff />} title={t`${names} cannot fetch these files`}>
      {problem}
    </Alert>
  )
}

/** In the order in which they were clicked. */
function Choice({ onClose, onChoose }: { onClose: () => void; onChoose: (files: Media[]) => void }) {
  const { t } = useLingui()
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
        empty={t`Files that you upload for a post are kept here, so that you can use them again.`}
      />
      <Group justify="flex-end" gap="xs" className={classes.choice!}>
        <SecondaryButton onClick={onClose}>
          <Trans>Go back</Trans>
        </SecondaryButton>
        <Button disabled={count === 0} onClick={() => onChoose(chosen)}>
          {count === 0 ? t`Choose files` : plural(count, { one: 'Add # file', other: 'Add # files' })}
        </Button>
      </Group>
    </>
  )
}
