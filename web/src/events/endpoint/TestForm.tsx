import { Alert, Select, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { EndpointTestResult } from '../../api/schema.ts'
import { DialogButtons } from '../../parts/form.tsx'
import { Problem } from '../../parts/states.tsx'
import { ALL_TYPES, TYPE_OPTIONS } from '../catalogue.ts'
import { Answer, formatMs } from '../Json.tsx'
import type { EndpointDialogProps } from './Recover.tsx'

const PLAIN = 'endpoint.test'
const TYPES = [PLAIN, ...ALL_TYPES] as const
const OPTIONS = [{ group: 'Only to try', items: [{ value: PLAIN, label: 'A plain test' }] }, ...TYPE_OPTIONS]

export function TestForm({ endpoint, onClose }: EndpointDialogProps) {
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
      <DialogButtons label={test.data ? 'Send again' : 'Send'} of={test} back="Close" onBack={onClose} />
    </Stack>
  )
}

function Result({ result: { delivered, status, duration_ms, message, answer } }: { result: EndpointTestResult }) {
  const answered =
    status === null ? 'No answer' : delivered ? `It works: answered with ${status}` : `Answered with ${status}`
  return (
    <Alert
      color={delivered ? 'teal' : 'red'}
      title={`${answered} after ${formatMs(duration_ms)}`}
      icon={delivered ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
    >
      <Stack gap="xs">
        {message && <Text size="sm">{message}</Text>}
        <Answer text={answer} />
      </Stack>
    </Alert>
  )
}
