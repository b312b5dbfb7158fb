import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { HOUR_MS } from '../../../../src/lib/time/span.ts'
import { api, dataOf, fieldErrors, messageOf } from '../../api/client.ts'
import type { Endpoint } from '../../api/schema.ts'
import { useTimeZone } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { SecondaryButton } from '../../parts/variants.ts'
import { formatTime, instantOf } from '../../parts/wall-clock.ts'

/** A button, and behind it the question since when. */
export function Recover({ endpoint }: { endpoint: Endpoint }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <SecondaryButton onClick={open}>Send what it missed</SecondaryButton>
      <RecoverDialog endpoint={endpoint} opened={isOpen} onClose={close} />
    </>
  )
}

interface RecoverDialogProps {
  endpoint: Endpoint
  opened: boolean
  onClose: () => void
}

export function RecoverDialog({ endpoint, opened, onClose }: RecoverDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Send what it missed" centered>
      <RecoverForm endpoint={endpoint} onClose={onClose} />
    </Modal>
  )
}

type Since = 'success' | 'hour' | 'day' | 'week' | 'other'

function RecoverForm({ endpoint, onClose }: Omit<RecoverDialogProps, 'opened'>) {
  const { id, status, last_success_at } = endpoint
  const zone = useTimeZone()
  const queries = useQueryClient()
  const [since, setSince] = useState<Since>(last_success_at ? 'success' : 'day')
  const [other, setOther] = useState('')
  const [problem, setProblem] = useState<{ since?: string; rest?: string }>({})
  const [isBusy, setBusy] = useState(false)

  const at = (): string => {
    if (since === 'success') return last_success_at!
    if (since === 'other') return other && instantOf(other, zone).toISOString()
    return new Date(Date.now() - { hour: 1, day: 24, week: 168 }[since] * HOUR_MS).toISOString()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (since === 'other' && other === '') return setProblem({ since: 'Choose a day and a time.' })
    setBusy(true)
    setProblem({})
    try {
      const { recovered } = await dataOf(
        api.POST('/v1/events/endpoints/{id}/recover', { params: { path: { id } }, body: { since: at() } }),
      )
      tell.done(
        recovered === 0
          ? 'It has everything since then: nothing had to be sent.'
          : `${recovered.toLocaleString()} ${recovered === 1 ? 'event is' : 'events are'} on the way.`,
      )
      for (const key of ['endpoints', 'events']) void queries.invalidateQueries({ queryKey: [key] })
      onClose()
    } catch (error) {
      const field = fieldErrors(error).since
      setProblem(field ? { since: field } : { rest: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }

  // The presets have no field to stand beside.
  const elsewhere = problem.rest ?? (since === 'other' ? undefined : problem.since)
  if (status === 'disabled') {
    return <Text>The endpoint is disabled, so nothing can be sent to it. Turn it on again first.</Text>
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text>
          Every event since then that the endpoint wants and has not got is sent now: what failed, what waits, and what
          came while it was off.
          {status === 'paused' && ' The endpoint is paused, so it is sent when you resume.'}
        </Text>
        <Radio.Group label="Since" value={since} onChange={(value) => setSince(value as Since)}>
          <Stack gap={6} mt={4}>
            {last_success_at && (
              <Radio value="success" label={`Its last success (${formatTime(last_success_at, zone)})`} />
            )}
            <Radio value="hour" label="An hour ago" />
            <Radio value="day" label="A day ago" />
            <Radio value="week" label="A week ago" />
            <Radio value="other" label="Another time" />
          </Stack>
        </Radio.Group>
        {since === 'other' && (
          <TextInput
            type="datetime-local"
            label={`Day and time (${zone})`}
            value={other}
            onChange={({ currentTarget }) => setOther(currentTarget.value)}
            error={problem.since}
          />
        )}
        {elsewhere && (
          <Alert color="red" role="alert">
            {elsewhere}
          </Alert>
        )}
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>Go back</SecondaryButton>
          <Button type="submit" loading={isBusy}>
            Send it
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
