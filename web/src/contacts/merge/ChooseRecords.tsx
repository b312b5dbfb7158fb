import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/client.ts'
import type { Contact } from '../../api/schema.ts'
import { DialogButtons } from '../../parts/forms.tsx'
import { SearchField } from '../../parts/tables.tsx'
import { Muted, Small, Time } from '../../parts/text.tsx'
import { Problem } from '../../parts/ui.tsx'
import { fullName } from '../names.ts'

interface ChooseProps {
  record: Contact
  chosen: readonly string[]
  most: number
  onChange: (ids: readonly string[]) => void
  onNext: () => void
  onCancel: () => void
}

/** Lists records of the same person first, then search results. */
export function ChooseRecords({ record, chosen, most, onChange, onNext, onCancel }: ChooseProps) {
  const { t } = useLingui()
  const [q, setQ] = useState('')
  // Ticked records stay visible when the search changes.
  const [ticked, setTicked] = useState<readonly Contact[]>([])
  // Also those into which records with this address were merged.
  const same = useRead(['contacts', 'of address', record.email, 'merge'], '/v1/contacts', {
    query: { email: record.email ?? '', limit: 20 },
    enabled: record.email !== null,
  })
  const found = useRead(['contacts', 'search', q], '/v1/contacts', { query: { q, limit: 8 }, enabled: q !== '' })
  const all = [...(same.data ?? []), ...ticked, ...((q !== '' && found.data) || [])]
  const shown = [...new Map(all.map((each) => [each.id, each])).values()].filter(({ id }) => id !== record.id)
  const tick = (contact: Contact, isTicked: boolean) => {
    const rest = ticked.filter(({ id }) => id !== contact.id)
    const next = isTicked ? [...rest, contact] : rest
    setTicked(next)
    onChange(next.map(({ id }) => id))
  }
  const name = fullName(record)
  const isNothing = q !== '' && found.data?.every(({ id }) => id === record.id)
  return (
    <Stack>
      <Small>
        <Trans>Which records are about the same person as {name}? They are compared before anything changes.</Trans>
      </Small>
      <SearchField
        label={t`Search for the other record`}
        placeholder={t`Name, address or company`}
        value={q}
        onChange={setQ}
        flex={undefined}
      />
      {found.error && <Problem error={found.error} />}
      {shown.length > 0 && (
        <Stack
          gap="xs"
          role="group"
          aria-label={t`Records to merge with`}
          mah={320}
          style={{ overflowY: 'auto' }}
          p={2}
        >
          {shown.map((contact) => (
            <Choice
              key={contact.id}
              contact={contact}
              isTicked={chosen.includes(contact.id)}
              isFull={chosen.length >= most}
              onTick={(isTicked) => tick(contact, isTicked)}
            />
          ))}
        </Stack>
      )}
      <Muted role="status">
        {isNothing && t`No other record is found. Check the spelling, or search for a part of it.`}
      </Muted>
      <DialogButtons
        of={{ isPending: false, mutate: onNext }}
        label={t`Compare`}
        disabled={chosen.length === 0}
        onBack={onCancel}
      />
    </Stack>
  )
}

interface ChoiceProps {
  contact: Contact
  isTicked: boolean
  isFull: boolean
  onTick: (isTicked: boolean) => void
}

function Choice({ contact, isTicked, isFull, onTick }: ChoiceProps) {
  const { email, company, confirmation, created_at } = contact
  const isPending = confirmation === 'pending'
  return (
    <Checkbox
      label={fullName(contact)}
      description={
        <Group gap={6} component="span">
          {[email, company].filter(Boolean).map((text) => (
            <span key={text}>{text} ·</span>
          ))}
          {isPending ? (
            <Trans>The address is not confirmed yet, so it cannot be merged.</Trans>
          ) : (
            <Trans>
              Came in <Time at={created_at} exact inherit span />
            </Trans>
          )}
        </Group>
      }
      checked={isTicked}
      disabled={isPending || (isFull && !isTicked)}
      onChange={(event) => onTick(event.currentTarget.checked)}
    />
  )
}
