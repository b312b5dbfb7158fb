import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SitePage {
  html: string
  /** Its Content-Security-Policy. */
  policy?: string
}

export interface Website {
  url: string
  close(): void
}

/** A website of another origin. `pageAt` gets the path; a path without a page is empty. */
export async function startWebsite(pageAt: (path: string) => SitePage | undefined): Promise<Website> {
  const http = createServer((request, response) => {
    const found = pageAt(new URL(request.url!, 'http://site').pathname)
    if (found?.policy) response.setHeader('content-security-policy', found.policy)
    response.setHeader('content-type', 'text/html; charset=utf-8').end(found?.html ?? '')
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
}
