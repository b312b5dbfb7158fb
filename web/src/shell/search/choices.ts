import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { useMay } from '../../api/client.ts'
import {
  type Icon,
  IconAddressBook,
  IconBook2,
  IconForms,
  IconLink,
  IconPencilPlus,
  IconUpload,
  IconUsers,
  IconWebhook,
} from '../../parts/icons.tsx'
import { SETTING_GROUPS } from '../../settings/places.ts'
import { HOME, MENU, SETTINGS } from '../places.ts'

/** What the search can open. */
export interface Choice {
  /** Unique among all. */
  key: string
  label: string
  /** Tells apart what has the same name. */
  hint?: string | null | undefined
  icon: Icon
  to: string
  search?: Record<string, string>
  /** It opens in another tab. */
  isOutside?: boolean | undefined
}

export interface ChoiceGroup {
  key: string
  title: string
  choices: readonly Choice[]
}

type May = ReturnType<typeof useMay>
type Translate = (message: MessageDescriptor) => string

interface Action {
  label: MessageDescriptor
  icon: Icon
  to: string
  search?: Record<string, string>
  /** Null for everybody. */
  needs: 'write' | 'own' | null
}

const NEW = { new: 'yes' }

const ACTIONS: readonly Action[] = [
  { label: msg`New post`, icon: IconPencilPlus, to: '/posts/new', needs: 'write' },
  { label: msg`New contact`, icon: IconAddressBook, to: '/contacts', search: NEW, needs: 'write' },
  { label: msg`Import contacts`, icon: IconUpload, to: '/contacts/import', needs: 'write' },
  { label: msg`New form`, icon: IconForms, to: '/forms', search: NEW, needs: 'write' },
  { label: msg`New link`, icon: IconLink, to: '/links', search: NEW, needs: 'write' },
  { label: msg`New webhook`, icon: IconWebhook, to: '/webhooks', search: NEW, needs: 'write' },
  { label: msg`Invite somebody`, icon: IconUsers, to: '/settings/team', search: NEW, needs: 'own' },
]

/** Other words that find a page. */
const ALSO: Record<string, MessageDescriptor> = {
  '/posts': msg({ message: 'calendar schedule drafts', comment: 'Words to find Posts by, in any order' }),
  '/media': msg({ message: 'files pictures images videos', comment: 'Words to find Media by, in any order' }),
  '/contacts': msg({ message: 'leads people export', comment: 'Words to find Contacts by, in any order' }),
  '/results': msg({ message: 'reports statistics clicks', comment: 'Words to find Results by, in any order' }),
  '/webhooks': msg({
    message: 'webhooks in incoming Stripe Typeform',
    comment: 'Words to find “Receive from other services” by, in any order',
  }),
  '/events': msg({
    message: 'webhooks out outgoing endpoints Slack Zapier',
    comment: 'Words to find “Send to other services” by, in any order',
  }),
  '/settings/connections': msg({
    message: 'accounts connect Instagram Threads LinkedIn Mastodon Bluesky',
    comment: 'Words to find the settings of networks by, in any order',
  }),
  '/settings/team': msg({ message: 'people roles members', comment: 'Words to find the team by, in any order' }),
  '/settings/security': msg({
    message: 'password sessions two-factor sign-in',
    comment: 'Words to find the settings of security by, in any order',
  }),
}

/** The pages, settings and actions that have these words, as far as the person may use them. */
export function findPlaces(words: string, may: May, t: Translate): ChoiceGroup[] {
  const actions = ACTIONS.filter(({ needs }) => needs === null || may[needs]).map(
    ({ label, icon, to, search }): Choice => ({ key: `new ${to}`, label: t(label), icon, to, search: search ?? {} }),
  )
  const pages = [HOME, ...MENU.flatMap(({ places }) => places), SETTINGS]
    .filter(({ isForOwners }) => may.own || !isForOwners)
    .map(({ label, icon, to, isOutside }): Choice => ({ key: to, label: t(label), icon, to, isOutside }))
  const help: Choice = { key: '/docs', label: t(msg`Help`), icon: IconBook2, to: '/docs', isOutside: true }
  const settings = SETTING_GROUPS.filter(({ isForOwners }) => may.own || !isForOwners).flatMap(({ pages }) =>
    pages.map(([to, label, icon]): Choice => ({ key: to, label: t(label), icon, to })),
  )
  const has = ({ to, label, key }: Choice) => {
    const also = key === to ? ALSO[to] : undefined
    return matches(`${label} ${also ? t(also) : ''}`, words)
  }
  return [
    { key: 'actions', title: t(msg`Actions`), choices: actions.filter(has) },
    { key: 'pages', title: t(msg`Pages`), choices: [...pages, help].filter(has) },
    { key: 'settings', title: t(msg`Settings`), choices: settings.filter(has) },
  ]
}

/** Whether the text has all these words, or beginnings and parts of them, whatever their case and accents. */
export function matches(text: string, words: string): boolean {
  const plain = plainOf(text)
  return plainOf(words)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

function plainOf(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
