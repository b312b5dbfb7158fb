import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Checkbox, Code, Group, Input, Paper, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useMemo, useRef } from 'react'
import { api, dataOf, onceKey, useList, useMay, useRefresh, useWorkspace } from '../api/client.ts'
import type { ApiKey, CreatedApiKey, NewApiKey } from '../api/schema.ts'
import { DayField } from '../parts/DayField.tsx'
import { ConfirmButton, type MadeProps, MakeDialog, type MakeFormProps } from '../parts/dialogs.tsx'
import { DialogButtons, Form, useApiForm, useChange, useUrlChoice } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconKey, IconPlus } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { CodeLine, ShownOnce } from '../parts/Secret.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Hint, RecordName, Small, Strong, Time, useTimeZone } from '../parts/text.tsx'
import { Empty, FixedSelect, SmallButton, StateBadge } from '../parts/ui.tsx'
import { todayIn } from '../parts/wall-clock.ts'
import { OwnersOnly } from '../settings/Section.tsx'
import { ALL_SCOPES, expiries, expiryOf, NOUNS, type Scope, scopesInWords } from '../settings/values.ts'

const STATES = { all: msg`All`, live: msg`Live`, expired: msg`Expired`, revoked: msg`Revoked` }

const columns = (): Column<ApiKey>[] => [
  { title: i18n._(msg`Name`), render: (key) => <Name of={key} /> },
  { title: i18n._(msg`May do`), wideOnly: true, render: ({ scopes }) => <Small>{scopesInWords(scopes)}</Small> },
  {
    title: i18n._(msg`Created`),
    wideOnly: true,
    render: ({ created_at: at, created_by: by }) => (
      <>
        <Time at={at} size="sm" />
        <Hint>{by === null ? <Trans>on the command line</Trans> : <Trans>by {by}</Trans>}</Hint>
      </>
    ),
  },
  { title: i18n._(msg`Last used`), wideOnly: true, render: (key) => <LastUsed of={key} /> },
  {
    title: i18n._(msg`Expires`),
    wideOnly: true,
    render: ({ expires_at: at }) => <Time at={at} none={i18n._(msg`Never`)} size="sm" />,
  },
  { title: i18n._(msg`State`), wideOnly: true, render: ({ state }) => <StateBadge state={state} /> },
  {
    title: i18n._(msg`Actions`),
    align: 'right',
    render: (key) => key.state !== 'revoked' && <KeyActions apiKey={key} />,
  },
]

export function Keys() {
  const { t } = useLingui()
  const may = useMay()
  const [isNew, dialog] = useDisclosure()
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <Page
      title={t`API keys`}
      help={
        <Help about={t`API keys`} page="users">
          <Trans>
            With a key, other programs use Doorpost: a website that sends contacts, a script that writes posts.
          </Trans>
        </Help>
      }
      primary={
        may.own && (
          <Button leftSection={<IconPlus size={18} />} onClick={dialog.open}>
            <Trans>Generate new key</Trans>
          </Button>
        )
      }
    >
      {may.own ? <KeyList onNew={dialog.open} /> : <OwnersOnly what={t`Only owners see, make and revoke API keys.`} />}
      <MakeDialog<CreatedApiKey>
        opened={isNew}
        onClose={dialog.close}
        modal={(made) => ({
          title: made ? t`Your new key “${made.name}”` : t`Generate a new API key`,
          size: made ? 'xl' : 'lg',
          fullScreen: isPhone,
        })}
        Form={KeyForm}
        Result={Made}
      />
    </Page>
  )
}

function KeyList({ onNew }: { onNew: () => void }) {
  const { t } = useLingui()
  const labels = Object.fromEntries(Object.entries(STATES).map(([value, label]) => [value, t(label)]))
  const states = useUrlChoice('state', labels as Record<keyof typeof STATES, string>, 'all')
  const state = states.value
  const keys = useList(['keys'], '/v1/keys', { query: state === 'all' ? {} : { state } })
  const hasFilter = state !== 'all' || keys.rows.length > 0
  return (
    <Stack>
      {hasFilter && <SegmentedControl aria-label={t`Which keys`} {...states} w="fit-content" maw="100%" />}
      <RecordList
        label={t`API keys`}
        columns={columns()}
        of={keys}
        empty={
          hasFilter ? (
            <Empty icon={IconKey} title={t`No such key`}>
              <Trans>Choose “All” to see every key.</Trans>
            </Empty>
          ) : (
            <Empty
              icon={IconKey}
              title={t`No API key yet`}
              action={<Button onClick={onNew}>{t`Generate the first key`}</Button>}
            >
              <Trans>Generate one for each program that is to use Doorpost. You see it once.</Trans>
            </Empty>
          )
        }
      />
    </Stack>
  )
}

