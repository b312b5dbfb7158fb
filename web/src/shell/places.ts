import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type Icon,
  IconAddressBook,
  IconBolt,
  IconBook2,
  IconCalendarEvent,
  IconChartBar,
  IconForms,
  IconHome,
  IconKey,
  IconLink,
  IconPhoto,
  IconSettings,
  IconWebhook,
} from '../parts/icons.tsx'

export interface Place {
  to: string
  label: MessageDescriptor
  icon: Icon
  /** Not a page of the dashboard: it opens in another tab. */
  isOutside?: boolean
  /** Others can open it but see nothing there, so menu and search leave it out for them. */
  isForOwners?: boolean
}

export interface PlaceGroup {
  /** Left out if the entries explain themselves. */
  title?: MessageDescriptor
  places: readonly Place[]
}

export const HOME: Place = { to: '/', label: msg`Home`, icon: IconHome }
export const POSTS: Place = { to: '/posts', label: msg`Posts`, icon: IconCalendarEvent }
export const CONTACTS: Place = { to: '/contacts', label: msg`Contacts`, icon: IconAddressBook }
export const SETTINGS: Place = { to: '/settings', label: msg`Settings`, icon: IconSettings }

/** The menu, in the order of the work: write, see who came, see what it brought. */
export const MENU: readonly PlaceGroup[] = [
  {
    places: [
      POSTS,
      { to: '/media', label: msg`Media`, icon: IconPhoto },
      { to: '/links', label: msg`Links`, icon: IconLink },
    ],
  },
  { places: [CONTACTS, { to: '/forms', label: msg`Forms`, icon: IconForms }] },
  { places: [{ to: '/results', label: msg`Results`, icon: IconChartBar }] },
  {
    title: msg`Integrations`,
    places: [
      {
        to: '/webhooks',
        label: msg({ message: 'Receive from other services', comment: 'Name of the page of incoming webhooks' }),
        icon: IconWebhook,
      },
      {
        to: '/events',
        label: msg({ message: 'Send to other services', comment: 'Name of the page of outgoing events' }),
        icon: IconBolt,
      },
      { to: '/keys', label: msg`API keys`, icon: IconKey, isForOwners: true },
      {
        to: '/docs/api',
        label: msg({ message: 'Reference', comment: 'Documentation of the API, for programmers' }),
        icon: IconBook2,
        isOutside: true,
      },
    ],
  },
]

/** Whether the page at this path belongs to the place. */
export function isAt(to: string, path: string): boolean {
  if (to === '/') return path === '/'
  return (path === to || path.startsWith(`${to}/`)) && path !== '/posts/new'
}
