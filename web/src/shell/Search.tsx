import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '../parts/icons.tsx'
import { laterDialog } from '../parts/later.tsx'
import classes from './Shell.module.css'

export const Search = laterDialog(async () => (await import('./search/SearchDialog.tsx')).SearchDialog)

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
