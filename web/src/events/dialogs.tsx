import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Anchor, Button, Group, Modal, Radio, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { HOUR_MS } from '../../../src/lib/time/span.ts'
import { api, dataOf, useRefresh } from '../api/client.ts'
import type { Endpoint, EndpointTestResult } from '../api/schema.ts'
import { useChange } from '../parts/action.ts'
import { DayTimeField } from '../parts/DayField.tsx'
import { DialogButtons, Form, FormProblem, useApiForm } from '../parts/forms.tsx'
import { IconCheck, IconX } from '../parts/icons.tsx'
import { CodeTabs, ShownOnce } from '../parts/Secret.tsx'
import { Muted, Small, useTimeZone } from '../parts/text.tsx'
import { Problem, SecondaryButton } from '../parts/ui.tsx'
import { formatTime, instantOf } from '../parts/wall-clock.ts'
import { ALL_TYPES, typeOptions } from './catalogue.ts'
import { Answer, formatMs } from './event-parts.tsx'

export interface EndpointDialogProps {
  endpoint: Endpoint
  onClose: () => void
}

export function Recover({ endpoint }: { endpoint: Endpoint }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <SecondaryButton onClick={open}>
        <Trans>Send what it missed</Trans>
      </SecondaryButton>
      <Modal opened={isOpen} onClose={close} title={t`Send what it missed`} centered>
        <RecoverForm endpoint={endpoint} onClose={close} />
      </Modal>
    </>
  )
}

const HOURS = { hour: 1, day: 24, week: 168 }

type Since = 'success' | 'other' | keyof typeof HOURS

export function RecoverForm({ endpoint: { id, status, last_success_at }, onClose }: EndpointDialogProps) {
  const zone = useTimeZone()
  const change = useChange('endpoints', 'events')
  const form = useApiForm<{ since: Since; other: string }>({
    initialValues: { since: last_success_at ? 'success' : 'day', other: '' },
    validate: { other: (other, { since }) => (since === 'other' && other === '' ? t`Choose a day and a time.` : null) },
    send: async ({ since, other }) => {
      const body = { since: at(since, other) }
      await change(
        dataOf(api.POST('/v1/events/endpoints/{id}/recover', { params: { path: { id } }, body })),
        ({ recovered }) =>
          recovered === 0
            ? t`It has everything since then: nothing had to be sent.`
            : plural(recovered, { one: '# event is on the way.', other: '# events are on the way.' }),
      )
      onClose()
    },
    clearInputErrorOnChange: false,
    // The presets have no field to show an error beside.
    fieldFor: (_path, { since }) => (since === 'other' ? 'other' : null),
  })
  const at = (since: Since, other: string): string => {
    if (since === 'success') return last_success_at!
    if (since === 'other') return instantOf(other, zone).toISOString()
    return new Date(Date.now() - HOURS[since] * HOUR_MS).toISOString()
  }
  if (status === 'disabled') {
    return (
      <Text>
        <Trans>The endpoint is disabled, so nothing can be sent to it. Turn it on again first.</Trans>
      </Text>
    )
  }
  return (
    <Form of={form} withRefusal={false}>
      <Text>
        <Trans>
          Every event since then that the endpoint wants and has not got is sent now: what failed, what waits, and what
          came while it was off.
        </Trans>{' '}
        {status === 'paused' && t`The endpoint is paused, so it is sent when you resume.`}
      </Text>
      <Radio.Group label={t`Since`} {...form.getInputProps('since')}>
        <Stack gap={6} mt={4}>
          {last_success_at && (
            <Radio value="success" label={t`Its last success (${formatTime(last_success_at, zone)})`} />
          )}
          <Radio value="hour" label={t`An hour ago`} />
          <Radio value="day" label={t`A day ago`} />
          <Radio value="week" label={t`A week ago`} />
          <Radio value="other" label={t`Another time`} />
        </Stack>
      </Radio.Group>
      {form.values.since === 'other' && (
        <DayTimeField label={t`Day and time (${zone})`} {...form.getInputProps('other')} />
      )}
      {form.refusal && <FormProblem {...form.refusal} />}
      <DialogButtons label={t`Send it`} of={form} back={t`Go back`} onBack={onClose} />
    </Form>
  )
}

