import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AnchorLink } from '../links.tsx'

export type Noun = 'contacts' | 'events' | 'forms' | 'links' | 'posts' | 'webhooks'

export interface Headed {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

interface PageProps extends Headed {
  badge?: ReactNode
  back?: Noun | { to: string; label: string }
}

export function Page({ title, lead, badge, actions, back, children }: PageProps) {
  useDocumentTitle(`${title} · Doorpost`)
  const link = typeof back === 'string' ? { to: `/${back}`, label: `${back[0]!.toUpperCase()}${back.slice(1)}` } : back
  return (
    <Stack gap="lg" maw={1280} mx="auto">
      <Stack gap={4}>
        {link && (
          <AnchorLink to={link.to} size="sm" w="fit-content">
            <Group gap={2}>
              <IconChevronLeft size={16} aria-hidden />
              {link.label}
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
