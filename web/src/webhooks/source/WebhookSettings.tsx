import { Alert, Button, Fieldset, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, dataOf, fieldErrors, messageOf } from '../../api/client.ts'
import type { Webhook } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { Time } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { Heading, SecondaryButton } from '../../parts/variants.ts'
import { LimitFields } from './LimitFields.tsx'
import { RevokeWebhook } from './RevokeWebhook.tsx'
import { RotateUrl } from './RotateUrl.tsx'
import { type SourceValues, sortErrors, toPatch, valuesOf } from './source-form.ts'
import { VerificationFields } from './VerificationFields.tsx'

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const may = useMay()
  return (
    <Stack maw={760}>
      {!may.write && (
        <Alert color="gray">You can look at these settings. An owner or editor of the team can change them.</Alert>
      )}
      <SettingsForm webhook={webhook} isLocked={!may.write || !webhook.active} />
      {webhook.active && <UrlSection webhook={webhook} mayWrite={may.write} />}
      {may.write && <EndSection webhook={webhook} />}
    </Stack>
  )
}

function SettingsForm({ webhook, isLocked }: { webhook: Webhook; isLocked: boolean }) {
  const queries = useQueryClient()
  // What the form began with: a live update of counts must not touch what is being typed.
  const [before, setBefore] = useState(() => valuesOf(webhook))
  const form = useForm<SourceValues>({ initialValues: before })
  const [isBusy, setBusy] = useState(false)
  const [others, setOthers] = useState<string[]>([])
  const patch = toPatch(before, form.values)
  const isChanged = Object.keys(patch).length > 0

  const save = async () => {
    setBusy(true)
    setOthers([])
    try {
      const saved = await dataOf(api.PATCH('/v1/webhooks/{id}', { params: { path: { id: webhook.id } }, body: patch }))
      queries.setQueryData(['webhooks', webhook.id], saved)
      const values = valuesOf(saved)
      setBefore(values)
      form.setValues(values)
      form.clearErrors()
      void queries.invalidateQueries({ queryKey: ['webhooks'] })
      tell.done('The settings are saved.')
    } catch (error) {
      const sorted = sortErrors(fieldErrors(error))
      form.setErrors(sorted.fields)
      setOthers(Object.keys(sorted.fields).length > 0 ? sorted.others : [...sorted.others, messageOf(error)])
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={form.onSubmit(() => void save())} noValidate>
      <Fieldset variant="unstyled" m={0} miw={0} disabled={isLocked}>
        <Stack>
          <Section title="Name">
            <TextInput label="Name of the webhook" {...form.getInputProps('name')} />
          </Section>
          <Section title="Verification">
            <VerificationFields form={form} webhook={webhook} isLocked={isLocked} />
            {webhook.previous_secret_until !== null && (
              <Text size="sm" mt="sm">
                The signing secret before is accepted until{' '}
                <Time at={webhook.previous_secret_until} exact span inherit fw={600} />.
              </Text>
            )}
          </Section>
          <Section title="Limits and retention">
            <LimitFields form={form} />
          </Section>
          {others.length > 0 && (
            <Alert color="red" role="alert" title="The settings were not saved">
              {others.join(' ')}
            </Alert>
          )}
          {!isLocked && (
            <Group justify="flex-end">
              {isChanged && <SecondaryButton onClick={() => form.setValues(before)}>Undo changes</SecondaryButton>}
              <Button type="submit" loading={isBusy} disabled={!isChanged}>
                Save
              </Button>
            </Group>
          )}
        </Stack>
      </Fieldset>
    </form>
  )
}

function UrlSection({ webhook, mayWrite }: { webhook: Webhook; mayWrite: boolean }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <Section title="URL">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          The URL was shown once, when it was made. Its key begins and ends like this: <b>{webhook.key_hint}</b>
        </Text>
        {webhook.previous_key_until !== null && (
          <Text size="sm">
            The URL before works until <Time at={webhook.previous_key_until} exact span inherit fw={600} />.
          </Text>
        )}
        {mayWrite && <SecondaryButton onClick={open}>Get a new URL</SecondaryButton>}
      </Stack>
      <RotateUrl webhook={webhook} opened={isOpen} onClose={close} />
    </Section>
  )
}

function EndSection({ webhook }: { webhook: Webhook }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <Section title={webhook.active ? 'Revoke' : 'Erase'}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {webhook.active
            ? 'Ends the URL for good. What was received stays until its time is over, unless you erase it too.'
            : 'The webhook is revoked. What it received can be erased before its time is over.'}
        </Text>
        <Button color="red.8" variant="outline" c="var(--mantine-color-text)" onClick={open}>
          {webhook.active ? 'Revoke the webhook' : 'Erase what it received'}
        </Button>
      </Stack>
      <RevokeWebhook key={String(webhook.active)} webhook={webhook} opened={isOpen} onClose={close} />
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Heading mb="sm">{title}</Heading>
      {children}
    </Paper>
  )
}
