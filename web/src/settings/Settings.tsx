import { useLingui } from '@lingui/react/macro'
import { NavLink } from '@mantine/core'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMay } from '../api/client.ts'
import { Page } from '../parts/Page.tsx'
import { Hint } from '../parts/text.tsx'
import { SETTING_GROUPS } from './places.ts'
import classes from './Settings.module.css'

export function Settings() {
  const { t } = useLingui()
  const { own } = useMay()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const nav = useRef<HTMLElement>(null)
  // On a phone they are a row, and the open one may be outside of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is open
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <Page title={t`Settings`}>
      <div className={classes.layout}>
        <nav ref={nav} aria-label={t`Settings`} className={classes.nav}>
          {SETTING_GROUPS.filter(({ isForOwners }) => own || !isForOwners).map(({ title, pages }) => (
            <div key={title.id} className={classes.group}>
              <Hint className={classes.title}>{t(title)}</Hint>
              <ul>
                {pages.map(([to, label, Sign]) => (
                  <li key={to}>
                    <NavLink
                      component={Link}
                      to={to}
                      label={t(label)}
                      active={path === to}
                      aria-current={path === to ? 'page' : undefined}
                      leftSection={<Sign size={18} />}
                      className={classes.link}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={classes.page}>
          <Outlet />
        </div>
      </div>
    </Page>
  )
}
