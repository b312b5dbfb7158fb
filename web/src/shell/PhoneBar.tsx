import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/client.ts'
import { IconPencilPlus, icon } from '../parts/icons.tsx'
import { CONTACTS, HOME, isAt, type Place, POSTS } from './places.ts'
import classes from './Shell.module.css'

const IconMenu = icon`M4 6l16 0M4 12l16 0M4 18l16 0`

interface PhoneBarProps {
  path: string
  unseen: number
  isMenuOpen: boolean
  onMenu: () => void
}

/** The main pages at the bottom of a phone's screen; the rest is behind "More". */
export function PhoneBar({ path, unseen, isMenuOpen, onMenu }: PhoneBarProps) {
  const { t } = useLingui()
  const may = useMay()
  return (
    <nav aria-label={t`Main pages`} className={classes.bar}>
      <BarLink place={HOME} path={path} />
      <BarLink place={POSTS} path={path} />
      {may.write && (
        <Link to="/posts/new" className={classes.barItem} activeOptions={{ exact: true }}>
          <span className={classes.barCompose}>
            <IconPencilPlus size={20} />
          </span>
          <Trans>Compose</Trans>
        </Link>
      )}
      <BarLink place={CONTACTS} path={path} unseen={unseen} />
      <UnstyledButton className={classes.barItem} aria-expanded={isMenuOpen} aria-controls="menu" onClick={onMenu}>
        <IconMenu size={22} />
        <Trans comment="Opens the rest of the menu">More</Trans>
      </UnstyledButton>
    </nav>
  )
}

function BarLink({
  place: { to, label, icon: Sign },
  path,
  unseen = 0,
}: {
  place: Place
  path: string
  unseen?: number
}) {
  const { t } = useLingui()
  const isHere = isAt(to, path)
  return (
    <Link
      to={to}
      className={classes.barItem}
      activeOptions={{ exact: true }}
      data-active={isHere || undefined}
      aria-current={isHere ? 'page' : undefined}
    >
      <span className={classes.barSign}>
        <Sign size={22} />
        {unseen > 0 && (
          <span
            className={classes.barCount}
            role="img"
            aria-label={plural(unseen, { one: '# new lead', other: '# new leads' })}
          />
        )}
      </span>
      {t(label)}
    </Link>
  )
}