function Name({ of: key }: { of: ApiKey }) {
  const { name, hint, scopes } = key
  return (
    <Stack gap={2} align="flex-start">
      <RecordName>{name}</RecordName>
      <Code style={{ whiteSpace: 'nowrap' }}>{hint}</Code>
      <Previous of={key} />
      <Stack gap={2} hiddenFrom="sm" align="flex-start">
        <StateBadge state={key.state} />
        <Hint>{scopesInWords(scopes)}</Hint>
        <LastUsed of={key} />
      </Stack>
    </Stack>
  )
}

function LastUsed({ of: { last_used_at: at } }: { of: ApiKey }) {
  const { t } = useLingui()
  return <Time at={at} none={t`Never used`} size="sm" />
}

/** The secret before the rotation, and whether a program still uses it. */
function Previous({ of: { previous_hint: hint, previous_until: until, previous_last_used_at: used } }: { of: ApiKey }) {
  if (until === null) return null
  return (
    <Hint component="div">
      <Trans>
        The previous one ({hint}) works until <Time at={until} exact inherit />.
      </Trans>{' '}
      {used === null ? (
        <Trans>It was never used.</Trans>
      ) : (
        <Trans>
          It was last used <Time at={used} inherit />.
        </Trans>
      )}
    </Hint>
  )
}

function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Group gap="xs" justify="flex-end">
      {apiKey.state === 'live' && <Rotate apiKey={apiKey} />}
      <Revoke apiKey={apiKey} />
    </Group>
  )
}

const GRACES: Record<string, MessageDescriptor> = {
  0: msg`Ends at once: the key may have leaked`,
  1: msg`Works for one more hour`,
  24: msg`Works for one more day`,
  168: msg`Works for one more week`,
}

