import { Alert, Button, Group, SegmentedControl, Stack, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconAlertTriangle, IconBolt, IconCalendarPlus, IconDeviceFloppy } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { byFormat } from '../../../../src/platforms/registry.ts'
import { messageOf } from '../../api/client.ts'
import type { Connection } from '../../api/schema.ts'
import type { Platform } from '../../parts/platforms.tsx'
import { FormPart, Muted, SecondaryButton } from '../../parts/variants.ts'
import { errorsOf, type Issue, issuesElsewhere, useChecks } from './checks.ts'
import classes from './compose.module.css'
import { ComposerContext } from './composer.ts'
import { bodyOf, type Draft, fingerprintOf, hasContent, mediaOf } from './draft.ts'
import { ALL, Editor } from './Editor.tsx'
import { Messages } from './Messages.tsx'
import { isPending } from './media/pending.ts'
import { UploadsContext, useUploads } from './media/use-uploads.ts'
import { AllMade, LeaveGuard, LeftOut, Refusals, Restored } from './Notices.tsx'
import { PlatformPicker } from './PlatformPicker.tsx'
import { PublishNow } from './PublishNow.tsx'
import { Previews } from './preview/Preview.tsx'
import { type Action, type Made, NO_OUTCOME, type Outcome, type Refused, type Remember, timingOf } from './submit.ts'
import { useDraft } from './use-draft.ts'
import { WhenField } from './WhenField.tsx'
import { instantOf } from './when.ts'

export interface ComposeFormProps {
  initial: Draft
  /** The key under which this browser keeps the draft. */
  storageKey: string
  /** Overrides what this browser has kept: the day that was clicked, for example. */
  asked?: Partial<Draft>
  connections: Connection[]
  /** The post that is changed; its platform is fixed. */
  ownId?: string
  labels: { draft: string; schedule: string }
  notice?: ReactNode
  isBusy: boolean
  submit: (draft: Draft, action: Action, hasDate: boolean, remember: Remember) => Promise<Outcome>
  /** Called when everything is stored. True when the page is left. */
  onStored: (made: Made[]) => boolean
}

