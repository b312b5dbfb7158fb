import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { LEAD_STATUSES } from '../../../src/contact-fields.ts'
import { DAY_MS } from '../../../src/lib/time/span.ts'
import type { ApiKey, Workspace, WorkspacePatch } from '../api/schema.ts'
import { USUAL_STATUSES } from '../contacts/names.ts'
import { changesOf } from '../parts/changes.ts'
import { instantOf } from '../parts/wall-clock.ts'

export type Scope = ApiKey['scopes'][number]

export const NOUNS = [
  { noun: 'contacts', label: msg`Contacts`, about: msg`People, imports and exports` },
  { noun: 'posts', label: msg`Posts`, about: msg`Posts, media and connected accounts` },
  { noun: 'webhooks', label: msg`Webhooks`, about: msg`Sources and what they sent` },
  { noun: 'events', label: msg`Events`, about: msg`The feed and its endpoints` },
  { noun: 'links', label: msg`Links`, about: msg`Short links and their clicks` },
  { noun: 'forms', label: msg`Forms`, about: msg`Forms and what was sent with them` },
] as const

export const ALL_SCOPES: Scope[] = NOUNS.flatMap(({ noun }) => [`${noun}:read`, `${noun}:write`] as const)

/** "Contacts: read and write. Posts: read" */
export function scopesInWords(scopes: readonly string[]): string {
  if (ALL_SCOPES.every((scope) => scopes.includes(scope))) return t`Everything`
  return NOUNS.flatMap(({ noun, label }) => {
    const name = i18n._(label)
    const [reads, writes] = ['read', 'write'].map((verb) => scopes.includes(`${noun}:${verb}`))
    if (reads && writes) return [t`${name}: read and write`]
    return reads ? [t`${name}: read`] : writes ? [t`${name}: write`] : []
  }).join('. ')
}

export const expiries = () => [
  { value: 'never', label: t`Never` },
  { value: '30', label: t`In 30 days` },
  { value: '90', label: t`In 90 days` },
  { value: '365', label: t`In a year` },
  { value: 'date', label: t`On a day I choose` },
]

/** A chosen day ends at midnight in the workspace's time zone. */
export function expiryOf(choice: string, day: string, zone: string): string | null {
  if (choice === 'never') return null
  if (choice === 'date') return instantOf(`${day}T23:59:59`, zone).toISOString()
  return new Date(Date.now() + Number(choice) * DAY_MS).toISOString()
}

// Browsers also name their ancestors, so the first match is the real one.
const BROWSERS: Array<[RegExp, string]> = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: Array<[RegExp, string]> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const nameIn = (list: Array<[RegExp, string]>, text: string) => list.find(([sign]) => sign.test(text))?.[1] ?? null

/** "Firefox on Windows", from the browser's User-Agent. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null) return t`Unknown device`
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser === null) return system ?? t`Another program`
  return system === null ? browser : t`${browser} on ${system}`
}

type Whose = 'setting' | 'own'

const whose = (own: unknown): Whose => (own === null ? 'setting' : 'own')

export function toForm(workspace: Workspace) {
  const {
    name,
    time_zone,
    late_window_minutes,
    allowed_origins,
    track_links,
    utm_campaign,
    contact_statuses,
    effective,
  } = workspace
  return {
    name,
    time_zone,
    window: whose(late_window_minutes),
    late_window_minutes: (late_window_minutes ?? effective.late_window_minutes) as number | string,
    origins: whose(allowed_origins),
    allowed_origins: allowed_origins ?? effective.allowed_origins,
    track_links,
    utm_campaign: utm_campaign ?? '',
    contact_statuses: contact_statuses.map(({ key, label }) => ({
      key,
      label: label === LEAD_STATUSES[key] ? i18n._(USUAL_STATUSES[key]) : label,
    })),
  }
}

export type WorkspaceValues = ReturnType<typeof toForm>

const toBody = (values: WorkspaceValues) => ({
  name: values.name,
  time_zone: values.time_zone,
  late_window_minutes: values.window === 'own' ? Number(values.late_window_minutes) : null,
  allowed_origins: values.origins === 'own' ? values.allowed_origins : null,
  track_links: values.track_links,
  utm_campaign: values.utm_campaign.trim() || null,
  // The usual names are stored once, and shown in each reader's language.
  contact_statuses: values.contact_statuses.map(({ key, label }) => ({
    key,
    label: label.trim() === i18n._(USUAL_STATUSES[key]) ? LEAD_STATUSES[key] : label,
  })),
})

export function toPatch(before: WorkspaceValues, after: WorkspaceValues): WorkspacePatch {
  return changesOf(toBody(before), toBody(after))
}