/** Asks how long the previous secret works, then shows the new one. */
function Rotate({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const isPhone = useMediaQuery('(max-width: 48em)')
  const RotateForm = useMemo(() => formFor(id), [id])
  return (
    <>
      <SmallButton aria-label={t`Rotate ${name}`} onClick={dialog.open}>
        <Trans comment="Give an API key a new secret">Rotate</Trans>
      </SmallButton>
      <MakeDialog<CreatedApiKey>
        opened={isOpen}
        onClose={dialog.close}
        modal={(made) => ({
          title: made ? t`The new secret of “${made.name}”` : t`Rotate “${name}”?`,
          size: made ? 'xl' : 'lg',
          fullScreen: isPhone,
        })}
        Form={RotateForm}
        Result={Made}
      />
    </>
  )
}

function formFor(id: string) {
  return function RotateForm({ onMade, onCancel }: MakeFormProps<CreatedApiKey>) {
    const { t } = useLingui()
    const refresh = useRefresh()
    const form = useApiForm({
      initialValues: { grace: '24' },
      send: async ({ grace }, header) => {
        const body = { grace_hours: Number(grace) }
        const made = await dataOf(api.POST('/v1/keys/{id}/rotate', { params: { path: { id }, header }, body }))
        await refresh('keys')
        onMade(made)
      },
    })
    return (
      <Form of={form}>
        <Small>
          <Trans>
            You get a new secret for the same key. Put it into every program that uses the key. Until the previous one
            ends, the list shows whether a program still uses it.
          </Trans>
        </Small>
        <FixedSelect
          label={t`The previous secret`}
          data={Object.entries(GRACES).map(([value, label]) => ({ value, label: t(label) }))}
          {...form.getInputProps('grace')}
        />
        <DialogButtons label={t`Rotate the key`} of={form} onBack={onCancel} />
      </Form>
    )
  }
}

function Revoke({ apiKey: { id, name, hint } }: { apiKey: ApiKey }) {
  const { t } = useLingui()
  const change = useChange('keys')
  return (
    <ConfirmButton
      button={{ children: t`Revoke`, size: 'xs', 'aria-label': t`Revoke ${name}` }}
      title={t`Revoke “${name}”?`}
      label={t`Revoke the key`}
      onConfirm={() => change(api.DELETE('/v1/keys/{id}', { params: { path: { id } } }), t`“${name}” is revoked.`)}
    >
      <Trans>
        Every program that uses {hint} is refused within a second. This cannot be undone: a revoked key never works
        again.
      </Trans>
    </ConfirmButton>
  )
}

function KeyForm({ onMade, onCancel }: MakeFormProps<CreatedApiKey>) {
  const { t } = useLingui()
  const refresh = useRefresh()
  const zone = useTimeZone()
  const kept = useRef<{ typed: string; body: NewApiKey; header: ReturnType<typeof onceKey> } | null>(null)
  const form = useApiForm({
    initialValues: { name: '', scopes: ALL_SCOPES, expiry: 'never', expires_at: '' },
    validate: {
      name: isNotEmpty(t`Give it a name, so that you know later what it is for.`),
      scopes: isNotEmpty(t`Choose at least one.`),
      expires_at: (value, { expiry }) => (expiry === 'date' && value === '' ? t`Choose the last day it works.` : null),
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
        label={t`Name`}
        description={t`Where it will be used, such as “Website form” or “Zapier”.`}
        autoComplete="off"
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopeChoice {...form.getInputProps('scopes')} value={form.values.scopes} />
      <FixedSelect
        label={t`Stops working`}
        data={expiries()}
        {...form.getInputProps('expiry')}
        {...(isOwnDay ? {} : { error: form.errors.expires_at })}
      />
      {isOwnDay && (
        <DayField
          label={t`Last day`}
          description={t`It works until the end of that day in ${zone}.`}
          minDate={todayIn(zone)}
          required
          {...form.getInputProps('expires_at')}
        />
      )}
      <DialogButtons label={t`Generate the key`} of={form} onBack={onCancel} />
    </Form>
  )
}

function Made({ made: { name, key, scopes }, onDone }: MadeProps<CreatedApiKey>) {
  const { t } = useLingui()
  const { data } = useWorkspace()
  const base = data?.installation.base_url ?? location.origin
  const examples = EXAMPLES.filter(({ needs }) => scopes.includes(needs)).slice(0, 2)
  return (
    <Stack>
      {key === null ? (
        <Alert color="orange" title={t`The key was made, but its answer was lost on the way`}>
          <Trans>It cannot be shown again. Revoke “{name}” in the list and generate another one.</Trans>
        </Alert>
      ) : (
        <>
          <ShownOnce what="key" value={key} />
          <Small>
            <Trans>
              Keep it like a password: whoever has it can do what it may do. It belongs on servers, never into a web
              page.
            </Trans>
          </Small>
          {examples.length > 0 && <Strong>{t`Try it in a terminal`}</Strong>}
          {examples.map((example) => (
            <Stack key={example.path} gap={4}>
              <Small>{t(example.title)}</Small>
              <CodeLine value={curl(base, key, example)} />
            </Stack>
          ))}
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>{key === null ? t`Back to the list` : t`I have copied it`}</Button>
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
  const { t } = useLingui()
  const isAll = value.length === ALL_SCOPES.length
  const set = (scope: Scope, isOn: boolean) =>
    onChange(ALL_SCOPES.filter((each) => (each === scope ? isOn : value.includes(each))))
  return (
    <Input.Wrapper label={t`What it may do`} labelElement="div" error={error}>
      <Paper withBorder p="sm" mt={4} mb={error ? 4 : 0}>
        <Stack gap="sm">
          <Checkbox
            label={t`Everything`}
            fw={600}
            checked={isAll}
            indeterminate={!isAll && value.length > 0}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? ALL_SCOPES : [])}
          />
          {NOUNS.map(({ noun, label, about }) => (
            <Group key={noun} justify="space-between" gap="xs" wrap="nowrap">
              <div>
                <Small>{t(label)}</Small>
                <Hint>{t(about)}</Hint>
              </div>
              <Group gap="md" wrap="nowrap">
                {(['read', 'write'] as const).map((verb) => (
                  <Checkbox
                    key={verb}
                    label={verb === 'read' ? t`Read` : t`Write`}
                    aria-label={`${t(label)}: ${verb === 'read' ? t`read` : t`write`}`}
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
  title: MessageDescriptor
  path: string
  body?: Record<string, string>
}

const EXAMPLES: Example[] = [
  { needs: 'contacts:read', title: msg`List contacts`, path: '/v1/contacts?limit=5' },
  {
    needs: 'contacts:write',
    title: msg`Create a contact`,
    path: '/v1/contacts',
    body: { first_name: 'Ana', email: 'ana@example.com', utm_source: 'newsletter' },
  },
  { needs: 'posts:read', title: msg`List posts`, path: '/v1/posts?limit=5' },
  {
    needs: 'posts:write',
    title: msg`Save a draft`,
    path: '/v1/posts/professional',
    body: { content: 'Hello', status: 'draft' },
  },
  { needs: 'webhooks:read', title: msg`List webhooks`, path: '/v1/webhooks' },
  { needs: 'events:read', title: msg`Read the feed of events`, path: '/v1/events?limit=5' },
]

function curl(base: string, apiKey: string, { path, body }: Example): string {
  const lines = [`curl "${base}${path}"`, `-H "Authorization: Bearer ${apiKey}"`]
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`)
  return lines.join(' \\\n  ')
}
