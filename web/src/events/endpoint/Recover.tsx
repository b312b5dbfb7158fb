import { Alert, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { HOUR_MS } from '../../../../src/lib/time/span.ts'
import { api, dataOf, fieldErrors, messageOf } from '../../api/client.ts'
import type { Endpoint } from '../../api/schema.ts'
import { DialogButtons, Form, useApiForm } from '../../parts/form.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { SecondaryButton } from '../../parts/variants.ts'
import { formatTime, instantOf } from '../../parts/wall-clock.ts'

export interface EndpointDialogProps {
  endpoint: Endpoint
  onClose: () => void
}

export function Recover({ endpoint }: { endpoint: Endpoint }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <SecondaryButton onClick={open}>Send what it missed</SecondaryButton>
      <Modal opened={isOpen} onClose={close} title="Send what it missed" centered>
        <RecoverForm endpoint={endpoint} onClose={close} />
      </Modal>
    </>
  )
}

const HOURS = { hour: 1, day: 24, week: 168 }

type Since = 'success' | 'other' | keyof typeof HOURS

export function RecoverForm({ endpoint: { id, status, last_success_at }, onClose }: EndpointDialogProps) {
  const zone = useTimeZone()
  const queries = useQueryClient()
  const form = useApiForm<{ since: Since; other: string }>({
    initialValues: { since: last_success_at ? 'success' : 'day', other: '' },
    validate: { other: (other, { since }) => (since === 'other' && other === '' ? 'Choose a day and a time.' : null) },
    send: async ({ since, other }) => {
      const { recovered } = await dataOf(
        api.POST('/v1/events/endpoints/{id}/recover', { params: { path: { id } }, body: { since: at(since, other) } }),
      )
      tell.done(
        recovered === 0
          ? 'It has everything since then: nothing had to be sent.'
          : `${recovered.toLocaleString()} ${recovered === 1 ? 'event is' : 'events are'} on the way.`,
      )
      for (const key of ['endpoints', 'events']) void queries.invalidateQueries({ queryKey: [key] })
      onClose()
    },
    clearInputErrorOnChange: false,
    place: (error, { since }) => {
      const text = fieldErrors(error).since
      // The presets have no field to stand beside.
      const fields: Record<string, string> = text && since === 'other' ? { other: text } : {}
      return { fields, others: 'other' in fields ? [] : [text ?? messageOf(error)] }
    },
  })
  const at = (since: Since, other: string): string => {
    if (since === 'success') return last_success_at!
    if (since === 'other') return instantOf(other, zone).toISOString()
    return new Date(Date.now() - HOURS[since] * HOUR_MS).toISOString()
  }
  if (status === 'disabled') {
    return <Text>The endpoint is disabled, so nothing can be sent to it. Turn it on again first.</Text>
  }
  return (
    <Form of={form} withRefusal={false}>
      <Text>
        Every event since then that the endpoint wants and has not got is sent now: what failed, what waits, and what
        came while it was off.
        {status === 'paused' && ' The endpoint is paused, so it is sent when you resume.'}
      </Text>
      <Radio.Group label="Since" {...form.getInputProps('since')}>
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
      {form.values.since === 'other' && (
        <TextInput type="datetime-local" label={`Day and time (${zone})`} {...form.getInputProps('other')} />
      )}
      {form.refusal && (
        <Alert color="red" role="alert">
          {form.refusal.texts}
        </Alert>
      )}
      <DialogButtons label="Send it" of={form} back="Go back" onBack={onClose} />
    </Form>
  )
}
