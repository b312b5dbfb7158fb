import type { TeamRole } from '../api/client.ts'

export const ROLES: Record<TeamRole, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'Everything, including API keys, accounts, the team and the workspace.' },
  editor: { label: 'Editor', may: 'Posts, contacts, webhooks and events. Not API keys, the team or the workspace.' },
  viewer: { label: 'Viewer', may: 'Looks at everything, changes nothing.' },
}
