import type { Workspace, WorkspacePatch } from '../../api/schema.ts'
import { changesOf } from '../../parts/changes.ts'

/** Which value counts: the workspace's own, or that of the installation. */
type Whose = 'setting' | 'own'

export interface WorkspaceValues extends Record<string, unknown> {
  name: string
  time_zone: string
  window: Whose
  late_window_minutes: number | string
  origins: Whose
  allowed_origins: string[]
}

export function toForm({
  name,
  time_zone,
  late_window_minutes,
  allowed_origins,
  effective,
}: Workspace): WorkspaceValues {
  return {
    name,
    time_zone,
    window: late_window_minutes === null ? 'setting' : 'own',
    late_window_minutes: late_window_minutes ?? effective.late_window_minutes,
    origins: allowed_origins === null ? 'setting' : 'own',
    allowed_origins: allowed_origins ?? effective.allowed_origins,
  }
}

const toBody = (values: WorkspaceValues) => ({
  name: values.name,
  time_zone: values.time_zone,
  late_window_minutes: values.window === 'own' ? Number(values.late_window_minutes) : null,
  allowed_origins: values.origins === 'own' ? values.allowed_origins : null,
})

export function toPatch(before: WorkspaceValues, after: WorkspaceValues): WorkspacePatch {
  return changesOf(toBody(before), toBody(after))
}
