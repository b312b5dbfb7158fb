import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import type { Media } from '../../../api/schema.ts'
import { Library, type LibraryFilter } from '../../../media/Library.tsx'
import type { DialogProps } from '../../../parts/dialogs/MakeDialog.tsx'
import { SecondaryButton } from '../../../parts/variants.ts'
import classes from './media.module.css'

interface LibraryDialogProps extends DialogProps {
  onChoose: (files: Media[]) => void
}

/** Chooses from the files that were uploaded before. They come in the order in which they were clicked. */
export function LibraryDialog({ opened, onClose, onChoose }: LibraryDialogProps) {
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
