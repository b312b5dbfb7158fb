import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { NotHere } from './shell/NotHere.tsx'
import { PageProblem } from './shell/PageProblem.tsx'
import { PageWait } from './shell/PageWait.tsx'
import { Shell } from './shell/Shell.tsx'

/** The words behind `?` as a page gets them: texts only. Pages read what they know and ignore the rest. */
type Search = Record<string, string | undefined>

const validateSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )

const root = createRootRoute({ component: Outlet, validateSearch })

/** Behind sign-in. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell })

const page = <P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(load as never, name as never) })

const entry = <P extends string>(path: P, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent((() => import('./entry/pages.ts')) as never, name as never),
  })

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/Settings.tsx'), 'Settings'),
})

const setting = <P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({ getParentRoute: () => settings, path, component: lazyRouteComponent(load as never, name as never) })

/** Every page has a line. All but the frame are loaded when they are opened. */
const tree = root.addChildren([
  entry('/sign-in', 'SignIn'),
  entry('/set-up', 'SetUp'),
  entry('/join', 'Join'),
  entry('/forgot-password', 'ForgotPassword'),
  entry('/reset-password', 'ResetPassword'),
  inside.addChildren([
    createRoute({ getParentRoute: () => inside, path: '/$', component: NotHere }),
    page('/', () => import('./overview/Overview.tsx'), 'Overview'),
    page('/contacts', () => import('./contacts/Contacts.tsx'), 'Contacts'),
    page('/contacts/import', () => import('./contacts/ImportContacts.tsx'), 'ImportContacts'),
    page('/contacts/people/$email', () => import('./contacts/Person.tsx'), 'PersonPage'),
    page('/contacts/$id', () => import('./contacts/ContactPage.tsx'), 'ContactPage'),
    page('/posts', () => import('./posts/Posts.tsx'), 'Posts'),
    page('/posts/new', () => import('./posts/compose/Composer.tsx'), 'NewPost'),
    page('/posts/$id', () => import('./posts/PostPage.tsx'), 'PostPage'),
    page('/posts/$id/edit', () => import('./posts/compose/Composer.tsx'), 'EditPost'),
    page('/webhooks', () => import('./webhooks/Webhooks.tsx'), 'Webhooks'),
    page('/webhooks/$id', () => import('./webhooks/WebhookPage.tsx'), 'WebhookPage'),
    page('/events', () => import('./events/Events.tsx'), 'Events'),
    page('/events/endpoints/$id', () => import('./events/EndpointPage.tsx'), 'EndpointPage'),
    settings.addChildren([
      createRoute({
        getParentRoute: () => settings,
        path: '/',
        beforeLoad: () => {
          throw redirect({ to: '/settings/keys' })
        },
      }),
      setting('/keys', () => import('./settings/Keys.tsx'), 'Keys'),
      setting('/connections', () => import('./settings/Connections.tsx'), 'Connections'),
      setting('/team', () => import('./settings/Team.tsx'), 'Team'),
      setting('/workspace', () => import('./settings/Workspace.tsx'), 'Workspace'),
      setting('/security', () => import('./settings/Security.tsx'), 'Security'),
    ]),
  ]),
])

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
}
