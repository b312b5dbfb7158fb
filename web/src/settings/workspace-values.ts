import type { Workspace, WorkspacePatch } from '../api/schema.ts'
import { changesOf } from '../parts/forms/changes.ts'

/** Which value counts: the workspace's own, or that of the installation. */
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
    contact_statuses,
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
  contact_statuses: values.contact_statuses,
})

export function toPatch(before: WorkspaceValues, after: WorkspaceValues): WorkspacePatch {
  return changesOf(toBody(before), toBody(after))
}
