import { Alert, Button, Checkbox, Code, Group, Input, Paper, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { api, dataOf, onceKey, useList, useMay, useRefresh, useWorkspace } from '../api/client.ts'
import type { ApiKey, CreatedApiKey, NewApiKey } from '../api/schema.ts'
import { DayField } from '../parts/DayField.tsx'
import { ConfirmButton, type MadeProps, MakeDialog, type MakeFormProps } from '../parts/dialogs.tsx'
import { DialogButtons, Form, useApiForm, useChange, useUrlChoice } from '../parts/forms.tsx'
import { IconKey, IconPlus } from '../parts/icons.tsx'
import { CodeLine, ShownOnce } from '../parts/Secret.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Hint, RecordName, Small, Strong, Time, useTimeZone } from '../parts/text.tsx'
import { Empty, FixedSelect, StateBadge } from '../parts/ui.tsx'
import { todayIn } from '../parts/wall-clock.ts'
import { OwnersOnly, Section } from './Section.tsx'
import { ALL_SCOPES, EXPIRIES, expiryOf, NOUNS, type Scope, scopesInWords } from './values.ts'

const STATES = { all: 'All', live: 'Live', expired: 'Expired', revoked: 'Revoked' }

const COLUMNS: Column<ApiKey>[] = [
  { title: 'Name', render: (key) => <Name of={key} /> },
  { title: 'May do', wideOnly: true, render: ({ scopes }) => <Small>{scopesInWords(scopes)}</Small> },
  {
    title: 'Created',
    wideOnly: true,
    render: ({ created_at: at, created_by: by }) => (
      <>
        <Time at={at} size="sm" />
        <Hint>{by === null ? 'on the command line' : `by ${by}`}</Hint>
      </>
    ),
  },
  { title: 'Last used', wideOnly: true, render: ({ last_used_at: at }) => <Time at={at} none="Never" size="sm" /> },
  { title: 'Expires', wideOnly: true, render: ({ expires_at: at }) => <Time at={at} none="Never" size="sm" /> },
  { title: 'State', render: ({ state }) => <StateBadge state={state} /> },
  { title: 'Actions', align: 'right', render: (key) => key.state !== 'revoked' && <Revoke apiKey={key} /> },
]

export function Keys() {
  const may = useMay()
  const [isNew, dialog] = useDisclosure()
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <Section
      title="API keys"
      lead="With a key, other programs use Doorpost: a website that sends contacts, a script that writes posts."
      actions={
        may.own && (
          <Button leftSection={<IconPlus size={18} />} onClick={dialog.open}>
            Generate new key
          </Button>
        )
      }
    >
      {may.own ? <KeyList onNew={dialog.open} /> : <OwnersOnly what="Only owners see, make and revoke API keys." />}
      <MakeDialog<CreatedApiKey>
        opened={isNew}
        onClose={dialog.close}
        modal={(made) => ({
          title: made ? `Your new key “${made.name}”` : 'Generate a new API key',
          size: made ? 'xl' : 'lg',
          fullScreen: isPhone,
        })}
        Form={KeyForm}
        Result={Made}
      />
    </Section>
  )
}

function KeyList({ onNew }: { onNew: () => void }) {
  const states = useUrlChoice('state', STATES, 'all')
  const state = states.value
  const keys = useList(['keys'], '/v1/keys', { query: state === 'all' ? {} : { state } })
  const hasFilter = state !== 'all' || keys.rows.length > 0
  return (
    <Stack>
      {hasFilter && <SegmentedControl aria-label="Which keys" {...states} w="fit-content" maw="100%" />}
      <RecordList
        label="API keys"
        columns={COLUMNS}
        of={keys}
        empty={
          hasFilter ? (
            <Empty icon={IconKey} title={`No ${state} key`}>
              Choose “All” to see every key.
            </Empty>
          ) : (
            <Empty
              icon={IconKey}
              title="No API key yet"
              action={<Button onClick={onNew}>Generate the first key</Button>}
            >
              Generate one for each program that is to use Doorpost. You see it once; afterwards you can only revoke it.
            </Empty>
          )
        }
      />
    </Stack>
  )
}

function Name({ of: { name, hint, scopes, last_used_at: at } }: { of: ApiKey }) {
  return (
    <Stack gap={2} align="flex-start">
      <RecordName>{name}</RecordName>
      <Code style={{ whiteSpace: 'nowrap' }}>{hint}</Code>
      <Stack gap={2} hiddenFrom="sm">
        <Hint>{scopesInWords(scopes)}</Hint>
        <Hint component="div">{at === null ? 'Never used' : ['Used ', <Time key="at" at={at} inherit />]}</Hint>
      </Stack>
    </Stack>
  )
}

function Revoke({ apiKey: { id, name, hint } }: { apiKey: ApiKey }) {
  const change = useChange('keys')
  return (
    <ConfirmButton
      button={{ children: 'Revoke', size: 'xs', 'aria-label': `Revoke ${name}` }}
      title={`Revoke “${name}”?`}
      label="Revoke the key"
      onConfirm={() => change(api.DELETE('/v1/keys/{id}', { params: { path: { id } } }), `“${name}” is revoked.`)}
    >
      Every program that uses {hint} is refused within a second. This cannot be undone: a revoked key never works again.
    </ConfirmButton>
  )
}

