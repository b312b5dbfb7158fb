import { Group, Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Heading } from '../variants.ts'

interface PagePartProps extends PaperProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function PagePart({ title, lead, actions, children, ...paper }: PagePartProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} {...paper}>
      <Group justify="space-between" align={lead ? 'flex-start' : 'center'} mb={lead || actions ? 'md' : 'sm'}>
        <div>
          <Heading>{title}</Heading>
          {lead}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  )
}
