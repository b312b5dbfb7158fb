import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { CreatedApiKey, NewApiKey } from '../../api/schema.ts'
import { FormProblem } from '../../entry/FormProblem.tsx'
import { useSubmit } from '../../entry/useSubmit.ts'
import { useTimeZone } from '../../parts/Time.tsx'
import { SecondaryButton } from '../../parts/variants.ts'
import { todayIn } from '../../parts/wall-clock.ts'
import { useOnce } from '../useOnce.ts'
import { EXPIRIES, expiryOf } from './expiry.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import { ALL_SCOPES } from './scopes.ts'

interface KeyFormProps {
  onMade: (key: CreatedApiKey) => void
  onCancel: () => void
}

export function KeyForm({ onMade, onCancel }: KeyFormProps) {
  const queries = useQueryClient()
  const zone = useTimeZone()
  const once = useOnce<NewApiKey>()
  const form = useForm({
    initialValues: { name: '', scopes: ALL_SCOPES, expiry: 'never', expires_at: '' },
    validate: {
      name: (value) => (value.trim() === '' ? 'Give it a name, so that you know later what it is for.' : null),
      scopes: (value) => (value.length === 0 ? 'Choose at least one.' : null),
      expires_at: (value, { expiry }) => (expiry === 'date' && value === '' ? 'Choose the last day it works.' : null),
    },
  })
  const { isBusy, refusal, run } = useSubmit(form)
  const submit = form.onSubmit((values) =>
    run(async () => {
      const { name, scopes, expiry, expires_at: day } = values
      const { body, headers } = once.intent(values, () => ({ name, scopes, expires_at: expiryOf(expiry, day, zone) }))
      const made = await dataOf(api.POST('/v1/keys', { params: { header: headers }, body }))
      once.done()
      await queries.invalidateQueries({ queryKey: ['keys'] })
      onMade(made)
    }),
  )
  const isOwnDay = form.values.expiry === 'date'
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormProblem of={refusal} />
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
        <Group justify="flex-end">
          <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
          <Button type="submit" loading={isBusy}>
            Generate the key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
