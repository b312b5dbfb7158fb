import { type MantineSpacing, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatNumber } from './locale.ts'
import classes from './Page.module.css'
import { Tag } from './text.tsx'

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
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List ref={list} mb={mb} className={classes.tabs}>
        {Object.entries(tabs).map(([value, { title, count = 0 }]) => (
          <Tabs.Tab key={value} value={value} rightSection={count > 0 && <Tag size="sm">{formatNumber(count)}</Tag>}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{tabs[tab]!.panel}</Tabs.Panel>
    </Tabs>
  )
}
