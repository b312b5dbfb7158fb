import {
  ActionIcon,
  Group,
  type MantineSpacing,
  Menu,
  Paper,
  type PaperProps,
  Stack,
  Tabs,
  Text,
  Title,
} from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { isProblem } from '../api/client.ts'
import { type Icon, IconChevronLeft, IconDots, IconMapOff } from './icons.tsx'
import { Heading, Tag } from './text.tsx'
import { AnchorLink, Empty, Read, SecondaryLink } from './ui.tsx'

type Noun = 'contacts' | 'events' | 'forms' | 'links' | 'posts' | 'webhooks'

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
              <IconChevronLeft size={16} />
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

interface RecordPageProps<T> {
  of: ComponentProps<typeof Read<T>>['of']
  title: string
  back: Noun
  /** Shown if there is no such record: a title, or the whole message. */
  missing: string | Pick<ComponentProps<typeof Empty>, 'title' | 'children'>
  children: (record: T) => ReactNode
}

export function RecordPage<T>({ of, title, back, missing, children }: RecordPageProps<T>) {
  const isMissing = isProblem(of.error, 'not_found')
  if (of.data !== undefined && !isMissing) return children(of.data)
  const words = typeof missing === 'string' ? { title: missing, children: MISSING } : missing
  const action = <SecondaryLink to={`/${back}`}>See all {back}</SecondaryLink>
  return (
    <Page title={title} back={back}>
      {isMissing ? <Empty icon={IconMapOff} action={action} {...words} /> : <Read of={of}>{() => null}</Read>}
    </Page>
  )
}

const MISSING = 'It was deleted, or a letter of the link is missing.'

interface PageTab {
  title: string
  count?: number
  panel: ReactNode
}

/** The open tab is in the URL, unless it is the first. */
export function PageTabs({ tabs, mb = 'md' }: { tabs: Record<string, PageTab>; mb?: MantineSpacing }) {
  const { tab: asked = '' } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const first = Object.keys(tabs)[0]!
  const tab = Object.hasOwn(tabs, asked) ? asked : first
  const open = (next: string | null) => next && void navigate({ to: '.', search: next === first ? {} : { tab: next } })
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List mb={mb}>
        {Object.entries(tabs).map(([value, { title, count = 0 }]) => (
          <Tabs.Tab key={value} value={value} rightSection={count > 0 && <Tag size="sm">{count.toLocaleString()}</Tag>}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{tabs[tab]!.panel}</Tabs.Panel>
    </Tabs>
  )
}

type Action = readonly [label: string, icon: Icon, onClick: () => void, isDanger?: boolean]

interface ActionMenuProps {
  label?: string
  width: number
  actions: ReadonlyArray<Action | 'divider' | false>
}

/** False entries are left out. */
export function ActionMenu({ label: name = 'More actions', width, actions }: ActionMenuProps) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={name}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          if (action === false) return null
          if (action === 'divider') return <Menu.Divider key={action} />
          const [label, Sign, onClick, isDanger] = action
          return (
            <Menu.Item
              key={label}
              leftSection={<Sign size={16} />}
              c={isDanger ? 'light-dark(#c92a2a, #ff8787)' : undefined}
              onClick={onClick}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
