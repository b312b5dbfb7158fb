import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AnchorLink } from '../links.tsx'

interface PageProps {
  title: string
  /** One sentence on what this page is for. */
  lead?: ReactNode
  badge?: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string }
  children: ReactNode
}

export function Page({ title, lead, badge, actions, back, children }: PageProps) {
  useDocumentTitle(`${title} · Doorpost`)
  return (
    <Stack gap="lg" maw={1280} mx="auto">
      <Stack gap={4}>
        {back && (
          <AnchorLink to={back.to} size="sm" w="fit-content">
            <Group gap={2}>
              <IconChevronLeft size={16} aria-hidden />
              {back.label}
            </Group>
          </AnchorLink>
        )}
        <Group justify="space-between" gap="sm" align="flex-start">
          <Group gap="sm" miw={0}>
            <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {badge}
          </Group>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {lead && (
          <Text c="dimmed" maw={720} component="div">
            {lead}
          </Text>
        )}
      </Stack>
      {children}
    </Stack>
  )
}
