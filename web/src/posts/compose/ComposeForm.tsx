import { Alert, Button, Group, SegmentedControl, Stack, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { messageOf, useWorkspace } from '../../api/client.ts'
import type { Connection } from '../../api/schema.ts'
import { LeaveQuestion } from '../../parts/dialogs.tsx'
import { IconAlertTriangle, IconBolt, IconCalendarPlus, icon } from '../../parts/icons.tsx'
import { FormPart, Muted } from '../../parts/text.tsx'
import { SecondaryButton } from '../../parts/ui.tsx'
import { issuesElsewhere, useIssues } from './checks.ts'
import classes from './compose.module.css'
import { ComposerContext, useComposer, useUploads } from './composer.ts'
import { accountOf, type Draft, instantOf } from './draft.ts'
import { ALL, Editor } from './Editor.tsx'
import { AccountPicker, LinksField, Messages, WhenField } from './fields.tsx'
import { AllMade, LeftOut, Refusals, Restored } from './Notices.tsx'
import { type Action, type Made, NO_OUTCOME, type Outcome, type Submission } from './outbox.ts'
import { Previews } from './Preview.tsx'
import { PublishNow } from './PublishNow.tsx'
import { chosenOf, type Target } from './targets.ts'
import { useDraft } from './use-draft.ts'

const IconDeviceFloppy = icon`M6 4h10l4 4v10a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2M10 14a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M14 4l0 4l-6 0l0 -4`

interface ComposeFormProps {
  initial: Draft
  /** Key of the draft in local storage. */
  storageKey: string
  /** Overrides the stored draft, for example with the clicked day. */
  asked?: Partial<Draft>
  connections: Connection[]
  targets: readonly Target[]
  /** Stored posts being edited: their targets are fixed. */
  ownIds?: readonly string[]
  labels: { draft: string; schedule: string }
  notice?: ReactNode
  submit: (draft: Draft, targets: readonly Target[], how: Submission) => Promise<Outcome>
  /** Called when all are stored. True if it leaves the page. */
  onStored: (made: Made[]) => boolean
}

const NONE: readonly string[] = []

export function ComposeForm(props: ComposeFormProps) {
  const { initial, storageKey, asked, connections, targets, ownIds = NONE, labels, notice } = props
  const { submit, onStored } = props
  const form = useDraft(initial, storageKey, asked)
  const { draft, restoredAt, change } = form
  const uploads = useUploads(form)
  const { data: workspace } = useWorkspace()
  const [tab, setTab] = useState<string>(ALL)
  const [view, setView] = useState('Write')
  const [hasTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  /** The last result, and what earlier attempts created. */
  const [{ made, refused, unsent }, setOutcome] = useState(NO_OUTCOME)
  const [isDone, setDone] = useState(false)
  const isLeaving = useRef(false)
  useTypingAtOnce()
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)

  const instant = instantOf(draft)
  const hasDate = instant !== null && 'at' in instant
  const dateProblem = instant !== null && 'problem' in instant ? instant.problem : null
  const lacksDate = instant === null && hasTried && refused.length === 0 && made.length === 0
  const chosen = useMemo(() => {
    const those = chosenOf(targets, draft.targets)
    // A stored post can be given to another account in the form.
    return those.map((target) => ({ ...target, account: accountOf({ own: draft.own }, target, connections) }))
  }, [targets, draft.targets, draft.own, connections])
  const { issues, problem } = useIssues(draft, chosen, { hasDate, hasTried, refused, ownIds })
  const isReady = chosen.length > 0 && uploads.waiting === null

  /** Only for `wanted`; the others stay in the form. */
  const run = async (action: Action, wanted: readonly Target[] = chosen) => {
    if (isRunning.current || !isReady) return
    setTried(action === 'schedule')
    if (action !== 'now' && (dateProblem !== null || (action === 'schedule' && !hasDate))) {
      setView('Write')
      const field = document.getElementById('compose-date')
      field?.focus({ preventScroll: true })
      field?.scrollIntoView({ block: 'center' })
      return
    }
    setTried(false)
    isRunning.current = true
    setBusy(true)
    const outcome = await submit(draft, wanted, { action, hasDate, remember: form.remember })
    isRunning.current = false
    setBusy(false)
    const all = [...made, ...outcome.made]
    setOutcome({ ...outcome, made: all })
    const rest = chosen.filter(({ key }) => !outcome.made.some(({ target }) => target.key === key))
    if (rest.length === 0 && outcome.made.length > 0) {
      isLeaving.current = true
      form.finish()
      setDone(!onStored(all))
    } else if (outcome.refused.length > 0 || outcome.made.length > 0) {
      // Created posts leave the form, so that the next attempt does not create them again.
      change({ targets: rest.map(({ key }) => key) })
      setTab(rest.length === 1 ? rest[0]!.key : ALL)
      setView('Write')
      window.scrollTo({ top: 0 })
    }
  }
  useHotkeys([['mod+Enter', () => !isAsking && void run('schedule')]], [])

  const restart = (next: Draft) => {
    isLeaving.current = false
    setOutcome(NO_OUTCOME)
    setDone(false)
    setTried(false)
    setTab(ALL)
    form.startOver(next)
  }
  if (isDone) {
    return (
      <AllMade made={made} onAgain={() => restart({ ...initial, text: '', media: [], alts: {}, date: '', time: '' })} />
    )
  }

  const elsewhere = issuesElsewhere(issues)
  const shown = chosen.some(({ key }) => key === tab) ? chosen.filter(({ key }) => key === tab) : chosen
  return (
    <ComposerContext value={{ ...form, connections, workspace, targets, chosen, issues, uploads }}>
      <Stack gap="md">
        <LeaveQuestion isDirty={() => form.isDirty && !isLeaving.current}>
          Nothing of this is stored yet. This browser keeps what you typed, and shows it when you come back here.
        </LeaveQuestion>
        {notice}
        {restoredAt !== null && <Restored at={restoredAt} day={asked?.date} onStartOver={() => restart(initial)} />}
        {refused.length > 0 && <Refusals made={made} refused={refused} unsent={unsent} />}
        {refused.length === 0 && made.length > 0 && <LeftOut made={made} />}
        {/* Narrow screens show either the form or the previews. */}
        <SegmentedControl
          hiddenFrom="md"
          fullWidth
          value={view}
          onChange={setView}
          data={['Write', 'Preview']}
          aria-label="What to show"
        />
        <div className={classes.layout}>
          <Stack gap="lg" miw={0} className={classes.form} visibleFrom={view === 'Write' ? undefined : 'md'}>
            {ownIds.length === 0 && <AccountPicker />}
            <FormPart>
              <Editor tab={tab} onTab={setTab} />
            </FormPart>
            {elsewhere.length > 0 && (
              <Alert color="orange" icon={<IconAlertTriangle />}>
                <Messages issues={elsewhere} named={chosen.length > 1} />
              </Alert>
            )}
            <LinksField />
            <WhenField problem={lacksDate ? 'Choose a date and a time to schedule the post.' : dateProblem} />
            {problem !== null && (
              <Muted role="status">The post could not be checked just now: {messageOf(problem)}</Muted>
            )}
            <Actions
              labels={labels}
              isBusy={isBusy}
              isReady={isReady}
              onRun={(action) => void run(action)}
              onPublish={() => setAsking(true)}
            />
          </Stack>
          <Previews targets={shown} visibleFrom={view === 'Preview' ? undefined : 'md'} />
        </div>
        <PublishNow opened={isAsking} onClose={() => setAsking(false)} onPublish={(wanted) => run('now', wanted)} />
      </Stack>
    </ComposerContext>
  )
}

interface ActionsProps extends Pick<ComposeFormProps, 'labels'> {
  isBusy: boolean
  isReady: boolean
  onRun: (action: Action) => void
  onPublish: () => void
}

function Actions({ labels, isBusy, isReady, onRun, onPublish }: ActionsProps) {
  const { waiting } = useComposer().uploads
  const off = { disabled: isBusy || !isReady }
  return (
    <Group justify="flex-end" gap="xs" py="sm" className={classes.actions}>
      {waiting !== null && (
        <Muted role="status" w="100%" ta="end">
          {waiting}
        </Muted>
      )}
      <SecondaryButton {...off} leftSection={<IconDeviceFloppy size={18} />} onClick={() => onRun('draft')}>
        {labels.draft}
      </SecondaryButton>
      <SecondaryButton {...off} leftSection={<IconBolt size={18} />} onClick={onPublish}>
        Publish now
      </SecondaryButton>
      <Tooltip label="Ctrl + Enter, or ⌘ + Enter">
        <Button
          leftSection={<IconCalendarPlus size={18} />}
          loading={isBusy}
          disabled={!isReady}
          onClick={() => onRun('schedule')}
        >
          {labels.schedule}
        </Button>
      </Tooltip>
    </Group>
  )
}

/**
 * If a shortcut opened it, the form takes the next keystrokes. Phones have no shortcuts, so no keyboard covers the
 * page.
 */
function useTypingAtOnce(): void {
  const state = useRouterState({ select: ({ location }) => location.state })
  useEffect(() => {
    if (state.isTyping) document.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [state])
}
