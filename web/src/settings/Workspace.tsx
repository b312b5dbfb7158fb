import { Stack } from '@mantine/core'
import { useMay } from '../api/session.ts'
import { useWorkspace } from '../api/workspace.ts'
import { Read } from '../parts/states.tsx'
import { OwnersOnly } from './OwnersOnly.tsx'
import { Section } from './Section.tsx'
import { Facts } from './workspace/Facts.tsx'
import { WorkspaceForm } from './workspace/WorkspaceForm.tsx'

export function Workspace() {
  const workspace = useWorkspace()
  const { own } = useMay()
  return (
    <Stack gap="xl">
      <Section title="Workspace" lead="What counts for everybody of the team. A change takes effect at once.">
        <OwnersOnly what="Only owners change these settings." />
        <Read of={workspace}>{(data) => <WorkspaceForm key={data.id} workspace={data} isReadOnly={!own} />}</Read>
      </Section>
      {workspace.data && (
        <Section
          title="Installation"
          lead="Set by whoever runs Doorpost, in its environment. It cannot be changed here."
        >
          <Facts of={workspace.data.installation} />
        </Section>
      )}
    </Stack>
  )
}
