import { useLingui } from '@lingui/react'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { PagePath } from '../../src/dashboard/pages.ts'
import { Overview } from './overview/Overview.tsx'
import { loadTexts } from './parts/language.ts'
import { NotHere, PageProblem, PageWait } from './shell/NotHere.tsx'
import { Shell } from './shell/Shell.tsx'

/** The query of the URL as strings. Pages ignore unknown parameters. */
type Search = Record<string, string | undefined>

const validateSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )

const root = createRootRoute({ component: Outlet, validateSearch })

/** Draws the page again when the language changes. What is typed in it stays. */
const inLanguage = (Shown: ComponentType) => () => {
  useLingui()
  return <Shown />
}

const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: inLanguage(Shell) })

type Load<N extends string> = () => Promise<Record<N, RouteComponent>>

/** A page and the texts that it needs: the first visit waits for those of the overview only. */
const lazy = <N extends string>(load: Load<N>, name: N): RouteComponent => {
  const loadBoth = async () => {
    const [pages] = await Promise.all([load(), loadTexts()])
    return { Page: inLanguage(pages[name] as ComponentType) }
  }
  return lazyRouteComponent(loadBoth, 'Page')
}

const page = <P extends PagePath, N extends string>(path: P, load: Load<N>, name: N) =>
  createRoute({ getParentRoute: () => inside, path, component: lazy(load, name) })

/** A page that comes with the frame. */
const first = <P extends PagePath>(path: P, Shown: ComponentType) =>
  createRoute({ getParentRoute: () => inside, path, component: inLanguage(Shown) })

const entry = <P extends PagePath>(path: P, name: keyof typeof import('./entry/pages.ts')) =>
  createRoute({ getParentRoute: () => root, path, component: lazy(() => import('./entry/pages.ts'), name) })

const settings = page('/settings', () => import('./settings/Settings.tsx'), 'Settings')

type SettingPath = PagePath extends infer P
  ? P extends `/settings${infer Rest extends `/${string}`}`
    ? Rest
    : never
  : never

const setting = <P extends SettingPath, N extends string>(path: P, load: Load<N>, name: N) =>
  createRoute({ getParentRoute: () => settings, path, component: lazy(load, name) })

function moved(to: '/keys' | '/settings/workspace'): never {
  throw redirect({ to, replace: true })
}

// Constants, because inside `addChildren` paths widen to `string` and links are not checked.
const entries = [
  entry('/sign-in', 'SignIn'),
  entry('/set-up', 'SetUp'),
  entry('/join', 'Join'),
  entry('/forgot-password', 'ForgotPassword'),
  entry('/reset-password', 'ResetPassword'),
] as const

const pages = [
  createRoute({ getParentRoute: () => inside, path: '/$', component: inLanguage(NotHere) }),
  first('/', Overview),
  page('/contacts', () => import('./contacts/list/Contacts.tsx'), 'Contacts'),
  page('/contacts/import', () => import('./contacts/import/ImportContacts.tsx'), 'ImportContacts'),
  page('/contacts/people/$email', () => import('./contacts/Person.tsx'), 'PersonPage'),
  page('/contacts/$id', () => import('./contacts/ContactPage.tsx'), 'ContactPage'),
  page('/posts', () => import('./posts/Posts.tsx'), 'Posts'),
  page('/posts/new', () => import('./posts/compose/Composer.tsx'), 'NewPost'),
  page('/posts/groups/$id', () => import('./posts/GroupPage.tsx'), 'GroupPage'),
  page('/posts/groups/$id/edit', () => import('./posts/compose/Composer.tsx'), 'EditPosts'),
  page('/posts/$id', () => import('./posts/PostPage.tsx'), 'PostPage'),
  page('/posts/$id/edit', () => import('./posts/compose/Composer.tsx'), 'EditPost'),
  page('/forms', () => import('./forms/Forms.tsx'), 'Forms'),
  page('/forms/held', () => import('./forms/Submissions.tsx'), 'Held'),
  page('/forms/$id', () => import('./forms/FormPage.tsx'), 'FormPage'),
  page('/results', () => import('./results/Results.tsx'), 'Results'),
  page('/links', () => import('./links/Links.tsx'), 'Links'),
  page('/links/$id', () => import('./links/ShortLinkPage.tsx'), 'ShortLinkPage'),
  page('/media', () => import('./media/MediaPage.tsx'), 'MediaPage'),
  page('/webhooks', () => import('./webhooks/Webhooks.tsx'), 'Webhooks'),
  page('/webhooks/$id', () => import('./webhooks/WebhookPage.tsx'), 'WebhookPage'),
  page('/events', () => import('./events/Events.tsx'), 'Events'),
  page('/keys', () => import('./keys/Keys.tsx'), 'Keys'),
  page('/events/endpoints/$id', () => import('./events/EndpointPage.tsx'), 'EndpointPage'),
] as const

const settingsPages = [
  createRoute({ getParentRoute: () => settings, path: '/', beforeLoad: () => moved('/settings/workspace') }),
  // Links from before keys had a page of their own.
  createRoute({ getParentRoute: () => settings, path: '/keys', beforeLoad: () => moved('/keys') }),
  setting('/connections', () => import('./settings/Connections.tsx'), 'Connections'),
  setting('/notifications', () => import('./settings/Notifications.tsx'), 'Notifications'),
  setting('/team', () => import('./settings/Team.tsx'), 'Team'),
  setting('/workspace', () => import('./settings/Workspace.tsx'), 'Workspace'),
  setting('/backups', () => import('./settings/Backups.tsx'), 'Backups'),
  setting('/installation', () => import('./settings/Installation.tsx'), 'Installation'),
  setting('/language', () => import('./settings/Reading.tsx'), 'Reading'),
  setting('/security', () => import('./settings/Security.tsx'), 'Security'),
] as const

const tree = root.addChildren([...entries, inside.addChildren([...pages, settings.addChildren(settingsPages)])])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingComponent: PageWait,
  defaultErrorComponent: PageProblem,
  defaultNotFoundComponent: NotHere,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** True if a keyboard shortcut opened it: the next keystroke is text. */
    isTyping?: boolean
  }
}
