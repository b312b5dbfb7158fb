import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionIcon,
  Group,
  Menu,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api, isProblem, type Me } from '../api/client.ts'
import { ROLES } from '../entry/roles.ts'
import { IconBook2, IconLogout, IconMoon, IconSettings, IconSun, IconUserCircle, icon } from '../parts/icons.tsx'
import { forgetTyped } from '../parts/kept.ts'
import { Small } from '../parts/text.tsx'
import { tell } from '../parts/ui.tsx'
import { keepSignedIn } from './signed-in.ts'

const IconKeyboard = icon`M2 8a2 2 0 0 1 2 -2h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2l0 -8M6 10l0 .01M10 10l0 .01M14 10l0 .01M18 10l0 .01M6 14l0 .01M18 14l0 .01M10 14l4 .01`

export function ThemeSwitch() {
  const { t } = useLingui()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Tooltip label={isDark ? t`Light theme` : t`Dark theme`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={isDark ? t`Switch to the light theme` : t`Switch to the dark theme`}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? <IconSun size={20} /> : <IconMoon size={20} />}
      </ActionIcon>
    </Tooltip>
  )
}

export function Person({ me, onShortcuts }: { me: Me; onShortcuts: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leave = async () => {
    try {
      await api.POST('/v1/auth/sign-out')
    } catch (error) {
      if (!isProblem(error) || error.status !== 401) return tell.problem(error)
    }
    keepSignedIn(false)
    await navigate({ to: '/sign-in' })
    // After the page is left: it keeps what is typed in it.
    forgetTyped()
    queries.clear()
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton px={8} py={6} bdrs="md" aria-label={t`Signed in as ${me.user.name}`}>
          <Group gap={6} wrap="nowrap">
            <IconUserCircle size={22} />
            <Small visibleFrom="sm" truncate maw={160}>
              {me.user.name}
            </Small>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.user.email} · {ROLES[me.role].label}
        </Menu.Label>
        <Menu.Item component={Link} to="/settings/security" leftSection={<IconSettings size={16} />}>
          <Trans>Your sign-in and sessions</Trans>
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook2 size={16} />}>
          <Trans>Help</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onShortcuts}>
          <Trans>Keyboard shortcuts</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
