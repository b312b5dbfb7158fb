// Shows notifications, and opens what they are about. It caches nothing and handles no requests of pages.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

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
