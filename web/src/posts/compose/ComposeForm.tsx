import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, SegmentedControl, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { messageOf, useWorkspace } from '../../api/client.ts'
import type { Connection } from '../../api/schema.ts'
import { LeaveQuestion } from '../../parts/dialogs.tsx'
import { IconAlertTriangle } from '../../parts/icons.tsx'
import { FormPart, Muted } from '../../parts/text.tsx'
import { AccountPicker } from './AccountPicker.tsx'
import { Bar } from './Bar.tsx'
import { type Issue, issuesElsewhere, PLACES, useIssues } from './checks.ts'
import classes from './compose.module.css'
import { ComposerContext, useUploads } from './composer.ts'
import { accountOf, type Draft, instantOf } from './draft.ts'
import { ALL, Editor } from './Editor.tsx'
import { Messages } from './fields.tsx'
import { LinksField } from './LinksField.tsx'
import { AllMade, LeftOut, Refusals, Restored } from './Notices.tsx'
import { type Action, type Made, NO_OUTCOME, type Outcome, type Submission } from './outbox.ts'
import { Previews } from './Preview.tsx'
import { PublishNow } from './PublishNow.tsx'
import { chosenOf, type Target } from './targets.ts'
import { useDraft } from './use-draft.ts'
import { DATE_FIELD, WhenField } from './WhenField.tsx'

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
  onStored: (made: Made[], draft: Draft) => boolean
}

const NONE: readonly string[] = []
const EDITOR = 'compose-editor'

export function ComposeForm(props: ComposeFormProps) {
  const { t } = useLingui()
  const { initial, storageKey, asked, connections, targets, ownIds = NONE, labels, notice } = props
  const { submit, onStored } = props
  const form = useDraft(initial, storageKey, asked)
  const { draft, restoredAt, change } = form
  const uploads = useUploads(form)
  const { data: workspace } = useWorkspace()
  const [tab, setTab] = useState<string>(ALL)
  const [view, setView] = useState<'write' | 'preview'>('write')
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
      setView('write')
      const field = document.getElementById(DATE_FIELD)
      field?.querySelector('button')?.focus({ preventScroll: true })
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
      setDone(!onStored(all, draft))
    } else if (outcome.refused.length > 0 || outcome.made.length > 0) {
      // Created posts leave the form, so that the next attempt does not create them again.
      change({ targets: rest.map(({ key }) => key) })
      setTab(rest.length === 1 ? rest[0]!.key : ALL)
      setView('write')
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
      <AllMade
        draft={draft}
        made={made}
        onAgain={() => restart({ ...initial, text: '', media: [], alts: {}, date: '', time: '' })}
      />
    )
  }

  const elsewhere = issuesElsewhere(issues)
  const reason = messageOf(problem)
  const show = ({ target, field }: Issue) => {
    setView('write')
    if (chosen.length > 1 && !PLACES.when.test(field)) setTab(target.key)
    const place = PLACES.when.test(field) ? DATE_FIELD : EDITOR
    requestAnimationFrame(() => document.getElementById(place)?.scrollIntoView({ block: 'center' }))
  }
  const shown = chosen.some(({ key }) => key === tab) ? chosen.filter(({ key }) => key === tab) : chosen
  return (
    <ComposerContext value={{ ...form, connections, workspace, targets, chosen, issues, uploads }}>
      <Stack gap="md">
        <LeaveQuestion isDirty={() => form.isDirty && !isLeaving.current}>
          <Trans>
            Nothing of this is saved on the server yet. This browser keeps what you typed, and shows it when you come
            back here.
          </Trans>
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
          onChange={(next) => setView(next as typeof view)}
          data={[
            { value: 'write', label: t({ message: 'Write', comment: 'Tab: the form, not the preview' }) },
            { value: 'preview', label: t`Preview` },
          ]}
          aria-label={t`What to show`}
        />
        <div className={classes.layout}>
          <Stack gap="lg" miw={0} className={classes.form} visibleFrom={view === 'write' ? undefined : 'md'}>
            {ownIds.length === 0 && <AccountPicker />}
            <FormPart id={EDITOR}>
              <Editor tab={tab} onTab={setTab} />
            </FormPart>
            {elsewhere.length > 0 && (
              <Alert color="orange" icon={<IconAlertTriangle />}>
                <Messages issues={elsewhere} named={chosen.length > 1} />
              </Alert>
            )}
            <LinksField />
            <WhenField problem={lacksDate ? t`Choose a date and a time to schedule the post.` : dateProblem} />
            {problem !== null && (
              <Muted role="status">
                <Trans>The post could not be checked just now: {reason}</Trans>
              </Muted>
            )}
          </Stack>
          {/* Before the previews, so that few Tabs lead there. */}
          <Bar
            labels={labels}
            isBusy={isBusy}
            isReady={isReady}
            onRun={(action) => void run(action)}
            onPublish={() => setAsking(true)}
            onProblem={show}
          />
          <Previews targets={shown} visibleFrom={view === 'preview' ? undefined : 'md'} />
        </div>
        <PublishNow opened={isAsking} onClose={() => setAsking(false)} onPublish={(wanted) => run('now', wanted)} />
      </Stack>
    </ComposerContext>
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
