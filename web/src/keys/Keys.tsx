import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Code, Group, SegmentedControl, Stack } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { api, dataOf, useList, useMay, useRefresh } from '../api/client.ts'
import type { ApiKey, CreatedApiKey } from '../api/schema.ts'
import { useChange } from '../parts/action.ts'
import { ConfirmButton, MakeDialog, type MakeFormProps } from '../parts/dialogs.tsx'
import { DialogButtons, FixedSelect, Form, useApiForm, useUrlChoice } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconKey, IconPlus } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Hint, RecordName, Small, Time } from '../parts/text.tsx'
import { Empty, SmallButton, StateBadge } from '../parts/ui.tsx'
import { OwnersOnly } from '../settings/Section.tsx'
import { scopesInWords } from '../settings/values.ts'
import { KeyForm } from './KeyForm.tsx'
import { Made } from './Made.tsx'

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
      {hasFilter && <SegmentedControl aria-label={t`Which keys`} {...states} w="fit-content" />}
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
