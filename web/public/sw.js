// Shows notifications, and opens what they are about. Keeps the frame of the dashboard and its static files, so that it
// opens without a connection. Never an answer of the API: what it does not name below goes to the server as if this file
// did not exist.

const CACHE = 'doorpost-frame'

/** The pages of the dashboard, which have one frame; a test compares this with src/dashboard/pages.ts. */
const PAGE =
  /^\/(?:(?:sign-in|set-up|join|forgot-password|reset-password|contacts|posts|forms|results|links|media|webhooks|events|keys|settings)(?:\/.*)?)?$/
/** Their names change with their content. */
const ASSET = /^\/assets\/[\w.-]+$/
const FILE = /^\/(?:theme\.js|icon\.svg|icon-192\.png|manifest\.webmanifest)$/

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(fetch('/').then(keepFrame))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (PAGE.test(url.pathname)) event.respondWith(openFrame(event))
  } else if (ASSET.test(url.pathname)) event.respondWith(readAsset(request))
  else if (FILE.test(url.pathname)) event.respondWith(readFile(request))
})

/** What the first page loaded before this worker was there. */
self.addEventListener('message', ({ data }) => {
  const paths = Array.isArray(data?.loaded) ? data.loaded.map(String).filter((path) => ASSET.test(path)) : []
  for (const path of paths) void readAsset(new Request(path)).catch(() => {})
})

/** From the server, so that a new version is there at once; the kept one only without a connection. */
async function openFrame(event) {
  try {
    const answer = await fetch(event.request)
    event.waitUntil(keepFrame(answer.clone()))
    return answer
  } catch (error) {
    const cache = await caches.open(CACHE)
    const kept = await cache.match('/')
    if (kept === undefined) throw error
    return kept
  }
}

/** A frame and its files belong together: those of another version go with it. */
async function keepFrame(answer) {
  if (!answer.ok || answer.redirected || !answer.headers.get('content-type')?.includes('text/html')) return
  const cache = await caches.open(CACHE)
  const filesOf = async (frame) => (await frame.text()).match(/\/assets\/[\w.-]+\.(?:js|css)(?=")/g) ?? []
  const files = await filesOf(answer.clone())
  // A page that says something else, such as that the dashboard is being built.
  if (files.length === 0) return
  const old = await cache.match('/')
  const isNew = old === undefined || String(await filesOf(old)) !== String(files)
  if (isNew) {
    await cache.addAll([...files, '/theme.js', '/icon.svg'])
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url)
      if (ASSET.test(pathname) && !files.includes(pathname)) await cache.delete(request)
    }
  }
  await cache.put('/', answer)
}

async function readAsset(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

async function readFile(request) {
  const cache = await caches.open(CACHE)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true })
    if (kept === undefined) throw error
    return kept
  }
}

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = readMessage(event.data)
  // The same tag replaces an earlier one: a repeat is seen once.
  const options = { body, tag, icon: '/icon.svg', data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

/** Browsers require a notification for every push, so there is one even if it cannot be read. */
function readMessage(data) {
  try {
    const { title, body, url, tag } = data.json()
    return { title: String(title), body: String(body), url: String(url), tag: String(tag) }
  } catch {
    return { title: 'Doorpost', body: '', url: '/contacts', tag: 'doorpost' }
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.url ?? '/'))
})

async function openPage(path) {
  const url = new URL(path, self.location.origin)
  // Only pages of the dashboard, whatever a message says.
  const target = url.origin === self.location.origin ? url.href : self.location.origin
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((each) => new URL(each.url).origin === self.location.origin)
  if (page === undefined) return self.clients.openWindow(target)
  await page.focus()
  return page.navigate(target).catch(() => self.clients.openWindow(target))
}

// The browser replaced the address of its push service: tell the server, with the session of the person.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options
  const next = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  if (!next) return
  await fetch('/v1/me/notifications/browsers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(next),
  })
}
