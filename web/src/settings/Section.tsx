import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** What this is for, in a sentence or two. */
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A part of a settings page, with its own heading. */
export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <Stack gap="md" component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} flex="1 1 280px">
          <Title order={2} size="h4">
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" maw={680} component="div">
              {lead}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
