import { Alert, Group, Paper, Stack, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../api/client.ts'
import { ROLES } from '../entry/roles.ts'
import { IconLock } from '../parts/icons.tsx'
import type { Headed } from '../parts/Page.tsx'
import { Heading, Hint, Muted, Small } from '../parts/ui.tsx'

export function Section({ title, lead, actions, children }: Headed) {
  return (
    <Stack gap="md" component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} flex="1 1 280px">
          <Heading>{title}</Heading>
          {lead && (
            <Muted maw={680} component="div">
              {lead}
            </Muted>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}

export function OwnersOnly({ what }: { what: string }) {
  const { own, role } = useMay()
  if (own) return null
  return (
    <Alert color="gray" icon={<IconLock />} title="For owners only" maw={720}>
      {what} You are {role === 'editor' ? 'an' : 'a'} {ROLES[role].label.toLowerCase()}. Ask an owner: they are listed
      under Team.
    </Alert>
  )
}

export type Fact = [name: string, value: ReactNode, setting?: string]

export function Facts({ label, rows, nameWidth }: { label: string; rows: Fact[]; nameWidth: string }) {
  return (
    <Paper withBorder radius="md" maw={720} style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={label} layout="fixed">
        <Table.Tbody>
          {rows.map(([name, value, setting]) => (
            <Table.Tr key={name} style={{ verticalAlign: 'top' }}>
              <Table.Th scope="row" fw={400} w={nameWidth}>
                <Small>{name}</Small>
                {/* Long names may break between words. */}
                {setting && <Hint>{setting.replaceAll('_', '_\u200b')}</Hint>}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
