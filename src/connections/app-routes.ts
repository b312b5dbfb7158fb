import type { Db } from '../db/database.ts'
import { baseUrlAt, callerOf, type Request } from '../http/call.ts'
import { readInput } from '../http/input.ts'
import { dataAnswer, listAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import { checkNames, type Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import {
  APP_NAMES,
  AppChangeSchema,
  AppCheckSchema,
  appVerdict,
  networkApp,
  readAppChange,
  readAppCheck,
} from './app-schemas.ts'
import type { NetworkApps } from './network-apps.ts'
import { findNameOfPerson } from './store.ts'

interface Deps {
  networkApps: NetworkApps
  pool: Db
  config: { baseUrl: string }
}

const operation = operationsOf<Deps>('Connections')
const onApp = operationsOf<Deps>('Connections', {
  missing: message('app.not_found'),
  params: S.object({ app: S.oneOf(APP_NAMES, 'Which network. LinkedIn has two apps: one for people, one for pages.') }),
})

export const listApps = operation({
  id: 'listNetworkApps',
  summary: 'List the apps that accounts are connected through',
  description:
    'Threads, Instagram, LinkedIn and X want an app of your own; Bluesky and Mastodon need none. What is in the environment wins over what is saved here.',
  answers: { 200: listAnswer('One for each app.', networkApp.schema, networkApp.example) },
  handle: ({ networkApps, config }, request) => networkApps.list(redirectUrlOf(config, request)),
})

export const saveApp = onApp({
  id: 'saveNetworkApp',
  idempotent: 'repeatable',
  summary: 'Save the app of a network',
  description:
    'The secret is stored encrypted and never shown again. Every process uses it from then on, without a restart, and posts that waited for it go out. Accounts that were approved for another app are in `outdated_accounts`: connect them again.',
  body: {
    schema: AppChangeSchema,
    examples: { app: { client_id: '990602627938098', client_secret: '0a1b2c3d4e5f60718293a4b5c6d7e8f9' } },
  },
  answers: { 200: recordAnswer('The app as it is now.', networkApp) },
  async handle({ networkApps, pool, config }, request, reply) {
    const name = nameOf(request)
    const change = readInput(request, (issues, body) => readAppChange(known(issues, body), body, name))
    const caller = callerOf(request)
    const by = caller.kind === 'user' ? await findNameOfPerson(pool, caller.userId) : null
    reply.header('cache-control', 'no-store')
    return networkApps.save(name, change, by, redirectUrlOf(config, request))
  },
})

export const deleteApp = onApp({
  id: 'deleteNetworkApp',
  summary: 'Forget the app of a network',
  description:
    'Id and secret are deleted here. Accounts stay connected, but their posts are held and their access is not renewed until an app is set up again.',
  answers: {
    200: dataAnswer(
      'It is forgotten.',
      S.output('DeletedNetworkApp', { app: S.oneOf(APP_NAMES), deleted: S.literal(true) }),
      { app: 'threads', deleted: true },
    ),
  },
  async handle({ networkApps }, request) {
    const app = nameOf(request)
    return (await networkApps.remove(app)) ? { app, deleted: true } : null
  },
})

export const checkApp = onApp({
  id: 'checkNetworkApp',
  idempotent: 'repeatable',
  summary: 'Ask a network whether it accepts the app',
  description:
    'Checks the app in the body, or the one in use. Nothing is saved or approved. The redirect address and the permissions are only seen when an account is connected.',
  body: {
    schema: AppCheckSchema,
    examples: { saved: {}, new: { client_id: '990602627938098', client_secret: '0a1b2c3d4e5f60718293a4b5c6d7e8f9' } },
  },
  answers: { 200: recordAnswer('What the network says.', appVerdict) },
  async handle({ networkApps }, request, reply) {
    const name = nameOf(request)
    const asked = readInput(request, (issues, body) => readAppCheck(known(issues, body), body, name))
    reply.header('cache-control', 'no-store')
    return networkApps.check(name, asked)
  },
})

function known(issues: Issues, body: Record<string, unknown>): Issues {
  checkNames(issues, body, ['client_id', 'client_secret'])
  return issues
}

function nameOf(request: Request): string {
  return (request.params as { app: string }).app
}

function redirectUrlOf({ baseUrl }: Deps['config'], request: Request): string {
  return `${baseUrlAt(baseUrl, request)}/connect/callback`
}
