import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiProblem, api, dataOf } from '../../api/client.ts'
import type { Passkey } from '../../api/schema.ts'
import { ME } from '../../api/session.ts'
import { FormProblem } from '../../entry/FormProblem.tsx'
import { addPasskey, hasPasskeys } from '../../entry/passkey.ts'
import { useSubmit } from '../../entry/useSubmit.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { RecordName, Tag } from '../../parts/more-variants.ts'
import { Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { Muted, SecondaryButton } from '../../parts/variants.ts'
import { Section } from '../Section.tsx'
import { deviceOf } from './device.ts'
import { StepsDialog } from './PasswordDialog.tsx'

export function Passkeys() {
  const queries = useQueryClient()
  const [isAdding, adding] = useDisclosure()
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const passkeys = useQuery<Passkey[], ApiProblem>({
    queryKey: ['passkeys'],
    queryFn: () => dataOf(api.GET('/v1/auth/passkeys')),
  })
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['passkeys'] })
    await queries.invalidateQueries({ queryKey: ME })
  }
  const remove = async ({ id, name }: Passkey) => {
    await api.DELETE('/v1/auth/passkeys/{id}', { params: { path: { id } } })
    tell.done(`The passkey ${name ?? ''} is removed.`)
    await refresh()
  }
  return (
    <Section
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or a security key instead of typing a password. Nobody can steal it by mail."
      actions={
        hasPasskeys() && (
          <SecondaryButton leftSection={<IconFingerprint size={18} aria-hidden />} onClick={adding.open}>
            Add a passkey
          </SecondaryButton>
        )
      }
    >
      {!hasPasskeys() && (
        <Text size="sm">This browser has no passkeys here. They need a recent browser, and https or localhost.</Text>
      )}
      <Read of={passkeys} rows={1}>
        {(rows) =>
          rows.length === 0 ? (
            <Muted>You have no passkey yet.</Muted>
          ) : (
            <Paper withBorder radius="md" maw={720}>
              <Stack gap={0}>
                {rows.map((passkey) => (
                  <Row key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
                ))}
              </Stack>
            </Paper>
          )
        }
      </Read>
      {isAdding && <AddDialog onClose={adding.close} onAdded={refresh} />}
      <Confirm
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove the passkey ${removed?.name ?? ''}?`}
        label="Remove the passkey"
        onConfirm={() => remove(removed!)}
      >
        You can no longer sign in with it. Remove it from the device or the password manager too.
      </Confirm>
    </Section>
  )
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const name = passkey.name ?? 'Passkey'
  return (
    <Group justify="space-between" p="sm" wrap="nowrap">
      <div>
        <Group gap="xs">
          <RecordName>{name}</RecordName>
          {passkey.synced && <Tag fw={500}>On several devices</Tag>}
        </Group>
        <Muted>
          Added <Time at={passkey.created_at} inherit />
        </Muted>
      </div>
      <SecondaryButton size="xs" flex="none" aria-label={`Remove the passkey ${name}`} onClick={onRemove}>
        Remove
      </SecondaryButton>
    </Group>
  )
}

function AddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => Promise<void> }) {
  const form = useForm({
    initialValues: { name: deviceOf(navigator.userAgent) },
    validate: { name: (value) => (value.trim() === '' ? 'Give it a name, so that you know it again.' : null) },
  })
  const { isBusy, refusal, run } = useSubmit(form)
  const submit = form.onSubmit(({ name }) =>
    run(async () => {
      await addPasskey(name)
      tell.done('The passkey is added. You can sign in with it now.')
      onClose()
      await onAdded()
    }),
  )
  return (
    <StepsDialog title="Add a passkey" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">Your browser asks next where to keep it: on this device, a phone or a security key.</Text>
          <FormProblem of={refusal} />
          <TextInput
            label="Name"
            description="By which you know it again."
            autoComplete="off"
            maxLength={100}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Group justify="flex-end">
            <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
            <Button type="submit" loading={isBusy}>
              Add the passkey
            </Button>
          </Group>
        </Stack>
      </form>
    </StepsDialog>
  )
}
