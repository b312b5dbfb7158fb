import { api, dataOf } from '../api/client.ts'

// Notifications of this browser: the permission, its service worker and its push service.

type PushState =
  /** The browser has no Web Push, or the page is not on https or localhost. */
  | 'unsupported'
  /** The person has blocked notifications in the browser. */
  | 'blocked'
  | 'off'
  | 'on'

/** On iPhones, only a page on the home screen has Web Push. */
function hasPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

export async function pushState(): Promise<PushState> {
  if (!hasPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await ownSubscription()) === null ? 'off' : 'on'
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks for the permission. Returns false if the person declines. */
export async function switchOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = bytesOf(publicKey)
  const old = await pushManager.getSubscription()
  // One that was made with the keys of another installation gets nothing from this one.
  if (old !== null && !isSame(old.options.applicationServerKey, applicationServerKey)) await old.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
  await dataOf(api.POST('/v1/me/notifications/browsers', { body }))
  return true
}

/** The browser forgets its address, so that nobody who signs in here later gets notifications of this person. */
export async function switchOff(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function isSame(buffer: ArrayBuffer | null, bytes: Uint8Array): boolean {
  return buffer !== null && String(new Uint8Array(buffer)) === String(bytes)
}
