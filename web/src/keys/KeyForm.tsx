import { useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Input, Paper, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { type ReactNode, useRef } from 'react'
import { api, dataOf, onceKey, useRefresh } from '../api/client.ts'
import type { CreatedApiKey, NewApiKey } from '../api/schema.ts'
import { DayField } from '../parts/DayField.tsx'
import type { MakeFormProps } from '../parts/dialogs.tsx'
import { DialogButtons, FixedSelect, Form, useApiForm } from '../parts/forms.tsx'
import { Hint, Small, useTimeZone } from '../parts/text.tsx'
import { todayIn } from '../parts/wall-clock.ts'
import { ALL_SCOPES, expiries, expiryOf, NOUNS, type Scope } from '../settings/values.ts'

export function KeyForm({ onMade, onCancel }: MakeFormProps<CreatedApiKey>) {
  const { t } = useLingui()
  const refresh = useRefresh()
  const zone = useTimeZone()
  const kept = useRef<{ typed: string; body: NewApiKey; header: ReturnType<typeof onceKey> } | null>(null)
  const form = useApiForm({
    keptAs: 'key',
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
