import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Heading, Muted } from '../parts/variants.ts'

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
