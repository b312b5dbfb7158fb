import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionIcon,
  Alert,
  AppShell,
  Badge,
  Burger,
  Container,
  Group,
  Kbd,
  Menu,
  Modal,
  NavLink,
  ScrollArea,
  Table,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api, isProblem, type Me, useMay, useMe } from '../api/client.ts'
import { useLive } from '../api/live.ts'
import {
  IconAddressBook,
  IconBolt,
  IconBook2,
  IconCalendarEvent,
  IconChartBar,
  IconDoor,
  IconForms,
  IconHome,
  IconLink,
  IconLogout,
  IconMapOff,
  IconMoon,
  IconPencilPlus,
  IconPhoto,
  IconPlugConnectedX,
  IconSettings,
  IconSun,
  IconUserCircle,
  IconWebhook,
} from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { Small } from '../parts/text.tsx'
import { AnchorLink, ButtonLink, Empty, Loading, Problem, tell } from '../parts/ui.tsx'
import { tellNewLeads } from './new-leads.tsx'
import classes from './Shell.module.css'
import { useUnseenLeads } from './unseen-leads.ts'

const PLACES = [
  { to: '/', label: msg`Overview`, icon: IconHome },
  { to: '/contacts', label: msg`Contacts`, icon: IconAddressBook },
  { to: '/forms', label: msg`Forms`, icon: IconForms },
  { to: '/posts', label: msg`Posts`, icon: IconCalendarEvent },
  { to: '/links', label: msg`Links`, icon: IconLink },
  { to: '/results', label: msg`Results`, icon: IconChartBar },
  { to: '/media', label: msg`Media`, icon: IconPhoto },
  { to: '/webhooks', label: msg`Webhooks`, icon: IconWebhook },
  { to: '/events', label: msg`Events`, icon: IconBolt },
  { to: '/settings', label: msg`Settings`, icon: IconSettings },
] as const

const SANDBOX_COLORS = { bg: 'light-dark(#fff3bf, #4a3c00)', c: 'light-dark(#5c4500, #ffec99)' }

/** Visitors are sent to sign-in, then back to the same page. */
export function Shell() {
  const me = useMe()
  if (isProblem(me.error) && me.error.status === 401) return <ToSignIn />
  if (me.data) return <Frame me={me.data} />
  if (me.error) {
    return (
      <Container component="main" size={560} pt="15vh" pb="md">
        <Problem error={me.error} retry={() => void me.refetch()} />
      </Container>
    )
  }
  return <Boot />
}

/** The same as in index.html, so that nothing moves until the session is known. */
function Boot() {
  const { t } = useLingui()
  return (
    <main className="boot" role="status" aria-label={t`Loading`}>
      <img src="/icon.svg" alt="" width="40" height="40" />
      <p className="boot-name">Doorpost</p>
      <div className="boot-bar" />
    </main>
  )
}

/** Navigates once: the URL changes on the way and must not become the page to return to. */
function ToSignIn() {
  const router = useRouter()
  useEffect(() => {
    const { href } = router.latestLocation
    void router.navigate({ to: '/sign-in', search: href === '/' ? {} : { back: href }, replace: true })
  }, [router])
  return null
}

