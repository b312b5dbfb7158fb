import { Group, Tabs, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconStack2 } from '@tabler/icons-react'
import { PLATFORM, type Platform } from '../../parts/platforms.tsx'
import { type Issue, PLACES } from './checks.ts'
import classes from './compose.module.css'
import { CommonPanel, type PanelProps, PlatformPanel, SinglePanel } from './TextPanel.tsx'

export const ALL = 'all'

interface EditorProps extends PanelProps {
  tab: string
  onTab: (tab: string) => void
}

/** The words: once for all, and a page for each platform; without pages when there is one platform only. */
export function Editor({ tab, onTab, ...panel }: EditorProps) {
  const { platforms } = panel.draft
  const only = platforms.length === 1 ? platforms[0] : undefined
  if (only !== undefined || platforms.length === 0) {
    return (
      <div className={classes.part}>
        {only === undefined ? <CommonPanel {...panel} /> : <SinglePanel platform={only} {...panel} />}
      </div>
    )
  }
  const open = platforms.includes(tab as Platform) ? tab : ALL
  return (
    <div className={classes.part}>
      <Tabs value={open} onChange={(value) => onTab(value ?? ALL)} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value={ALL} className={classes.tab} leftSection={<IconStack2 size={16} aria-hidden />}>
            All
          </Tabs.Tab>
          {platforms.map((platform) => {
            const { label, icon: Sign } = PLATFORM[platform]
            const found = panel.issues.filter((issue) => issue.platform === platform && !PLACES.when.test(issue.field))
            return (
              <Tabs.Tab
                key={platform}
                value={platform}
                className={classes.tab}
                leftSection={<Sign size={16} aria-hidden />}
                rightSection={<Found issues={found} />}
              >
                <span className={classes.tabName}>{label}</span>
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        <Tabs.Panel value={ALL}>
          <CommonPanel {...panel} />
        </Tabs.Panel>
        {platforms.map((platform) => (
          <Tabs.Panel key={platform} value={platform}>
            <PlatformPanel platform={platform} {...panel} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

/** How much there is to look at: errors first, since they stop the post. */
function Found({ issues }: { issues: Issue[] }) {
  const errors = issues.filter(({ level }) => level === 'error').length
  const count = errors || issues.length
  if (count === 0) return null
  const what = errors > 0 ? 'error' : 'warning'
  const Sign = errors > 0 ? IconCircleX : IconAlertTriangle
  return (
    <Group component="span" display="inline-flex" gap={2} fz="xs" fw={650} className={classes[what]!}>
      <Sign size={14} aria-hidden />
      {count}
      <VisuallyHidden>
        {what}
        {count === 1 ? '' : 's'}
      </VisuallyHidden>
    </Group>
  )
}
