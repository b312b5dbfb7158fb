import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, AppShell, Burger, Group, Text, Tooltip } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, isProblem, type Me, useMay, useMe } from '../api/client.ts'
import { type LiveEvent, useLive } from '../api/live.ts'
import { IconDoor, IconPlugConnectedX } from '../parts/icons.tsx'
import { forgetTypedByOthers } from '../parts/kept.ts'
import { loadTexts } from '../parts/language.ts'
import { laterDialog } from '../parts/later.tsx'
import { useRemovals } from '../parts/removals.tsx'
import { AnchorLink, Problem } from '../parts/ui.tsx'
import { Menu } from './Menu.tsx'
import { useIsOnline, useOfflineFrame } from './offline.ts'
import { Person, ThemeSwitch } from './Person.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { Search, SearchButton, SearchSign } from './Search.tsx'
import classes from './Shell.module.css'
import { useShortcutChoice } from './shortcut-choice.ts'
import { keepSignedIn } from './signed-in.ts'
import { useUnseenLeads } from './unseen-leads.ts'

const Shortcuts = laterDialog(async () => (await import('./Shortcuts.tsx')).Shortcuts)

const SANDBOX_COLORS = { bg: 'light-dark(#fff3bf, #4a3c00)', c: 'light-dark(#5c4500, #ffec99)' }

/** Visitors are sent to sign-in, then back to the same page. */
export function Shell() {
  const me = useMe()
  if (isProblem(me.error) && me.error.status === 401) return <ToSignIn />
  if (me.data) return <Frame me={me.data} />
  if (me.error) return <NotReached error={me.error} />
  return <Boot />
}

/** The same as in index.html, so that nothing moves until the session is known. */
function Boot() {
  const { t } = useLingui()
  return (
    <main className="boot" role="status" aria-label={t`Loading`}>
      <div className="boot-logo">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <p className="boot-name">Doorpost</p>
      </div>
      <div className="boot-bar" />
      <div className="boot-head" />
      <div className="boot-menu">{bones(8)}</div>
      <div className="boot-page">{bones(4)}</div>
      <div className="boot-phone" />
    </main>
  )
}

const ASK_AFTER_MS = 5_000

const bones = (count: number) => Array.from({ length: count }, (_, index) => <i key={String(index)} />)

/**
 * Shown in place of the page. Nothing was typed here, so it reloads once there is a connection. Browsers say so before
 * the first request gets through, and say nothing when only Doorpost was away, so it also asks.
 */
function NotReached({ error }: { error: unknown }) {
  useEffect(() => {
    const reload = () => location.reload()
    const ask = async () => {
      const status = await api.GET('/v1/me').then(
        ({ response }) => response.status,
        () => null,
      )
      if (status === 200 || status === 401) reload()
    }
    const asking = setInterval(() => void ask(), ASK_AFTER_MS)
    addEventListener('online', reload)
    return () => {
      clearInterval(asking)
      removeEventListener('online', reload)
    }
  }, [])
  return (
    <main className="boot" data-problem>
      <div className="boot-logo">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <p className="boot-name">Doorpost</p>
      </div>
      <div className="boot-head" />
      <div className="boot-menu" />
      <div className="boot-page">
        <Problem error={error} retry={() => location.reload()} />
      </div>
      <div className="boot-phone" />
    </main>
  )
}

/** Navigates once: the URL changes on the way and must not become the page to return to. */
function ToSignIn() {
  const router = useRouter()
  useEffect(() => {
    keepSignedIn(false)
    const { href } = router.latestLocation
    void router.navigate({ to: '/sign-in', search: href === '/' ? {} : { back: href }, replace: true })
  }, [router])
  return null
}

function Frame({ me }: { me: Me }) {
  const { t } = useLingui()
  // Before a page reads what was typed.
  useState(() => forgetTypedByOthers(me.user.id))
  const [isOpen, { toggle, close }] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const [isSearching, search] = useDisclosure()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // The list of contacts shows new leads itself.
  const live = useLive((events) => path !== '/contacts' && void tellLeads(events))
  const isOnline = useIsOnline()
  useOfflineFrame()
  useRemovals()
  const unseen = useUnseenLeads(me.user.id)
  const navigate = useNavigate()
  const may = useMay()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu of a phone
  useEffect(() => {
    close()
  }, [path])
  useEffect(() => {
    keepSignedIn(true)
  }, [])
  const [hasShortcuts] = useShortcutChoice()
  useHotkeys(
    // The first letters may be typed before the field of the search is there.
    hasShortcuts && !isSearching
      ? [
          ['/', () => focusSearch()],
          ['c', () => may.write && void navigate({ to: '/posts/new', state: { isTyping: true } })],
          ['shift+?', help.open],
        ]
      : [],
  )
  // Also while typing.
  useHotkeys([['mod+K', search.toggle]], [], true)

  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className={classes.skip} href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
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
            <SearchSign onOpen={search.open} />
            <ThemeSwitch />
            <Person me={me} onShortcuts={help.open} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar id="menu" className={classes.navbar} data-open={isOpen || undefined}>
        <AppShell.Section component={Group} gap={8} h={56} px="md">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t`Close the menu`} />
          <AnchorLink to="/" c="inherit" fz={18} fw={700} underline="never">
            <Group component="span" gap={8}>
              <IconDoor size={22} />
              Doorpost
            </Group>
          </AnchorLink>
        </AppShell.Section>
        <AppShell.Section px="xs" pb={8} visibleFrom="sm">
          <SearchButton onOpen={search.open} />
        </AppShell.Section>
        <AppShell.Section grow className={classes.scroll} px="xs">
          <Menu path={path} unseen={unseen} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main className={classes.main} id="content" tabIndex={-1}>
        {(live === 'lost' || !isOnline) && (
          <Alert color="orange" icon={<IconPlugConnectedX />} mb="md" role="status">
            <Trans>
              The connection to Doorpost is lost. Doorpost reconnects automatically; what you typed stays here.
            </Trans>
          </Alert>
        )}
        <Outlet />
      </AppShell.Main>
      <PhoneBar path={path} unseen={unseen} isMenuOpen={isOpen} onMenu={toggle} />
      <Search opened={isSearching} onClose={search.close} />
      <Shortcuts opened={isHelpOpen} onClose={help.close} />
    </AppShell>
  )
}

/** Notifies of new leads. Loads the code for that when the first one comes in. */
async function tellLeads(events: readonly LiveEvent[]): Promise<void> {
  if (!events.some(({ type }) => type === 'contact.created')) return
  const [{ tellNewLeads }] = await Promise.all([import('./new-leads.tsx'), loadTexts()])
  await tellNewLeads(events)
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-search]')
  field?.focus()
  field?.select()
}
