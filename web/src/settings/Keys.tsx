import { Button, Code, SegmentedControl, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, useList, useMay } from '../api/client.ts'
import type { ApiKey } from '../api/schema.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { useChange, useUrlChoice } from '../parts/forms.tsx'
import { IconKey, IconPlus } from '../parts/icons.tsx'
import { Time } from '../parts/Time.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Empty, Hint, RecordName, Small, StateBadge } from '../parts/ui.tsx'
import { NewKey } from './NewKey.tsx'
import { OwnersOnly, Section } from './Section.tsx'
import { scopesInWords } from './values.ts'

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
      <NewKey opened={isNew} onClose={dialog.close} />
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