function Frame({ me }: { me: Me }) {
  const { t } = useLingui()
  const [isOpen, { toggle, close }] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // The list of contacts shows new leads itself.
  const live = useLive((events) => path !== '/contacts' && void tellNewLeads(events))
  const unseen = useUnseenLeads(me.user.id)
  const navigate = useNavigate()
  const may = useMay()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu of a phone
  useEffect(() => {
    close()
  }, [path])
  useHotkeys([
    ['/', () => focusSearch()],
    ['c', () => may.write && void navigate({ to: '/posts/new', state: { isTyping: true } })],
    ['shift+?', help.open],
  ])

  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className={classes.skip} href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t`Menu`} />
            <Text fw={600} truncate>
              {me.workspace.name}
            </Text>
            {me.features.sandbox && (
              <Tooltip label={t`Simulated platforms: no post leaves this machine`}>
                <Text px={8} py={1} bdrs={999} fz={12} fw={600} {...SANDBOX_COLORS}>
                  <Trans>Sandbox</Trans>
                </Text>
              </Tooltip>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap" flex="none">
            <ThemeSwitch />
            <Person me={me} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar>
        <AppShell.Section component={Group} gap={8} h={56} px="md">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t`Close the menu`} />
          <AnchorLink to="/" c="inherit" fz={18} fw={700} underline="never">
            <Group component="span" gap={8}>
              <IconDoor size={22} />
              Doorpost
            </Group>
          </AnchorLink>
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} px="xs">
          <nav aria-label={t`Pages`}>
            {may.write && (
              <NavLink
                component={Link}
                to="/posts/new"
                label={t`Compose`}
                variant="filled"
                active
                mb={12}
                style={{ borderRadius: 'var(--mantine-radius-md)' }}
                leftSection={<IconPencilPlus size={18} />}
              />
            )}
            {PLACES.map(({ to, label, icon: Icon }) => {
              const isHere = to === '/' ? path === '/' : path.startsWith(to) && path !== '/posts/new'
              return (
                <NavLink
                  key={to}
                  component={Link}
                  to={to}
                  // Otherwise /posts is current while composing.
                  activeOptions={{ exact: true }}
                  label={t(label)}
                  active={isHere}
                  aria-current={isHere ? 'page' : undefined}
                  className={classes.place}
                  leftSection={<Icon size={18} />}
                  rightSection={
                    to === '/contacts' &&
                    unseen > 0 && (
                      <Badge size="sm" aria-label={plural(unseen, { one: '# new lead', other: '# new leads' })}>
                        {unseen > 99 ? '99+' : unseen}
                      </Badge>
                    )
                  }
                />
              )
            })}
          </nav>
        </AppShell.Section>
        <AppShell.Section p="xs">
          <NavLink
            href="/docs"
            target="_blank"
            label={t`Documentation`}
            className={classes.place}
            leftSection={<IconBook2 size={18} />}
          />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main bg="var(--doorpost-ground)" style={{ outline: 'none' }} id="content" tabIndex={-1}>
        {live === 'lost' && (
          <Alert color="orange" icon={<IconPlugConnectedX />} mb="md" role="status">
            <Trans>
              The connection to Doorpost is lost. Doorpost reconnects automatically; what you typed stays here.
            </Trans>
          </Alert>
        )}
        <Outlet />
      </AppShell.Main>
      <ShortcutHelp opened={isHelpOpen} onClose={help.close} />
    </AppShell>
  )
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-search]')
  field?.focus()
  field?.select()
}

function ThemeSwitch() {
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

function Person({ me }: { me: Me }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leave = async () => {
    try {
      await api.POST('/v1/auth/sign-out')
    } catch (error) {
      if (!isProblem(error) || error.status !== 401) return tell.problem(error)
    }
    await navigate({ to: '/sign-in' })
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
          {me.user.email} · {me.role}
        </Menu.Label>
        <Menu.Item component={Link} to="/settings/security" leftSection={<IconSettings size={16} />}>
          <Trans>Your sign-in and sessions</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const SHORTCUTS = [
  ['/', msg`Go to the search field of the page`],
  ['c', msg`Compose a post`],
  ['↑ ↓', msg`Move in a table or list`],
  ['Enter', msg`Open the row`],
  ['Esc', msg`Close a dialog`],
  ['?', msg`Show this help`],
] as const

function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal opened={opened} onClose={onClose} title={t`Keyboard`}>
      <Table>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, meaning]) => (
            <Table.Tr key={keys}>
              <Table.Td w={90}>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{t(meaning)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

export function NotHere() {
  const { t } = useLingui()
  return (
    <Page title={t`Not found`}>
      <Empty
        icon={IconMapOff}
        title={t`There is nothing at this address`}
        action={
          <ButtonLink to="/">
            <Trans>Go to the overview</Trans>
          </ButtonLink>
        }
      >
        <Trans>The link may be old, or a letter of it is missing.</Trans>
      </Empty>
    </Page>
  )
}

/** For example when the code of the page could not be loaded. */
export function PageProblem({ error }: { error: unknown }) {
  const { t } = useLingui()
  const router = useRouter()
  const isOld = error instanceof TypeError && /import|module/i.test(error.message)
  if (isOld) {
    const newer = new Error(t`This page could not be loaded. Doorpost may have been updated, or it cannot be reached.`)
    return <Problem error={newer} retry={() => location.reload()} />
  }
  return <Problem error={error} retry={() => void router.invalidate()} />
}

export function PageWait() {
  return <Loading rows={4} />
}
