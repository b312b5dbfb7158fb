import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Kbd, Modal, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, useEffect, useState } from 'react'
import type { DialogProps } from '../parts/dialogs.tsx'
import { IconSearch } from '../parts/icons.tsx'
import { loadTexts } from '../parts/language.ts'
import { Loading, Problem } from '../parts/ui.tsx'
import classes from './Shell.module.css'

type Panel = ComponentType<{ onClose: () => void }>

/** Loaded with its texts when it is opened for the first time. */
async function loadPanel(): Promise<Panel> {
  const [{ SearchPanel }] = await Promise.all([import('./search/SearchPanel.tsx'), loadTexts()])
  return SearchPanel
}

export function Search({ opened, onClose }: DialogProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Find anything`}
      size="lg"
      yOffset="8dvh"
      fullScreen={isPhone}
      styles={{ title: { fontWeight: 600 } }}
      // Opened again while it fades away, it would have the words of before.
      transitionProps={{ duration: 0 }}
    >
      <Loaded onClose={onClose} />
    </Modal>
  )
}

function Loaded({ onClose }: { onClose: () => void }) {
  const [loaded, setLoaded] = useState<{ Panel?: Panel; error?: unknown }>({})
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    setLoaded({})
    loadPanel().then(
      (Panel) => setLoaded({ Panel }),
      (error: unknown) => setLoaded({ error }),
    )
  }, [attempt])
  if (loaded.error) return <Problem error={loaded.error} retry={() => setAttempt(attempt + 1)} />
  return loaded.Panel ? <loaded.Panel onClose={onClose} /> : <Loading />
}

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent)

const OPENS = { 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'Control+K Meta+K' } as const

/** In the menu of a desktop. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <UnstyledButton className={classes.search} onClick={onOpen} {...OPENS}>
      <IconSearch size={18} />
      <span className={classes.searchWords}>
        <Trans>Find anything</Trans>
      </span>
      <Kbd size="xs" aria-hidden>
        {IS_APPLE ? '⌘K' : 'Ctrl+K'}
      </Kbd>
    </UnstyledButton>
  )
}

/** In the top bar of a phone. */
export function SearchSign({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      hiddenFrom="sm"
      aria-label={t`Find anything`}
      onClick={onOpen}
      {...OPENS}
    >
      <IconSearch size={20} />
    </ActionIcon>
  )
}
