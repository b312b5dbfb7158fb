import { Button, Group, List, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '../../api/schema.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClockPause } from '../../parts/icons.tsx'
import { Small } from '../../parts/text.tsx'
import { Loading, Problem, SecondaryButton } from '../../parts/ui.tsx'
import { accountName } from '../post.ts'
import { dryRun } from './checks.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { bodyOf } from './draft.ts'
import { timingOf } from './outbox.ts'
import { listTargets, nameOf, type Target } from './targets.ts'

interface PublishNowProps {
  onClose: () => void
  onPublish: (targets: Target[]) => Promise<unknown>
}

/** Shows what will happen on each account, then does exactly that. */
export function PublishNow({ opened, onClose, ...rest }: PublishNowProps & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Publish now?" centered size="lg">
      {opened && <Plans onClose={onClose} {...rest} />}
    </Modal>
  )
}

function Plans({ onClose, onPublish }: PublishNowProps) {
  const { draft, chosen } = useComposer()
  const [isBusy, setBusy] = useState(false)
  const asked = chosen.map((target) => ({ target, body: bodyOf(draft, target, timingOf('now', false)) }))
  const plans = useQuery({
    queryKey: ['checks', 'now', asked.map(({ body }) => body)],
    queryFn: async ({ signal }) => {
      const answers = await dryRun(asked, signal)
      return chosen.map((target) => {
        const { errors, warnings } = answers[target.key]!
        return { target, errors: Object.values(errors).flat(), warnings: warnings.map(({ message }) => message) }
      })
    },
    // A response from a minute ago may be outdated.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (plans.error) return <Problem error={plans.error} retry={() => void plans.refetch()} />
  if (plans.data === undefined) return <Loading rows={chosen.length} height={44} />
  const wrong = plans.data.filter(({ errors }) => errors.length > 0).map(({ target }) => target)
  const right = chosen.filter((target) => !wrong.includes(target))
  const publish = async () => {
    setBusy(true)
    await onPublish(right)
    onClose()
  }
  return (
    <Stack>
      <List listStyleType="none" spacing="sm" aria-label="What will happen">
        {plans.data.map((plan) => (
          <PlanLine key={plan.target.key} account={plan.target.account} name={nameOf(plan.target, chosen)} {...plan} />
        ))}
      </List>
      <Small role="status">{explain(right, wrong)}</Small>
      <Group justify="flex-end" gap="xs">
        <SecondaryButton onClick={onClose} data-autofocus>
          {wrong.length > 0 ? 'Go back and correct it' : 'Go back'}
        </SecondaryButton>
        {right.length > 0 && (
          // A long label wraps.
          <Button
            loading={isBusy}
            onClick={() => void publish()}
            h="auto"
            mih={36}
            py={6}
            styles={{ label: { whiteSpace: 'normal' } }}
          >
            {wrong.length === 0 ? 'Publish now' : `Publish on ${listTargets(right, chosen)} only`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function explain(right: readonly Target[], wrong: readonly Target[]): string {
  if (wrong.length === 0) return 'What is out can be seen by everybody there.'
  if (right.length === 0) return 'Nothing goes out until this is corrected.'
  return `Nothing goes out yet. Correct what is wrong, or leave ${listTargets(wrong, [...right, ...wrong])} out: it then stays in the form.`
}

interface PlanLineProps {
  name: string
  account: Connection | null
  errors: string[]
  warnings: string[]
}

function PlanLine({ name, account, errors, warnings }: PlanLineProps) {
  const isWaiting = account === null || account.status !== 'active'
  const isWrong = errors.length > 0
  const [Sign, outcome] = isWrong
    ? [IconCircleX, 'cannot go out.']
    : isWaiting
      ? [IconClockPause, waitFor(account)]
      : [IconCircleCheck, `goes out on ${accountName(account)} now.`]
  return (
    <List.Item icon={<Sign size={20} />}>
      <Small component="div">
        <strong>{name}</strong> {outcome}
        {(isWrong ? errors : warnings).map((message) => (
          <span key={message} className={`${classes.message} ${isWrong ? classes.error : classes.warning}`}>
            {!isWrong && <IconAlertTriangle size={14} />}
            {message}
          </span>
        ))}
      </Small>
    </List.Item>
  )
}

function waitFor(account: Connection | null): string {
  if (account === null) return 'has no account: the post is stored and waits until one is connected.'
  return account.status === 'held'
    ? `waits: posting on ${accountName(account)} is held.`
    : `waits until ${accountName(account)} is connected again.`
}
