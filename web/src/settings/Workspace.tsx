import { Anchor, Paper, Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Workspace as WorkspaceData } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { useWorkspace } from '../api/workspace.ts'
import { PLATFORM, type Platform } from '../parts/platforms.tsx'
import { Read } from '../parts/states.tsx'
import { Hint } from '../parts/variants.ts'
import { OwnersOnly, Section } from './Section.tsx'
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

function Facts({ of }: { of: WorkspaceData['installation'] }) {
  const { base_url: base, version, sandbox, platforms, rate_limits: limits } = of
  const rows: Array<[name: string, value: ReactNode, setting?: string]> = [
    ['Address', <Address key="address" url={base} />, 'BASE_URL'],
    ['Version of the interface', version],
    ['Platforms', sandbox ? 'Simulated: no post leaves this machine' : named(platforms)],
    ['Requests of an API key', perMinute(limits.authenticated), 'RATE_LIMIT_AUTHENTICATED'],
    ['Requests of a person in the dashboard', perMinute(limits.dashboard), 'RATE_LIMIT_DASHBOARD'],
    ['Contacts from one visitor of a website', perMinute(limits.public), 'RATE_LIMIT_PUBLIC'],
    ['Deliveries to one webhook', perMinute(limits.webhook), 'RATE_LIMIT_WEBHOOK'],
    ['Wrong keys and passwords from one address', perMinute(limits.failed_auth), 'RATE_LIMIT_FAILED_AUTH'],
  ]
  return (
    <Paper withBorder radius="md" maw={720} style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="xs" horizontalSpacing="md" aria-label="Installation">
        <Table.Tbody>
          {rows.map(([name, value, setting]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} w="55%">
                <Text size="sm">{name}</Text>
                {setting && <Hint>{breakable(setting)}</Hint>}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Address({ url }: { url: string }) {
  return (
    <Anchor href={`${url}/docs`} target="_blank" rel="noreferrer" size="sm">
      {url}
    </Anchor>
  )
}

/** A long name may break where its words do. */
const breakable = (name: string) => name.replaceAll('_', '_\u200b')

const perMinute = (count: number) => `${count.toLocaleString()} a minute`

function named(platforms: readonly string[]): string {
  if (platforms.length === 0) return 'None set up yet: see Connections'
  return platforms.map((platform) => PLATFORM[platform as Platform]?.label ?? platform).join(', ')
}
