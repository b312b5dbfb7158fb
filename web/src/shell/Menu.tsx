import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, NavLink, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useMay } from '../api/client.ts'
import { IconPencilPlus } from '../parts/icons.tsx'
import { CONTACTS, HOME, isAt, MENU, type Place, type PlaceGroup, SETTINGS } from './places.ts'
import classes from './Shell.module.css'

interface MenuProps {
  /** The path of the page that is open. */
  path: string
  unseen: number
}

export function Menu({ path, unseen }: MenuProps) {
  const { t } = useLingui()
  const may = useMay()
  return (
    <nav aria-label={t`Pages`} className={classes.menu}>
      <Group of={{ places: [HOME] }} path={path} unseen={unseen} />
      {may.write && (
        <NavLink
          component={Link}
          to="/posts/new"
          label={<Trans>Compose</Trans>}
          active={path === '/posts/new'}
          className={classes.compose}
          leftSection={<IconPencilPlus size={18} />}
        />
      )}
      {[...MENU, { places: [SETTINGS] }].map((group) => (
        <Group key={group.places[0]!.to} of={group} path={path} unseen={unseen} />
      ))}
    </nav>
  )
}

function Group({ of: { title, places }, path, unseen }: MenuProps & { of: PlaceGroup }) {
  const { t } = useLingui()
  const may = useMay()
  const id = useId()
  const own = places.filter(({ isForOwners }) => may.own || !isForOwners)
  return (
    <>
      {title && (
        <Text id={id} className={classes.group}>
          {t(title)}
        </Text>
      )}
      <ul className={classes.places} {...(title && { 'aria-labelledby': id })}>
        {own.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} path={path} unseen={unseen} />
          </li>
        ))}
      </ul>
    </>
  )
}

function PlaceLink({ place: { to, label, icon: Sign, isOutside }, path, unseen }: MenuProps & { place: Place }) {
  const { t } = useLingui()
  const look = { label: t(label), className: classes.place, leftSection: <Sign size={18} /> }
  if (isOutside) return <NavLink href={to} target="_blank" {...look} />
  const isHere = isAt(to, path)
  return (
    <NavLink
      component={Link}
      to={to}
      // Otherwise /posts is current while composing.
      activeOptions={{ exact: true }}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      rightSection={
        to === CONTACTS.to &&
        unseen > 0 && (
          <Badge size="sm" role="img" aria-label={plural(unseen, { one: '# new lead', other: '# new leads' })}>
            {unseen > 99 ? '99+' : unseen}
          </Badge>
        )
      }
      {...look}
    />
  )
}
