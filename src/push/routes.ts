import { personOf } from '../http/call.ts'
import { answerDeleted, idOf, readInput } from '../http/input.ts'
import { deletedAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import { message } from '../messages/message.ts'
import type { Push } from './push.ts'
import * as schemas from './schemas.ts'

interface Deps {
  push: Push
  config: { allowPrivateNetworks: boolean }
}

const operation = operationsOf<Deps>('Sign-in')
const onBrowser = operationsOf<Deps>('Sign-in', { missing: message('push.not_found') })

export const getNotifications = operation({
  id: 'getNotifications',
  summary: 'See where one is told of new leads',
  description:
    'The browsers that show notifications. Mail is in `GET /v1/me`; chats and phones are endpoints of events.',
  answers: { 200: recordAnswer('What is switched on.', schemas.notifications) },
  handle: ({ push }, request) => push.show(personOf(request)),
})

export const updateNotifications = operation({
  id: 'updateNotifications',
  idempotent: 'repeatable',
  summary: 'Choose what notifications say',
  body: { schema: schemas.notifications.changeSchema, examples: { words: { words: true } } },
  answers: { 200: recordAnswer('As it is now.', schemas.notifications) },
  handle: ({ push }, request) => push.change(personOf(request), readInput(request, schemas.notifications.readChange)),
})

export const addBrowser = operation({
  id: 'addBrowser',
  idempotent: 'repeatable',
  summary: 'Switch notifications on in a browser',
  description:
    'Web Push (RFC 8030): what a notification says is encrypted for the browser. It ends with the session: at sign-out, and when the person leaves the team.',
  body: { schema: schemas.NewBrowserSchema, examples: { browser: schemas.newBrowserExample } },
  answers: { 201: recordAnswer('The browser gets the next notification.', schemas.browser) },
  async handle({ push, config }, request, reply) {
    const address = readInput(request, (issues, body) => schemas.readBrowser(issues, body, config.allowPrivateNetworks))
    const added = await push.add(personOf(request), address, request.headers['user-agent'] ?? null)
    reply.code(201)
    return added
  },
})

export const deleteBrowser = onBrowser({
  id: 'deleteBrowser',
  summary: 'Switch notifications off in a browser',
  answers: { 200: deletedAnswer('It gets no more notifications.', schemas.browser.example) },
  handle: ({ push }, request) => answerDeleted(request, (id) => push.remove(personOf(request), id)),
})

export const testBrowser = onBrowser({
  id: 'testBrowser',
  idempotent: 'repeatable',
  summary: 'Send a test notification to a browser',
  answers: { 200: recordAnswer('What the push service said.', schemas.testResult) },
  handle: ({ push }, request, { language }) => push.test(personOf(request), idOf(request), language),
})