export function RotateSecret({ endpoint, onClose }: EndpointDialogProps) {
  const zone = useTimeZone()
  const refresh = useRefresh()
  const rotate = useMutation({
    mutationFn: () => dataOf(api.POST('/v1/events/endpoints/{id}/rotate', { params: { path: { id: endpoint.id } } })),
    onSuccess: () => void refresh('endpoints'),
  })
  if (rotate.data?.secret) {
    const until = rotate.data.previous_secret_until
    return (
      <Stack>
        <ShownOnce what="new secret" value={rotate.data.secret} />
        <Small>
          {until && t`Until ${formatTime(until, zone)} every message is signed with both secrets.`}{' '}
          <Trans>Put the new one into your program before then, and nothing is lost.</Trans>
        </Small>
        <VerifyExample />
        <Group justify="flex-end">
          <Button onClick={onClose}>
            <Trans>I have copied it</Trans>
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack>
      <Text>
        <Trans>
          The endpoint gets a new signing secret. For 24 hours messages are signed with the old and the new one, so your
          program works on while you change it.
        </Trans>
      </Text>
      {endpoint.previous_secret_until && (
        <Text fw={600}>
          <Trans>
            The last change is still under way: the secret from before it, valid until{' '}
            {formatTime(endpoint.previous_secret_until, zone)}, ends at once.
          </Trans>
        </Text>
      )}
      {rotate.error && <Problem error={rotate.error} />}
      <DialogButtons label={t`Get a new secret`} of={rotate} back={t`Go back`} onBack={onClose} />
    </Stack>
  )
}

const PLAIN = 'endpoint.test'
const TYPES = [PLAIN, ...ALL_TYPES] as const
const options = () => [{ group: t`Only to try`, items: [{ value: PLAIN, label: t`A plain test` }] }, ...typeOptions()]

export function TestForm({ endpoint, onClose }: EndpointDialogProps) {
  const [type, setType] = useState<(typeof TYPES)[number]>(PLAIN)
  const test = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/v1/events/endpoints/{id}/test', { params: { path: { id: endpoint.id } }, body: { type } })),
  })
  return (
    <Stack>
      <Text>
        <Trans>
          One message with example data goes out at once, whatever the state of the endpoint. It is not repeated and
          does not count as a delivery.
        </Trans>
      </Text>
      <Select
        label={t`What to send`}
        data={options()}
        value={type}
        onChange={(next) => setType(TYPES.find((each) => each === next) ?? PLAIN)}
        searchable
      />
      <div aria-live="polite">
        {test.isPending && (
          <Text c="dimmed">
            <Trans>Waiting for the answer, up to 15 seconds …</Trans>
          </Text>
        )}
        {test.error && <Problem error={test.error} />}
        {test.data && !test.isPending && <Result result={test.data} />}
      </div>
      <DialogButtons label={test.data ? t`Send again` : t`Send`} of={test} back={t`Close`} onBack={onClose} />
    </Stack>
  )
}

function Result({ result: { delivered, status, duration_ms, message, answer } }: { result: EndpointTestResult }) {
  const answered =
    status === null ? t`No answer` : delivered ? t`It works: answered with ${status}` : t`Answered with ${status}`
  return (
    <Alert
      color={delivered ? 'teal' : 'red'}
      title={t`${answered} after ${formatMs(duration_ms)}`}
      icon={delivered ? <IconCheck /> : <IconX />}
    >
      <Stack gap="xs">
        {message && <Small>{message}</Small>}
        <Answer text={answer} />
      </Stack>
    </Alert>
  )
}

const LIBRARY = `import { Webhook } from 'standardwebhooks'

// rawBody: the bytes as they came in, before they are parsed
const event = new Webhook(process.env.DOORPOST_SECRET).verify(rawBody, request.headers)`

const PYTHON = `from standardwebhooks.webhooks import Webhook

# raw_body: the bytes as they came in, before they are parsed
event = Webhook(os.environ["DOORPOST_SECRET"]).verify(raw_body, request.headers)`

const PHP = `$signed = $_SERVER['HTTP_WEBHOOK_ID'] . '.' . $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] . '.' . file_get_contents('php://input');
$key = base64_decode(substr(getenv('DOORPOST_SECRET'), strlen('whsec_')));
$wanted = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
$matches = array_filter(explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE']), fn ($given) => hash_equals($wanted, $given));
if (!$matches || abs(time() - (int) $_SERVER['HTTP_WEBHOOK_TIMESTAMP']) > 300) { http_response_code(401); exit; }`

const SHELL = `# ID, TIMESTAMP: the headers webhook-id and webhook-timestamp; body.json: the bytes as they came in
KEY=$(printf %s "\${DOORPOST_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
{ printf '%s.%s.' "$ID" "$TIMESTAMP"; cat body.json; } \\
  | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64
# has to be what stands behind "v1," in webhook-signature`

const EXAMPLES = { Node: LIBRARY, Python: PYTHON, PHP, Shell: SHELL }

export function VerifyExample() {
  return (
    <Stack gap="xs">
      <CodeTabs codes={EXAMPLES} />
      <Muted>
        <Trans>
          Messages follow{' '}
          <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" size="sm" underline="always">
            Standard Webhooks
          </Anchor>
          , which has a library for most languages. Keep the secret where only your program reads it, such as an
          environment variable. Answer with a status from 200 to 299 within 15 seconds, and drop ids you have seen: a
          message can come twice.
        </Trans>
      </Muted>
    </Stack>
  )
}
