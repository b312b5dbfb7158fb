import { Group, Paper, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconDoor } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AnchorLink } from '../parts/links.tsx'
import { Muted, Small } from '../parts/variants.ts'
import classes from './Entry.module.css'

interface EntryProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  foot?: ReactNode
}

/** The frame of all pages before sign-in. */
export function Entry({ title, lead, children, foot }: EntryProps) {
  useDocumentTitle(`${title} · Doorpost`)
  return (
    <main className={classes.page}>
      <Group gap={8} mb={20} fw={650} fz="1.15rem">
        <IconDoor size={26} aria-hidden />
        Doorpost
      </Group>
      <Paper withBorder shadow="sm" radius="lg" p={{ base: 'lg', xs: 'xl' }} w="100%" maw={420}>
        <Stack gap="lg">
          <Stack gap={6}>
            <Title order={1} size="h3">
              {title}
            </Title>
            {lead && <Muted component="div">{lead}</Muted>}
          </Stack>
          {children}
        </Stack>
      </Paper>
      {foot && (
        <Small mt="lg" ta="center" component="div">
          {foot}
        </Small>
      )}
    </main>
  )
}

interface ToSignInProps {
  children?: ReactNode
  /** Inside a sentence, where colour alone does not show a link. */
  inText?: boolean
}

export function ToSignIn({ children = 'Back to sign-in', inText = false }: ToSignInProps) {
  return (
    <AnchorLink to="/sign-in" inherit underline={inText ? 'always' : 'hover'}>
      {children}
    </AnchorLink>
  )
}
