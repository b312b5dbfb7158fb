import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSafeFetch } from '../../src/lib/net/safe-fetch.ts'
import { blueskyAuth } from '../../src/platforms/bluesky/auth.ts'
import { serviceSettings } from '../../src/platforms/settings.ts'
import { createPlatformHttp } from '../../src/platforms/shared/client.ts'
import type { HttpAnswer, Session } from '../../src/platforms/shared/contract.ts'
import { withProofs } from '../../src/platforms/shared/dpop.ts'
import { launchBrowser } from '../../tests/helpers/browser.ts'

interface Place {
  pds: string
  directoryUrl: string
  handle: string
  password: string
}

/** The .alt domain never resolves (RFC 9476): pds.ts tells the PDS where to find it. The PDS refuses example.com. */
export const APP_HOST = 'doorpost.alt'
const REDIRECTS = ['http://127.0.0.1:9/connect/callback', `https://${APP_HOST}/connect/callback`]
const now = () => new Date()

/** Serves the metadata that the PDS reads at the app's public name. */
export async function startAppPage() {
  const page = { url: '', document: null as unknown, reads: 0, stop: () => void server.close() }
  const server = createServer((_request, response) => {
    page.reads += 1
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page.document))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  page.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return page
}

/** Tries an app on this machine, and one at a public address that authenticates with a key. */
export async function tryApprovals(place: Place, page: Awaited<ReturnType<typeof startAppPage>>): Promise<string[]> {
  const uris: string[] = []
  for (const redirectUri of REDIRECTS) uris.push(await tryApproval(place, redirectUri, page))
  assert.ok(page.reads > 0, 'the PDS has read the metadata of the app')
  return uris
}

/** Approves in Chromium on the PDS's own pages, as a person would; then posts and renews the access. */
async function tryApproval(
  { pds, directoryUrl, handle, password }: Place,
  redirectUri: string,
  page: { document: unknown },
): Promise<string> {
  const safeFetch = createSafeFetch({ allowPrivate: true, anyPort: true })
  const anywhere = createPlatformHttp(safeFetch, { allowedHosts: 'any', httpsOnly: false })
  const app = await blueskyAuth.registerApp!(anywhere, serviceSettings('bluesky', pds), redirectUri)
  page.document = blueskyAuth.describeApp!(app, redirectUri)
  const settings = { ...serviceSettings('bluesky', pds), directoryUrl, ...app }
  const codeVerifier = randomBytes(32).toString('hex')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const state = randomBytes(16).toString('hex')
  const request = { redirectUri, state, codeChallenge, handle }
  const { url, session } = await blueskyAuth.beginApproval!(anywhere, settings, request, now())

  const back = await approve(url, redirectUri, password)
  assert.equal(back.searchParams.get('state'), state)
  const onServer = { ...settings, apiUrl: session.serviceUrl, tokenUrl: session.tokenUrl }
  const hosts = [session.serviceUrl, session.tokenUrl].map((each) => new URL(each).host)
  const http = createPlatformHttp(safeFetch, { allowedHosts: hosts, httpsOnly: false })
  const answer = {
    code: back.searchParams.get('code')!,
    issuer: back.searchParams.get('iss'),
    redirectUri,
    codeVerifier,
    session,
  }
  const tokens = await blueskyAuth.exchangeCode(http, onServer, answer, now())
  const fresh = await blueskyAuth.refresh!(http, onServer, tokens, now())
  assert.notEqual(fresh.refreshToken, tokens.refreshToken)
  const [profile] = await blueskyAuth.profiles(withProofs(http, session.key, now), onServer, fresh.accessToken)
  assert.equal(profile!.handle, handle)

  const put = (headers: Record<string, string>, proven: boolean) => putPost(http, session, headers, proven)
  const made = await put({ authorization: `Bearer ${fresh.accessToken}` }, true)
  assert.equal(made.status, 200, made.text)
  // A token without its key must be useless.
  const stolen = await put({ authorization: `DPoP ${fresh.accessToken}` }, false)
  assert.equal(stolen.status, 401, stolen.text)
  // A refresh token works once.
  await assert.rejects(blueskyAuth.refresh!(http, onServer, tokens, now()), /did not renew the access/)
  return (made.json as { uri: string }).uri
}

function putPost(
  http: ReturnType<typeof createPlatformHttp>,
  { key, serviceUrl, accountId }: Session,
  headers: Record<string, string>,
  proven: boolean,
): Promise<HttpAnswer> {
  const record = { $type: 'app.bsky.feed.post', text: 'Approved in a browser', createdAt: now().toISOString() }
  const json = { repo: accountId, collection: 'app.bsky.feed.post', rkey: '3l5abcdefgh22', record }
  const url = `${serviceUrl}/xrpc/com.atproto.repo.putRecord`
  return (proven ? withProofs(http, key, now) : http)({ method: 'POST', url, headers, json })
}

/** Returns the URL to which the PDS redirects the browser. */
async function approve(url: string, redirectUri: string, password: string): Promise<URL> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const isBack = (address: URL | string) => String(address).startsWith(redirectUri)
    await page.route(isBack, (route) => route.abort())
    const back = page.waitForRequest((request) => isBack(request.url()), { timeout: 60_000 })
    await page.goto(url)
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^(authorize|accept|allow)$/i }).click()
    return new URL((await back).url())
  } finally {
    await browser.close()
  }
}