function KeyForm({ onMade, onCancel }: MakeFormProps<CreatedApiKey>) {
  const refresh = useRefresh()
  const zone = useTimeZone()
  const kept = useRef<{ typed: string; body: NewApiKey; header: ReturnType<typeof onceKey> } | null>(null)
  const form = useApiForm({
    initialValues: { name: '', scopes: ALL_SCOPES, expiry: 'never', expires_at: '' },
    validate: {
      name: isNotEmpty('Give it a name, so that you know later what it is for.'),
      scopes: isNotEmpty('Choose at least one.'),
      expires_at: (value, { expiry }) => (expiry === 'date' && value === '' ? 'Choose the last day it works.' : null),
    },
    send: async (values) => {
      const { name, scopes, expiry, expires_at: day } = values
      // Body and key change only with the input, so that a repeat creates nothing twice.
      const typed = JSON.stringify(values)
      if (kept.current?.typed !== typed)
        kept.current = { typed, body: { name, scopes, expires_at: expiryOf(expiry, day, zone) }, header: onceKey() }
      const { body, header } = kept.current
      const made = await dataOf(api.POST('/v1/keys', { params: { header }, body }))
      kept.current = null
      await refresh('keys')
      onMade(made)
    },
  })
  const isOwnDay = form.values.expiry === 'date'
  return (
    <Form of={form}>
      <TextInput
        label="Name"
        description="Where it will be used, such as “Website form” or “Zapier”."
        autoComplete="off"
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopeChoice {...form.getInputProps('scopes')} value={form.values.scopes} />
      <FixedSelect
        label="Stops working"
        data={EXPIRIES}
        {...form.getInputProps('expiry')}
        {...(isOwnDay ? {} : { error: form.errors.expires_at })}
      />
      {isOwnDay && (
        <DayField
          label="Last day"
          description={`It works until the end of that day in ${zone}.`}
          minDate={todayIn(zone)}
          required
          {...form.getInputProps('expires_at')}
        />
      )}
      <DialogButtons label="Generate the key" of={form} onBack={onCancel} />
    </Form>
  )
}

function Made({ made: { name, key, scopes }, onDone }: MadeProps<CreatedApiKey>) {
  const { data } = useWorkspace()
  const base = data?.installation.base_url ?? location.origin
  const examples = EXAMPLES.filter(({ needs }) => scopes.includes(needs)).slice(0, 2)
  return (
    <Stack>
      {key === null ? (
        <Alert color="orange" title="The key was made, but its answer was lost on the way">
          It cannot be shown again. Revoke “{name}” in the list and generate another one.
        </Alert>
      ) : (
        <>
          <ShownOnce what="key" value={key} />
          <Small>
            Keep it like a password: whoever has it can do what it may do. It belongs on servers, never into a web page.
          </Small>
          {examples.length > 0 && <Strong>Try it in a terminal</Strong>}
          {examples.map((example) => (
            <Stack key={example.title} gap={4}>
              <Small>{example.title}</Small>
              <CodeLine value={curl(base, key, example)} />
            </Stack>
          ))}
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>{key === null ? 'Back to the list' : 'I have copied it'}</Button>
      </Group>
    </Stack>
  )
}

interface ScopeChoiceProps {
  value: Scope[]
  onChange: (value: Scope[]) => void
  error?: ReactNode
}

function ScopeChoice({ value, onChange, error }: ScopeChoiceProps) {
  const isAll = value.length === ALL_SCOPES.length
  const set = (scope: Scope, isOn: boolean) =>
    onChange(ALL_SCOPES.filter((each) => (each === scope ? isOn : value.includes(each))))
  return (
    <Input.Wrapper label="What it may do" labelElement="div" error={error}>
      <Paper withBorder p="sm" mt={4} mb={error ? 4 : 0}>
        <Stack gap="sm">
          <Checkbox
            label="Everything"
            fw={600}
            checked={isAll}
            indeterminate={!isAll && value.length > 0}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? ALL_SCOPES : [])}
          />
          {NOUNS.map(({ noun, label, about }) => (
            <Group key={noun} justify="space-between" gap="xs" wrap="nowrap">
              <div>
                <Small>{label}</Small>
                <Hint>{about}</Hint>
              </div>
              <Group gap="md" wrap="nowrap">
                {(['read', 'write'] as const).map((verb) => (
                  <Checkbox
                    key={verb}
                    label={verb === 'read' ? 'Read' : 'Write'}
                    aria-label={`${label}: ${verb}`}
                    checked={value.includes(`${noun}:${verb}`)}
                    onChange={({ currentTarget }) => set(`${noun}:${verb}`, currentTarget.checked)}
                  />
                ))}
              </Group>
            </Group>
          ))}
        </Stack>
      </Paper>
    </Input.Wrapper>
  )
}

interface Example {
  needs: Scope
  title: string
  path: string
  body?: Record<string, string>
}

const EXAMPLES: Example[] = [
  { needs: 'contacts:read', title: 'List contacts', path: '/v1/contacts?limit=5' },
  {
    needs: 'contacts:write',
    title: 'Create a contact',
    path: '/v1/contacts',
    body: { first_name: 'Ana', email: 'ana@example.com', utm_source: 'newsletter' },
  },
  { needs: 'posts:read', title: 'List posts', path: '/v1/posts?limit=5' },
  {
    needs: 'posts:write',
    title: 'Save a draft',
    path: '/v1/posts/professional',
    body: { content: 'Hello from our API', status: 'draft' },
  },
  { needs: 'webhooks:read', title: 'List webhooks', path: '/v1/webhooks' },
  { needs: 'events:read', title: 'Read the feed of events', path: '/v1/events?limit=5' },
]

function curl(base: string, apiKey: string, { path, body }: Example): string {
  const lines = [`curl "${base}${path}"`, `-H "Authorization: Bearer ${apiKey}"`]
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`)
  return lines.join(' \\\n  ')
}
