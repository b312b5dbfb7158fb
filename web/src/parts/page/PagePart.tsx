import { Group, Paper, type PaperProps } from '@mantine/core'
import { Heading } from '../variants.ts'
import type { Headed } from './Page.tsx'

export function PagePart({ title, lead, actions, children, ...paper }: PaperProps & Headed) {
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
