import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Heading } from '../variants.ts'

interface PagePartProps extends PaperProps {
  title: string
  children: ReactNode
}

export function PagePart({ title, children, ...paper }: PagePartProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} {...paper}>
      <Heading mb="sm">{title}</Heading>
      {children}
    </Paper>
  )
}
