import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { useList } from '../api/queries.ts'
import type { ApiKey } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { Confirm } from '../parts/Confirm.tsx'
import { Empty, Loading, Problem } from '../parts/states.tsx'
import { tell } from '../parts/tell.ts'
import { useUrl } from '../parts/useUrl.ts'
import { KeyTable } from './keys/KeyTable.tsx'
import { NewKey } from './keys/NewKey.tsx'
import { OwnersOnly } from './OwnersOnly.tsx'
import { Section } from './Section.tsx'

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
] as const

export function Keys() {
  const may = useMay()
  const [isNew, dialog] = useDisclosure()
  return (
    <Section
      title="API keys"
      lead="With a key, other programs use Doorpost: a website that sends contacts, a script that writes posts."
      actions={
        may.own && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
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
  const [{ state: wanted }, change] = useUrl()
  const state = STATES.find(({ value }) => value === wanted)?.value ?? 'all'
  const queries = useQueryClient()
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const keys = useList(['keys'], state === 'all' ? {} : { state }, (query, signal) =>
    api.GET('/v1/keys', { params: { query }, signal }),
  )

  const revoke = async (key: ApiKey) => {
    await api.DELETE('/v1/keys/{id}', { params: { path: { id: key.id } } })
    tell.done(`“${key.name}” is revoked.`)
    await queries.invalidateQueries({ queryKey: ['keys'] })
  }
  if (keys.isPending) return <Loading />
  if (keys.error && keys.rows.length === 0) return <Problem error={keys.error} retry={() => void keys.refetch()} />
  if (keys.rows.length === 0 && state === 'all') {
    return (
      <Empty icon={IconKey} title="No API key yet" action={<Button onClick={onNew}>Generate the first key</Button>}>
        Generate one for each program that is to use Doorpost. You see it once; afterwards you can only revoke it.
      </Empty>
    )
  }
  return (
    <Stack>
      <SegmentedControl
        aria-label="Which keys"
        data={[...STATES]}
        value={state}
        onChange={(value) => change({ state: value === 'all' ? undefined : value })}
        w="fit-content"
        maw="100%"
      />
      {keys.rows.length === 0 ? (
        <Empty icon={IconKey} title={`No ${state} key`}>
          Choose “All” to see every key.
        </Empty>
      ) : (
        <KeyTable keys={keys.rows} total={keys.total} more={keys.more} onRevoke={setRevoked} />
      )}
      <Confirm
        opened={revoked !== null}
        onClose={() => setRevoked(null)}
        title={`Revoke “${revoked?.name ?? ''}”?`}
        label="Revoke the key"
        onConfirm={() => revoke(revoked!)}
      >
        Every program that uses {revoked?.hint} is refused within a second. This cannot be undone: a revoked key never
        works again.
      </Confirm>
    </Stack>
  )
}
