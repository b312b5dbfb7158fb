import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Endpoint, EndpointTestResult } from '../../api/schema.ts'
import { Problem } from '../../parts/states.tsx'
import { SecondaryButton } from '../../parts/variants.ts'
import { ALL_TYPES, TYPE_OPTIONS } from '../catalogue.ts'
import { Answer, formatMs } from './Answer.tsx'

const PLAIN = 'endpoint.test'
const TYPES = [PLAIN, ...ALL_TYPES] as const
const OPTIONS = [{ group: 'Only to try', items: [{ value: PLAIN, label: 'A plain test' }] }, ...TYPE_OPTIONS]

interface TestDialogProps {
  endpoint: Endpoint
  opened: boolean
  onClose: () => void
}

/** Sends one message at once and shows what came of it. */
export function TestDialog({ endpoint, opened, onClose }: TestDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Send a test" size="lg">
      <TestForm endpoint={endpoint} onClose={onClose} />
    </Modal>
  )
}

function TestForm({ endpoint, onClose }: Omit<TestDialogProps, 'opened'>) {
  const [type, setType] = useState<(typeof TYPES)[number]>(PLAIN)
  const test = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/v1/events/endpoints/{id}/test', { params: { path: { id: endpoint.id } }, body: { type } })),
  })
  return (
    <Stack>
      <Text>
        One signed message with example data goes out at once, whatever the state of the endpoint. It is not repeated
        and does not count as a delivery.
      </Text>
      <Select
        label="What to send"
        data={OPTIONS}
        value={type}
        onChange={(next) => setType(TYPES.find((each) => each === next) ?? PLAIN)}
        searchable
      />
      <div aria-live="polite">
        {test.isPending && <Text c="dimmed">Waiting for the answer, up to 15 seconds …</Text>}
        {test.error && <Problem error={test.error} />}
        {test.data && !test.isPending && <Result result={test.data} />}
      </div>
      <Group justify="flex-end">
        <SecondaryButton onClick={onClose}>Close</SecondaryButton>
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          {test.data ? 'Send again' : 'Send'}
        </Button>
      </Group>
    </Stack>
  )
}

function Result({ result: { delivered, status, duration_ms, message, answer } }: { result: EndpointTestResult }) {
  const title = delivered
    ? `It works: answered with ${status} after ${formatMs(duration_ms)}`
    : status === null
      ? `No answer after ${formatMs(duration_ms)}`
      : `Answered with ${status} after ${formatMs(duration_ms)}`
  return (
    <Alert
      color={delivered ? 'teal' : 'red'}
      title={title}
      icon={delivered ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
    >
      <Stack gap="xs">
        {message && <Text size="sm">{message}</Text>}
        <Answer text={answer} />
      </Stack>
    </Alert>
  )
}