export function ComposeForm(props: ComposeFormProps) {
  const { initial, storageKey, asked, connections, ownId, labels, notice, isBusy, submit, onStored } = props
  const form = useDraft(initial, storageKey, asked)
  const { draft, restoredAt, change } = form
  const uploads = useUploads(form)
  const [tab, setTab] = useState<string>(ALL)
  const [view, setView] = useState('Write')
  const [hasTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  /** Of the last try, with what earlier tries made. */
  const [{ made, refused, unsent }, setOutcome] = useState(NO_OUTCOME)
  const [isDone, setDone] = useState(false)
  const isLeaving = useRef(false)
  const isRunning = useRef(false)

  const instant = instantOf(draft)
  const hasDate = instant !== null && 'at' in instant
  const dateProblem = instant !== null && 'problem' in instant ? instant.problem : null
  const lacksDate = instant === null && hasTried && refused.length === 0 && made.length === 0
  const { issues, problem } = useIssues(draft, { hasDate, hasTried, refused, ownId })
  const isNotReady = draft.platforms.length === 0 || uploads.waiting !== null

  /** On `chosen` platforms only; the others stay in the form. */
  const run = async (action: Action, chosen: readonly Platform[] = draft.platforms) => {
    if (isRunning.current || isNotReady) return
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
    const outcome = await submit({ ...draft, platforms: [...chosen] }, action, hasDate, form.remember)
    isRunning.current = false
    const all = [...made, ...outcome.made]
    setOutcome({ ...outcome, made: all })
    const rest = draft.platforms.filter((each) => !outcome.made.some(({ platform }) => platform === each))
    if (rest.length === 0 && outcome.made.length > 0) {
      isLeaving.current = true
      form.finish()
      setDone(!onStored(all))
    } else if (outcome.refused.length > 0 || outcome.made.length > 0) {
      // Posts that were made leave the form, so that the next try does not make them again.
      change({ platforms: rest })
      setTab(rest.length === 1 ? rest[0]! : ALL)
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
  const shown = draft.platforms.includes(tab as Platform) ? [tab as Platform] : draft.platforms
  return (
    <ComposerContext value={{ ...form, connections, issues }}>
      <UploadsContext value={uploads}>
        <Stack gap="md">
          <LeaveGuard isDirty={() => form.isDirty && !isLeaving.current} />
          {notice}
          {restoredAt !== null && <Restored at={restoredAt} day={asked?.date} onStartOver={() => restart(initial)} />}
          {refused.length > 0 && <Refusals made={made} refused={refused} unsent={unsent} />}
          {refused.length === 0 && made.length > 0 && <LeftOut made={made} />}
          {/* A wide screen shows the form and the previews side by side, a narrow one either. */}
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
              {ownId === undefined && <PlatformPicker />}
              <FormPart>
                <Editor tab={tab} onTab={setTab} />
              </FormPart>
              {elsewhere.length > 0 && (
                <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
                  <Messages issues={elsewhere} named={draft.platforms.length > 1} />
                </Alert>
              )}
              <WhenField problem={lacksDate ? 'Choose a date and a time to schedule the post.' : dateProblem} />
              {problem !== null && (
                <Muted role="status">The post could not be checked just now: {messageOf(problem)}</Muted>
              )}
              <Group justify="flex-end" gap="xs" py="sm" className={classes.actions}>
                {uploads.waiting !== null && (
                  <Muted role="status" w="100%" ta="end">
                    {uploads.waiting}
                  </Muted>
                )}
                <SecondaryButton
                  leftSection={<IconDeviceFloppy size={18} aria-hidden />}
                  disabled={isBusy || isNotReady}
                  onClick={() => void run('draft')}
                >
                  {labels.draft}
                </SecondaryButton>
                <SecondaryButton
                  leftSection={<IconBolt size={18} aria-hidden />}
                  disabled={isBusy || isNotReady}
                  onClick={() => setAsking(true)}
                >
                  Publish now
                </SecondaryButton>
                <Tooltip label="Ctrl + Enter, or ⌘ + Enter">
                  <Button
                    leftSection={<IconCalendarPlus size={18} aria-hidden />}
                    loading={isBusy}
                    disabled={isNotReady}
                    onClick={() => void run('schedule')}
                  >
                    {labels.schedule}
                  </Button>
                </Tooltip>
              </Group>
            </Stack>
            <Previews platforms={shown} visibleFrom={view === 'Preview' ? undefined : 'md'} />
          </div>
          <PublishNow
            opened={isAsking}
            onClose={() => setAsking(false)}
            onPublish={(platforms) => run('now', platforms)}
          />
        </Stack>
      </UploadsContext>
    </ComposerContext>
  )
}

interface IssueContext {
  hasDate: boolean
  hasTried: boolean
  refused: Refused[]
  ownId: string | undefined
}

/** The issues of the dry run, and those of the last try as long as its content has not been changed. */
function useIssues(draft: Draft, { hasDate, hasTried, refused, ownId }: IssueContext) {
  const timing = timingOf(hasDate ? 'schedule' : 'draft', hasDate)
  const bodies = byFormat(({ format }) => {
    // A post without its files has errors that it will not have with them.
    const isWaiting = mediaOf(draft, format).some(isPending)
    const isAsked = draft.platforms.includes(format) && !isWaiting && (hasTried || hasContent(draft, format))
    return isAsked ? bodyOf(draft, format, timing) : null
  })
  const checks = useChecks(bodies, ownId)
  const last = refused
    .filter(({ platform, fingerprint }) => fingerprint === fingerprintOf(draft, platform))
    .flatMap(({ platform, details }) => errorsOf(platform, details))
  const isSaid = (issue: Issue) =>
    checks.issues.some(({ platform, message }) => platform === issue.platform && message === issue.message)
  return { issues: [...checks.issues, ...last.filter((issue) => !isSaid(issue))], problem: checks.problem }
}
