import { msg } from '@lingui/core/macro'
import type { TeamRole } from '../api/client.ts'
import { spoken } from '../parts/spoken.ts'

export const ROLES: Record<TeamRole, { label: string; as: string; may: string }> = spoken({
  owner: {
    label: msg({ message: 'Owner', context: 'role' }),
    as: msg({ message: 'owner', comment: 'Role: “You are invited to work in … as owner”' }),
    may: msg`Everything, including API keys, accounts, the team and the workspace.`,
  },
  editor: {
    label: msg({ message: 'Editor', context: 'role' }),
    as: msg({ message: 'editor', comment: 'Role: “You are invited to work in … as editor”' }),
    may: msg`Posts, contacts, webhooks and events. Not API keys, the team or the workspace.`,
  },
  viewer: {
    label: msg({ message: 'Viewer', context: 'role' }),
    as: msg({ message: 'viewer', comment: 'Role: “You are invited to work in … as viewer”' }),
    may: msg`Looks at everything, changes nothing.`,
  },
})
