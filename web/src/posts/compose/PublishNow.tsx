import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, List, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '../../api/schema.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClockPause } from '../../parts/icons.tsx'
import { Small } from '../../parts/text.tsx'
import { Loading, Problem, SecondaryButton } from '../../parts/ui.tsx'
import { loadTwitterText } from '../look/twitter-text.ts'
import { accountName } from '../post.ts'
import { dryRun } from './checks.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { bodyOf } from './draft.ts'
import { timingOf } from './outbox.ts'
import { listTargets, nameOf, type Target } from './targets.ts'
import { sayProblem } from './words.ts'

interface PublishNowProps {
  onClose: () => void
  onPublish: (targets: Target[]) => Promise<unknown>
}

/** Shows what will happen on each account, then does exactly that. */
export function PublishNow({ opened, onClose, ...rest }: PublishNowProps & { opened: boolean }) {
  const { t } = useLingui()
  return (
    <Modal opened={opened} onClose={onClose} title={t`Publish now?`} centered size="lg">
      {opened && <Plans onClose={onClose} {...rest} />}
    </Modal>
  )
}

function Plans({ onClose, onPublish }: PublishNowProps) {
  const { t } = useLingui()
  const { draft, chosen } = useComposer()
  const [isBusy, setBusy] = useState(false)
  const asked = chosen.map((target) => ({ target, body: bodyOf(draft, target, timingOf('now', false)) }))
  const plans = useQuery({
    queryKey: ['checks', 'now', asked.map(({ body }) => body)],
    queryFn: async ({ signal }) => {
      const answers = await dryRun(asked, signal)
      return chosen.map((target) => {
        const { errors, warnings } = answers[target.key]!
        const wrong = Object.entries(errors).flatMap(([field, messages]) =>
          messages.map((message) => sayProblem({ field, level: 'error', message }, draft, target, loadTwitterText)),
        )
        const doubtful = warnings.map((found) =>
          sayProblem({ ...found, level: 'warning' }, draft, target, loadTwitterText),
        )
        return { target, errors: [...new Set(wrong)], warnings: [...new Set(doubtful)] }
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
  const places = listTargets(right, chosen)
  const publish = async () => {
    setBusy(true)
    await onPublish(right)
    onClose()
  }
  return (
    <Stack>
      <List listStyleType="none" spacing="sm" aria-label={t`What will happen`}>
        {plans.data.map((plan) => (
          <PlanLine key={plan.target.key} account={plan.target.account} name={nameOf(plan.target, chosen)} {...plan} />
        ))}
      </List>
      <Small role="status">
        <Outlook right={right} wrong={wrong} />
      </Small>
      <Group justify="flex-end" gap="xs">
        <SecondaryButton onClick={onClose} data-autofocus>
          {wrong.length > 0 ? <Trans>Go back and correct it</Trans> : <Trans>Go back</Trans>}
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
            {wrong.length === 0 ? <Trans>Publish now</Trans> : <Trans>Publish on {places} only</Trans>}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function Outlook({ right, wrong }: { right: readonly Target[]; wrong: readonly Target[] }) {
  const left = listTargets(wrong, [...right, ...wrong])
  if (wrong.length === 0) return <Trans>Everybody there can see it at once.</Trans>
  if (right.length === 0) return <Trans>Nothing goes out until this is corrected.</Trans>
  return <Trans>Nothing goes out yet. Correct what is wrong, or leave {left} out: it then stays in the form.</Trans>
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
  const Sign = isWrong ? IconCircleX : isWaiting ? IconClockPause : IconCircleCheck
  return (
    <List.Item icon={<Sign size={20} />}>
      <Small component="div">
        <PlanWords name={name} account={account} isWrong={isWrong} />
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

function PlanWords({ name, account, isWrong }: Pick<PlanLineProps, 'name' | 'account'> & { isWrong: boolean }) {
  const handle = accountName(account)
  const shown = <strong>{name}</strong>
  if (isWrong) return <Trans>{shown} cannot go out.</Trans>
  if (account === null) {
    return <Trans>{shown} has no account: the post is saved and waits until one is connected.</Trans>
  }
  if (account.status === 'held')
    return (
      <Trans>
        {shown} waits: posting on {handle} is on hold.
      </Trans>
    )
  if (account.status !== 'active')
    return (
      <Trans>
        {shown} waits until {handle} is connected again.
      </Trans>
    )
  return (
    <Trans>
      {shown} goes out on {handle} now.
    </Trans>
  )
}
