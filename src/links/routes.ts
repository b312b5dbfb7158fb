import { transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Slice } from '../db/statements/paging.ts'
import { validationError } from '../errors.ts'
import { sendPage } from '../http/answers/answer.ts'
import { ifMatchOf, readIfMatch, requireMatch, taggedByVersion } from '../http/answers/etag.ts'
import { baseUrlAt, type Request, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { answerDeleted, idOf, readInput, readQuery } from '../http/input.ts'
import { itself, listAll, listInParts } from '../http/pagination.ts'
import { completeRange, hasFilter } from '../http/query.ts'
import { dataAnswer, deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import type { Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { addDays, countDays } from '../lib/time/days.ts'
import { message } from '../messages/message.ts'
import { selectDays, selectSources } from './click-store.ts'
import { changeLink, type Links, showLink } from './links.ts'
import { qrPng, qrSvg } from './qr.ts'
import * as schemas from './schemas.ts'
import * as store from './store.ts'
import { targetProblems, urlOfCode } from './target.ts'

interface Deps extends CreationDeps, Pick<Parts, 'reads'> {
  links: Links
  config: { baseUrl: string; linkBaseUrl: string }
}

const operation = operationsOf<Deps>('Links')
const onLink = operationsOf<Deps>('Links', { missing: message('link.not_found') })

export const createLink = operation({
  id: 'createShortLink',
  summary: 'Create a short link',
  description:
    'For newsletters, print, profiles and whatever else is not a post: links in posts are made by Doorpost itself. `url` sends ' +
    'visitors on to `target`, with the UTM parameters of the link where the target has none of the same name, and with the ' +
    'code as `dp`. A contact that is sent with this `dp` is tied to the link. Nothing is stored about visitors but counts.',
  idempotent: 'own',
  body: {
    schema: schemas.link.newSchema,
    examples: {
      smallest: { target: schemas.link.example.target },
      newsletter: {
        target: schemas.link.example.target,
        name: 'Spring newsletter',
        utm: { source: 'newsletter', medium: 'email', campaign: 'spring' },
      },
    },
  },
  answers: { 201: recordAnswer('The link works from now on.', schemas.link) },
  async handle(deps, request, reply) {
    const { input, idempotencyKey } = readCreation(request, (issues, body) => {
      const input = schemas.link.readNew(issues, body)
      checkTarget(issues, deps, request, input.target)
      return input
    })
    const workspaceId = workspaceOf(request)
    return answerCreated(deps, request, reply, idempotencyKey, async (tx) =>
      shown(deps, request, await deps.links.create(tx, workspaceId, input)),
    )
  },
})

export const listLinks = operation({
  id: 'listShortLinks',
  summary: 'List short links',
  description: 'Newest first, those of posts included, with their counts.',
  query: schemas.linksQuery.schema,
  answers: { 200: pageAnswer('A page of links.', schemas.link.schema, schemas.link.example) },
  async handle(deps, request, reply) {
    const { reads } = deps
    const { filter, page } = readQuery(request, schemas.linksQuery.read)
    const workspaceId = workspaceOf(request)
    const place = { workspaceId, urlPrefix: urlOfCode(baseUrlAt(deps.config.linkBaseUrl, request), '') }
    if (!hasFilter(filter)) return sendPage(reply, await listAll(reads, store.LINKS, place, page))
    const total = await store.countLinks(reads, workspaceId, filter)
    const select = (slice: Slice) => store.selectLinks(reads, place, filter, slice)
    return sendPage(reply, listInParts(page, { total }, select, itself))
  },
})

export const getLink = onLink({
  id: 'getShortLink',
  summary: 'Read a short link',
  description: '`ETag` is the version of the link, which clicks do not change. Send it as `If-Match` with a change.',
  answers: { 200: { ...recordAnswer('The link.', schemas.link), etag: true } },
  async handle(deps, request, reply) {
    const row = await store.findLink(deps.pool, workspaceOf(request), idOf(request))
    return taggedByVersion(reply, row && shown(deps, request, row))
  },
})

export const getLinkDays = onLink({
  id: 'getShortLinkDays',
  summary: 'Count the clicks of a short link by day',
  description:
    'Days are in UTC; those without clicks are there, with 0. New clicks are in the counts after about a second.',
  query: schemas.linkDaysQuery.schema,
  answers: { 200: dataAnswer('The counts.', schemas.LinkDaysSchema, schemas.linkDaysExample) },
  async handle({ pool, reads, clock }, request) {
    const [workspaceId, id] = [workspaceOf(request), idOf(request)]
    const { from, to } = readQuery(request, (issues, query) =>
      completeRange(issues, schemas.linkDaysQuery.read(issues, query), clock.now()),
    )
    if ((await store.findLink(pool, workspaceId, id)) === null) return null
    const rows = await selectDays(reads, workspaceId, id, from, to)
    const sources = await selectSources(reads, workspaceId, id, { from, to, most: schemas.SOURCES_MAX })
    const found = new Map(rows.map((row) => [row.day, row]))
    const all = Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index))
    return { from, to, days: all.map((day) => found.get(day) ?? { day, ...NO_CLICKS }), sources }
  },
})

const NO_CLICKS = { clicks: 0, visitors: 0, bots: 0, previews: 0, heads: 0 }

const QR = 'With the short link in it, for print. It stays right when the target of the link changes.'

const svg = { contentType: 'image/svg+xml', schema: S.string(), example: '<svg …>' }
const png = { contentType: 'image/png', schema: S.string({ format: 'binary' }), example: '(the bytes of the picture)' }

export const getLinkQr = qrOperation('getShortLinkQr', 'svg', svg, qrSvg)
export const getLinkQrPng = qrOperation('getShortLinkQrPng', 'png', png, qrPng)

function qrOperation(id: string, type: 'svg' | 'png', answer: typeof svg, draw: (url: string) => string | Buffer) {
  return onLink({
    id,
    summary: `Get the QR code of a short link as ${type.toUpperCase()}`,
    description: QR,
    answers: { 200: { description: 'The picture.', ...answer } },
    async handle({ pool, config }, request, reply) {
      const row = await store.findLink(pool, workspaceOf(request), idOf(request))
      if (row === null) return null
      const picture = draw(urlOfCode(baseUrlAt(config.linkBaseUrl, request), row.code))
      return reply
        .type(answer.contentType)
        .header('content-security-policy', "default-src 'none'")
        .header('content-disposition', `inline; filename="${row.code}.${type}"`)
        .send(picture)
    },
  })
}

export const updateLink = onLink({
  id: 'updateShortLink',
  idempotent: 'atomic',
  summary: 'Change, disable or enable a short link',
  description:
    'The code stays. A change reaches every node within a second. A disabled link answers 410 with a page that says so, and ' +
    'keeps its counts.',
  ifMatch: true,
  body: {
    schema: schemas.link.changeSchema,
    examples: {
      move: { target: 'https://www.example.com/summer' },
      campaign: { utm: { campaign: 'summer', term: null } },
      disable: { disabled: true },
    },
  },
  answers: { 200: { ...recordAnswer('The link as it is now.', schemas.link), etag: true } },
  async handle(deps, request, reply, open) {
    const sent = readInput(request, (issues, body) => {
      const change = schemas.link.readChange(issues, body)
      checkTarget(issues, deps, request, change.target)
      return { change, ifMatch: readIfMatch(issues, request) }
    })
    const row = await transaction(open ?? deps.pool, async (tx) => {
      const locked = await store.lockLink(tx, workspaceOf(request), idOf(request))
      return locked && changeLink(tx, locked, sent, new Date(deps.clock.now()))
    })
    return taggedByVersion(reply, row && shown(deps, request, row))
  },
})

export const deleteLink = onLink({
  id: 'deleteShortLink',
  summary: 'Delete a short link',
  description:
    'With its counts; visitors get a 404 from then on. Contacts that came by it stay, and keep its id. Refused (400) while a ' +
    'post has the link in its text: disable it instead, which keeps the counts.',
  ifMatch: true,
  answers: { 200: deletedAnswer('The link is gone.', schemas.link.example) },
  handle: ({ pool }, request) =>
    answerDeleted(request, (id) =>
      transaction(pool, async (tx) => {
        const row = await store.lockLink(tx, workspaceOf(request), id)
        if (row === null) return false
        const { workspace_id, post_id: post } = row
        if (post !== null && (await store.isOfPost(tx, workspace_id, post))) {
          throw validationError({ id: [message('link.in_post', { post })] })
        }
        requireMatch(ifMatchOf(request), row.version)
        await store.removeLink(tx, workspace_id, id)
        return true
      }),
    ),
})

function shown({ config }: Deps, request: Request, row: store.CountedLinkRow) {
  return showLink(row, baseUrlAt(config.linkBaseUrl, request))
}

function checkTarget(issues: Issues, { config }: Deps, request: Request, target: string | undefined): void {
  if (!target) return
  // Refuses our own short links, both under the address in the settings and under the one that the caller used.
  const reached = `http://${request.headers.host ?? 'localhost'}`
  const urls = [baseUrlAt(config.linkBaseUrl, request), baseUrlAt(config.baseUrl, request), reached]
  const ownUrls = urls.filter((url) => URL.canParse(url))
  for (const problem of targetProblems(target, ownUrls)) issues.add('target', problem)
}
