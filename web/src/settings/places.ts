import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Icon, IconMail, IconSettings, IconUsers, icon } from '../parts/icons.tsx'

const IconShare = icon`M3 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M15 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M15 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M8.7 10.7l6.6 -3.4M8.7 13.3l6.6 3.4`
const IconWorld = icon`M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18`
const IconLock = icon`M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6M11 16a1 1 0 1 0 2 0a1 1 0 0 0 -2 0M8 11v-4a4 4 0 1 1 8 0v4`
const IconDatabase = icon`M4 6a8 3 0 1 0 16 0a8 3 0 1 0 -16 0M4 6v6a8 3 0 0 0 16 0v-6M4 12v6a8 3 0 0 0 16 0v-6`
const IconServer = icon`M3 7a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v2a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-2M3 15a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v2a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-2M7 8v.01M7 16v.01`

interface SettingsGroup {
  title: MessageDescriptor
  /** Settings of the machine, which others can neither change nor see. */
  isForOwners?: boolean
  pages: ReadonlyArray<readonly [to: string, label: MessageDescriptor, icon: Icon]>
}

/** The pages of the settings, in groups. */
export const SETTING_GROUPS: readonly SettingsGroup[] = [
  {
    title: msg`For the team`,
    pages: [
      ['/settings/workspace', msg`Workspace`, IconSettings],
      ['/settings/team', msg`Team`, IconUsers],
      ['/settings/connections', msg`Networks`, IconShare],
    ],
  },
  {
    title: msg`For you`,
    pages: [
      ['/settings/notifications', msg`Notifications`, IconMail],
      ['/settings/language', msg`Language and time`, IconWorld],
      ['/settings/security', msg`Security`, IconLock],
    ],
  },
  {
    title: msg`This machine`,
    isForOwners: true,
    pages: [
      ['/settings/backups', msg`Backups`, IconDatabase],
      ['/settings/installation', msg`Installation`, IconServer],
    ],
  },
]
