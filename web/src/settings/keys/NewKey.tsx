import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, dataOf, onceKey } from '../../api/client.ts'
import type { CreatedApiKey, NewApiKey } from '../../api/schema.ts'
import { DialogButtons, Form, useApiForm } from '../../parts/form.tsx'
import { type DialogProps, MakeDialog } from '../../parts/MakeDialog.tsx'
import { ShownOnce } from '../../parts/Secret.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { todayIn } from '../../parts/wall-clock.ts'
import { CurlExamples } from './CurlExamples.tsx'
import { EXPIRIES, expiryOf } from './expiry.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import { ALL_SCOPES } from './scopes.ts'

export function NewKey(dialog: DialogProps) {
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <MakeDialog<CreatedApiKey>
      {...dialog}
      modal={(made) => ({
        title: made ? `Your new key “${made.name}”` : 'Generate a new API key',
        size: made ? 'xl' : 'lg',
        fullScreen: isPhone,
      })}
      form={(onMade, onCancel) => <KeyForm onMade={onMade} onCancel={onCancel} />}
      result={(made, onDone) => <Made made={made} onDone={onDone} />}
    />
  )
}

function KeyForm({ onMade, onCancel }: { onMade: (key: CreatedApiKey) => void; onCancel: () => void }) {
  const queries = useQueryClient()
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
      // Body and key change only with the input, so that a repeat after a lost answer makes nothing twice.
      const typed = JSON.stringify(values)
      if (kept.current?.typed !== typed)
        kept.current = { typed, body: { name, scopes, expires_at: expiryOf(expiry, day, zone) }, header: onceKey() }
      const { body, header } = kept.current
      const made = await dataOf(api.POST('/v1/keys', { params: { header }, body }))
      kept.current = null
      await queries.invalidateQueries({ queryKey: ['keys'] })
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
      <ScopeChoice
        value={form.values.scopes}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        error={form.errors.scopes}
      />
      <Select
        label="Stops working"
        data={EXPIRIES}
        allowDeselect={false}
        {...form.getInputProps('expiry')}
        {...(isOwnDay ? {} : { error: form.errors.expires_at })}
      />
      {isOwnDay && (
        <TextInput
          label="Last day"
          description={`It works until the end of that day in ${zone}.`}
          type="date"
          min={todayIn(zone)}
          required
          {...form.getInputProps('expires_at')}
        />
      )}
      <DialogButtons label="Generate the key" of={form} onBack={onCancel} />
    </Form>
  )
}

function Made({ made, onDone }: { made: CreatedApiKey; onDone: () => void }) {
  return (
    <Stack>
      {made.key === null ? (
        <Alert color="orange" title="The key was made, but its answer was lost on the way">
          <Text size="sm">It cannot be shown again. Revoke “{made.name}” in the list and generate another one.</Text>
        </Alert>
      ) : (
        <>
          <ShownOnce what="key" value={made.key} />
          <Text size="sm">
            Keep it like a password: whoever has it can do what it may do. It belongs on servers, never into a web page.
          </Text>
          <CurlExamples apiKey={made.key} scopes={made.scopes} />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>{made.key === null ? 'Back to the list' : 'I have copied it'}</Button>
      </Group>
    </Stack>
  )
}
