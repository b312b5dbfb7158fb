import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, Menu, Paper, type PaperProps, Stack, Title } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { isProblem } from '../api/client.ts'
import { type Icon, IconChevronLeft, IconChevronRight, IconDots, IconMapOff } from './icons.tsx'
import { formatNumber } from './locale.ts'
import classes from './Page.module.css'
import { usePageTitle } from './page-title.ts'
import { Heading } from './text.tsx'
import { AnchorLink, Empty, Read, SecondaryLink } from './ui.tsx'

type Noun = 'contacts' | 'events' | 'forms' | 'links' | 'posts' | 'webhooks'

/** The names of the lists, and links to them. */
const LISTS: Record<Noun, [name: MessageDescriptor, all: MessageDescriptor]> = {
  contacts: [msg`Contacts`, msg`See all contacts`],
  events: [
    msg({ message: 'Send to other services', comment: 'Name of the page of outgoing events' }),
    msg`See all events`,
  ],
  forms: [msg`Forms`, msg`See all forms`],
  links: [msg`Links`, msg`See all links`],
  posts: [msg`Posts`, msg`See all posts`],
  webhooks: [
    msg({ message: 'Receive from other services', comment: 'Name of the page of incoming webhooks' }),
    msg`See all webhooks`,
  ],
}

export interface Headed {
  title: string
  lead?: ReactNode
  /** A `Help` beside the title. */
  help?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

interface PageProps extends Headed {
  /** How many records the page lists. */
  count?: number | undefined
  badge?: ReactNode
  back?: Noun | { to: string; label: string }
  /** The filled button of the page. It comes after the other actions. */
  primary?: ReactNode
  /** An `ActionMenu` with the rest, at the end. */
  more?: ReactNode
  /** Lists and calendars use the whole width. */
  isWide?: boolean
}

export function Page(props: PageProps) {
  const { title, count, lead, badge, help, actions, primary, more, back, isWide = false, children } = props
  const { t } = useLingui()
  usePageTitle(title)
  const link = typeof back === 'string' ? { to: `/${back}`, label: t(LISTS[back][0]) } : back
  return (
    <Stack gap="lg" maw={isWide ? undefined : 1200} mx="auto">
      <header className={classes.head}>
        {link && (
          <AnchorLink to={link.to} size="sm" w="fit-content" className={classes.back}>
            <Group gap={2}>
              <IconChevronLeft size={16} className={classes.chevron} />
              {link.label}
            </Group>
          </AnchorLink>
        )}
        <div className={classes.title}>
          <div className={classes.named}>
            <Title order={1}>
              {title}
              {count !== undefined && <span className={classes.count}> {formatNumber(count)}</span>}
            </Title>
            {help}
          </div>
          {badge}
        </div>
        {lead && <div className={classes.lead}>{lead}</div>}
        {(actions || primary || more) && (
          <div className={classes.actions}>
            {actions}
            {primary}
            {more}
          </div>
        )}
      </header>
      {children}
    </Stack>
  )
}

export function PagePart({ title, lead, help, actions, children, ...paper }: PaperProps & Headed) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} {...paper}>
      <Group justify="space-between" align={lead ? 'flex-start' : 'center'} mb={lead || actions ? 'md' : 'sm'}>
        <div>
          <Group gap={4}>
            <Heading>{title}</Heading>
            {help}
          </Group>
          {lead}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  )
}

interface MoreProps {
  /** What is inside: "Technical details". */
  label?: ReactNode
  isOpen?: boolean
  children: ReactNode
}

/** Folded away: ids, raw values, and what few people need. */
export function More({ label, isOpen = false, children }: MoreProps) {
  return (
    <details className={classes.more} open={isOpen}>
      <summary>
        <IconChevronRight size={16} className={classes.chevron} />
        {label ?? <Trans>Technical details</Trans>}
      </summary>
      <div>{children}</div>
    </details>
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
  const { t } = useLingui()
  const isMissing = isProblem(of.error, 'not_found')
  if (of.data !== undefined && !isMissing) return children(of.data)
  const words =
    typeof missing === 'string'
      ? { title: missing, children: t`It was deleted, or a letter of the link is missing.` }
      : missing
  const action = <SecondaryLink to={`/${back}`}>{t(LISTS[back][1])}</SecondaryLink>
  return (
    <Page title={title} back={back}>
      {isMissing ? <Empty icon={IconMapOff} action={action} {...words} /> : <Read of={of}>{() => null}</Read>}
    </Page>
  )
}

type Action = readonly [label: string, icon: Icon, onClick: () => void, isDanger?: boolean]

interface ActionMenuProps {
  label?: string
  width: number
  actions: ReadonlyArray<Action | 'divider' | false>
}

/** False entries are left out. */
export function ActionMenu({ label, width, actions }: ActionMenuProps) {
  const { t } = useLingui()
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={label ?? t`More actions`}>
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
              c={isDanger ? 'var(--mantine-color-error)' : undefined}
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
