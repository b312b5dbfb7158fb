import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Group, Paper, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useMay } from '../api/client.ts'
import { ROLES } from '../entry/roles.ts'
import { IconLock } from '../parts/icons.tsx'
import type { Headed } from '../parts/Page.tsx'
import { Facts } from '../parts/tables.tsx'
import { Heading, Muted } from '../parts/text.tsx'

export function Section({ title, lead, help, actions, children }: Headed) {
  return (
    <Stack gap="md" component="section" aria-label={title} maw={800}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} flex="1 1 280px">
          <Group gap={4}>
            <Heading>{title}</Heading>
            {help}
          </Group>
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
    <Alert color="gray" icon={<IconLock />} title={t`For owners only`}>
      <Trans>
        {what} Your role is {ROLES[role].label}. Ask an owner: they are listed under Team.
      </Trans>
    </Alert>
  )
}

export function FactsCard(facts: ComponentProps<typeof Facts>) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Facts verticalSpacing="sm" horizontalSpacing="md" {...facts} />
    </Paper>
  )
}
