import { Tabs } from '@mantine/core'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Page } from '../parts/Page.tsx'

const TABS = [
  ['keys', 'API keys'],
  ['connections', 'Networks'],
  ['notifications', 'Notifications'],
  ['team', 'Team'],
  ['workspace', 'Workspace'],
  ['backups', 'Backups'],
  ['security', 'Security'],
] as const

export function Settings() {
  const here = useRouterState({ select: (state) => state.location.pathname.split('/')[2] ?? 'keys' })
  const navigate = useNavigate()
  return (
    <Page title="Settings">
      <Tabs
        value={here}
        onChange={(tab) => tab && void navigate({ to: `/settings/${tab}` as '/settings/keys' })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {TABS.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={here}>
          <Outlet />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
