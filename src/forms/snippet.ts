import { readFile } from 'node:fs/promises'
import { createSharedAnswer, sendShared } from '../http/answers/shared-answer.ts'
import type { HttpApp } from '../http/server/app.ts'

export const SNIPPET_PATH = '/forms/doorpost.js'

/** The script for forms on other websites: any of them may load it. */
export function addSnippet(app: HttpApp): void {
  const script = createSharedAnswer('text/javascript; charset=utf-8', () =>
    readFile(new URL('doorpost.js', import.meta.url)),
  )
  app.route({
    method: 'GET',
    url: SNIPPET_PATH,
    config: {},
    handler: (request, reply) => {
      reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        // Browsers ask for it again after an hour, and get 304 while it is the same.
        .header('cache-control', 'public, max-age=3600')
      return sendShared(request, reply, script)
    },
  })
}
