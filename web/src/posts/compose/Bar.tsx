import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Menu, Tooltip } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useReducer } from 'react'
import { IconBolt, IconCalendarPlus, IconChevronDown, IconCircleX, icon } from '../../parts/icons.tsx'
import { Small, useOwnZone } from '../../parts/text.tsx'
import { LinkButton } from '../../parts/ui.tsx'
import { formatSince } from '../../parts/wall-clock.ts'
import type { Issue } from './checks.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { instantOf, whenInWords } from './draft.ts'
import type { Action } from './outbox.ts'

const IconDeviceFloppy = icon`M6 4h10l4 4v10a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2M10 14a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M14 4l0 4l-6 0l0 -4`

interface BarProps {
  labels: { draft: string; schedule: string }
  isBusy: boolean
  isReady: boolean
  onRun: (action: Action) => void
  onPublish: () => void
  /** Shows the place of a problem. */
  onProblem: (issue: Issue) => void
}

/** Always in view: how the post stands, in words, and one button with a menu. */
export function Bar({ labels, isBusy, isReady, onRun, onPublish, onProblem }: BarProps) {
  const { t } = useLingui()
  const off = isBusy || !isReady
  return (
    <Group gap="xs" justify="space-between" className={classes.actions} role="group" aria-label={t`Finish`}>
      <Small component="div" className={classes.standing!} role="status">
        <Standing isBusy={isBusy} onProblem={onProblem} />
      </Small>
      <Button.Group ms="auto" className={classes.finish!}>
        <Tooltip label={t`Ctrl + Enter, or ⌘ + Enter`}>
          <Button
            leftSection={<IconCalendarPlus size={18} />}
            loading={isBusy}
            disabled={!isReady}
            onClick={() => onRun('schedule')}
          >
            {labels.schedule}
          </Button>
        </Tooltip>
        <Menu position="top-end" width={220}>
          <Menu.Target>
            <Button className={classes.chevron!} px={10} disabled={off} aria-label={t`Other ways to finish`}>
              <IconChevronDown size={18} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconBolt size={16} />} onClick={onPublish}>
              <Trans>Publish now</Trans>
            </Menu.Item>
            <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={() => onRun('draft')}>
              {labels.draft}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    </Group>
  )
}

/** The most important fact about the post right now: a problem, an upload, or when it goes out. */
function Standing({ isBusy, onProblem }: Pick<BarProps, 'isBusy' | 'onProblem'>) {
  const { draft, chosen, issues, uploads, savedAt } = useComposer()
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useInterval(tick, 30_000, { autoInvoke: true })
  const ownZone = useOwnZone()
  const instant = instantOf(draft)
  const errors = issues.filter(({ level, isMissing }) => level === 'error' || isMissing)
  const count = chosen.length
  if (isBusy) return <Trans>Saving…</Trans>
  if (count === 0) return <Trans>Choose at least one account.</Trans>
  if (uploads.waiting !== null) return uploads.waiting
  const [first] = errors
  if (first) {
    const others = new Set(errors.map(({ message }) => message)).size - 1
    return (
      <LinkButton
        className={first.isMissing ? undefined : classes.error}
        c={first.isMissing ? 'inherit' : undefined}
        ta="start"
        underline="always"
        onClick={() => onProblem(first)}
      >
        {!first.isMissing && <IconCircleX size={14} style={{ verticalAlign: -2, marginInlineEnd: 4 }} />}
        {first.message}
        {others > 0 && ` ${plural(others, { one: '# more problem', other: '# more problems' })}`}
      </LinkButton>
    )
  }
  if (instant !== null && 'problem' in instant) return <span className={classes.error}>{instant.problem}</span>
  const when = whenInWords(draft, ownZone)
  if (when !== null) {
    return <Plural value={count} one={`${when}, on # account`} other={`${when}, on # accounts`} />
  }
  if (savedAt === null) {
    return draft.text === '' ? <Trans>Nothing written yet.</Trans> : <Trans>No date yet.</Trans>
  }
  if (Date.now() - savedAt < 60_000) return <Trans>Saved in this browser a moment ago. No date yet.</Trans>
  const since = formatSince(new Date(savedAt))
  return <Trans>Saved in this browser {since}. No date yet.</Trans>
}
