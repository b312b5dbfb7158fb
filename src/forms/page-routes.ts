import { readFile } from 'node:fs/promises'
import { ApiError } from '../errors.ts'
import { createFindForm } from '../http/access/auth.ts'
import { type AllowedOrigins, allowOrigin, sendPreflight } from '../http/access/cors.ts'
import type { RateLimits } from '../http/access/rate-limit.ts'
import { createSharedAnswer, sendShared } from '../http/answers/shared-answer.ts'
import type { Request } from '../http/call.ts'
import { pageLanguage } from '../http/language.ts'
import type { HttpApp } from '../http/server/app.ts'
import { parseWebUrl } from '../lib/net/web-url.ts'
import type { Language } from '../messages/languages.ts'
import { sayIn } from '../messages/sentence.ts'
import type { Forms } from './deps.ts'
import { CARRIED_FIELDS, REDIRECT_FIELD } from './fields/fields.ts'
import type { OpenForm } from './form-cache.ts'
import { formForVisitor } from './languages.ts'
import {
  embeddedForm,
  FORM_SCRIPT,
  formPage,
  type PagePlace,
  problemPage,
  sendHtml,
  sendRefusal,
  thanksPage,
  websitesOf,
} from './page.ts'

interface Deps {
  forms: Forms
  limits: RateLimits
  origins: AllowedOrigins
  /** The https URL for a request that came without TLS; null if it may proceed. */
  secureUrl: (request: Request) => string | null
}

export const formPagePaths = ['/f/:id', '/f/:id/thanks', '/f/:id/embed']
const FOR_WEBSITES = { '/v1/forms/:id/submissions': 'POST', '/v1/forms/:id/challenge': 'GET' } as const
export const preflightPaths = Object.keys(FOR_WEBSITES)

/** The public pages of forms, and the preflight requests of browsers on other websites. */
export function addFormPages(app: HttpApp, deps: Deps): void {
  const { forms, limits, origins, secureUrl } = deps
  const find = createFindForm(forms.cache, limits)

  type Show = (form: OpenForm, request: Request, place: PagePlace) => string
  const page = (url: string, show: Show) =>
    app.route({
      method: 'GET',
      url,
      config: { access: { mode: 'open' }, refuse: sendRefusal },
      async handler(request, reply) {
        const secure = secureUrl(request)
        if (secure !== null) return reply.code(308).header('location', secure).send('')
        const found = await orMissing(find(request, reply))
        if (found === null) return sendHtml(reply, 404, noFormPage(pageLanguage(reply)), null)
        const form = formForVisitor(found, request, reply)
        const place = Object.hasOwn(request.query as object, FRAME) ? 'frame' : 'page'
        const websites = await websitesOf(form, origins)
        return sendHtml(reply, 200, show(form, request, place), form, { place, websites })
      },
    })
  page(formPagePaths[0]!, (form, request, place) => {
    forms.views.count(form, request)
    const shown = { sent: carriedBy(request), errors: {} }
    return formPage(form, shown, forms.protection.tokenFor(form.publicId), place)
  })
  page(formPagePaths[1]!, thanksPage)

  // The form as the script draws it into pages of websites.
  app.route({
    method: 'GET',
    url: formPagePaths[2]!,
    config: { access: { mode: 'open' } },
    async handler(request, reply) {
      const found = await find(request, reply)
      allowOrigin(request, reply, await websitesOf(found, origins))
      const form = formForVisitor(found, request, reply)
      reply.header('cache-control', 'no-store').header('content-language', form.settings.language)
      return reply.send({ success: true, data: embeddedForm(form) })
    },
  })

  const preflight = (url: string, allowed: 'GET' | 'POST') =>
    app.route({
      method: 'OPTIONS',
      url,
      config: { access: { mode: 'open', isUncounted: true } },
      async handler(request, reply) {
        // Leaves the 404 to the actual request, whose response the page can read.
        const form = await orMissing(find(request, reply))
        if (form === null) return sendPreflight(reply, allowed)
        allowOrigin(request, reply, await websitesOf(form, origins))
        return sendPreflight(reply, allowed)
      },
    })
  for (const [url, allowed] of Object.entries(FOR_WEBSITES)) preflight(url, allowed)
}

function noFormPage(language: Language): string {
  const say = sayIn(language)
  return problemPage(language, say('page.no_form_title'), say('page.no_form'))
}

async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Query parameter of a page that is shown in a frame. */
const FRAME = 'frame'
const CARRIED_MAX = 500

/** Reads where the visitor comes from: from the page's URL and the referring website. */
function carriedBy(request: Request): Record<string, unknown> {
  const query = request.query as Record<string, unknown>
  const sent: Record<string, unknown> = {}
  for (const name of [...CARRIED_FIELDS, REDIRECT_FIELD]) {
    const value = query[name]
    if (typeof value === 'string' && value !== '') sent[name] = value.slice(0, CARRIED_MAX).toWellFormed()
  }
  const from = parseWebUrl(request.headers.referer)
  if (from !== null && from.host !== request.headers.host) sent.referrer ??= from.origin
  return sent
}

/** Scripts for websites: the first improves forms that are there, the second also draws them. */
const SCRIPTS = { '/forms/doorpost.js': 'doorpost.js', [FORM_SCRIPT]: 'form.js' }

export function addSnippets(app: HttpApp): void {
  for (const [url, file] of Object.entries(SCRIPTS)) {
    const script = createSharedAnswer('text/javascript; charset=utf-8', () => readFile(new URL(file, import.meta.url)))
    app.route({
      method: 'GET',
      url,
      config: {},
      handler: (request, reply) => {
        reply
          .header('access-control-allow-origin', '*')
          .header('cross-origin-resource-policy', 'cross-origin')
          // Browsers revalidate after an hour, and get 304 while it is unchanged.
          .header('cache-control', 'public, max-age=3600')
        return sendShared(request, reply, script)
      },
    })
  }
}
