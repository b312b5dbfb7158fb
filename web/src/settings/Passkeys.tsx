import { Group, Modal, Paper, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconFingerprint } from '@tabler/icons-react'
import { api } from '../api/client.ts'
import { useRead, useRefresh } from '../api/queries.ts'
import type { Passkey } from '../api/schema.ts'
import { addPasskey, hasPasskeys } from '../entry/passkey.ts'
import { ConfirmButton } from '../parts/dialogs/ConfirmButton.tsx'
import { DialogButtons, Form, useApiForm } from '../parts/forms/form.tsx'
import { useChange } from '../parts/forms/useChange.ts'
import { Read } from '../parts/states.tsx'
import { tell } from '../parts/tell.ts'
import { Time } from '../parts/time/Time.tsx'
import { Muted, RecordName, SecondaryButton, Small, Tag } from '../parts/variants.ts'
import { Section } from './Section.tsx'
import { deviceOf } from './device.ts'

export function Passkeys() {
  const [isAdding, adding] = useDisclosure()
  const passkeys = useRead(['passkeys'], '/v1/auth/passkeys')
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
        <Small>This browser has no passkeys here. They need a recent browser, and https or localhost.</Small>
      )}
      <Read of={passkeys} rows={1}>
        {(rows) =>
          rows.length === 0 ? (
            <Muted>You have no passkey yet.</Muted>
          ) : (
            <Paper withBorder radius="md" maw={720}>
              <Stack gap={0}>
                {rows.map((passkey) => (
                  <Row key={passkey.id} passkey={passkey} />
                ))}
              </Stack>
            </Paper>
          )
        }
      </Read>
      {isAdding && <AddDialog onClose={adding.close} />}
    </Section>
  )
}

function Row({ passkey: { id, name: given, synced, created_at } }: { passkey: Passkey }) {
  const name = given ?? 'Passkey'
  const change = useChange('passkeys', 'me')
  const remove = () => api.DELETE('/v1/auth/passkeys/{id}', { params: { path: { id } } })
  return (
    <Group justify="space-between" p="sm" wrap="nowrap">
      <div>
        <Group gap="xs">
          <RecordName>{name}</RecordName>
          {synced && <Tag fw={500}>On several devices</Tag>}
        </Group>
        <Muted>
          Added <Time at={created_at} inherit />
        </Muted>
      </div>
      <ConfirmButton
        button={{ children: 'Remove', size: 'xs', flex: 'none', 'aria-label': `Remove the passkey ${name}` }}
        title={`Remove the passkey ${given ?? ''}?`}
        label="Remove the passkey"
        onConfirm={() => change(remove(), `The passkey ${given ?? ''} is removed.`)}
      >
        You can no longer sign in with it. Remove it from the device or the password manager too.
      </ConfirmButton>
    </Group>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh()
  const form = useApiForm({
    initialValues: { name: deviceOf(navigator.userAgent) },
    validate: { name: isNotEmpty('Give it a name, so that you know it again.') },
    send: async ({ name }) => {
      await addPasskey(name)
      tell.done('The passkey is added. You can sign in with it now.')
      onClose()
      await refresh('passkeys', 'me')
    },
  })
  const lead = <Small>Your browser asks next where to keep it: on this device, a phone or a security key.</Small>
  return (
    <Modal opened title="Add a passkey" onClose={onClose}>
      <Form of={form} lead={lead}>
        <TextInput
          label="Name"
          description="By which you know it again."
          autoComplete="off"
          maxLength={100}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <DialogButtons label="Add the passkey" of={form} onBack={onClose} />
      </Form>
    </Modal>
  )
}
