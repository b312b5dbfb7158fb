import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { lazy } from '../../lib/bounds/remember.ts'

/** Relays that pass mail on to a real mailbox: they keep an address private. */
const PRIVACY_RELAYS = new Set([
  'duck.com',
  'privaterelay.appleid.com',
  'mozmail.com',
  'relay.firefox.com',
  'simplelogin.com',
  'simplelogin.co',
  'simplelogin.fr',
  'simplelogin.io',
  'aleeas.com',
  'slmail.me',
  'slmails.com',
  'silomails.com',
  'dralias.com',
  '8alias.com',
  '8shield.net',
  'passmail.net',
  'passinbox.com',
  'passfwd.com',
  'addy.io',
  'anonaddy.com',
  'anonaddy.me',
])

const domains = lazy(disposableEmailBlocklistSet)

/** Whether the address (lower case, ASCII domain) belongs to a provider of throw-away addresses. */
export function isDisposable(emailKey: string): boolean {
  // A subdomain has the same owner as its domain.
  for (let domain = afterFirst(emailKey, '@'); domain.includes('.'); domain = afterFirst(domain, '.')) {
    if (PRIVACY_RELAYS.has(domain)) return false
    if (domains().has(domain)) return true
  }
  return false
}

function afterFirst(text: string, separator: string): string {
  return text.slice(text.indexOf(separator) + 1)
}
