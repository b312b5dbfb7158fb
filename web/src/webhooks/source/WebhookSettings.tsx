import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { Webhook } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { Form, FormProblem, SubmitButton, useApiForm } from '../../parts/forms/form.tsx'
import { PagePart } from '../../parts/page/PagePart.tsx'
import { Time } from '../../parts/time/Time.tsx'
import { SecondaryButton, Small } from '../../parts/variants.ts'
import { usePatchWebhook } from './reads.ts'
import { LimitFields, VerificationFields } from './SourceFields.tsx'
import { fieldFor, type SourceValues, toPatch, valuesOf } from './source-form.ts'
import { RevokeWebhook, RotateUrl } from './url-dialogs.tsx'

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const may = useMay()
  const [isRotating, rotating] = useDisclosure()
  const [isRevoking, revoking] = useDisclosure()
  return (
    <Stack maw={760}>
      {!may.write && (
        <Alert color="gray">You can look at these settings. An owner or editor of the team can change them.</Alert>
      )}
      <SettingsForm webhook={webhook} isLocked={!may.write || !webhook.active} />
      {webhook.active && (
        <PagePart title="URL">
          <Stack gap="sm" align="flex-start">
            <Small>
              The URL was shown once, when it was made. Its key begins and ends like this: <b>{webhook.key_hint}</b>
            </Small>
            {webhook.previous_key_until !== null && (
              <Small>
                The previous URL works until <Time at={webhook.previous_key_until} exact span inherit fw={600} />.
              </Small>
            )}
            {may.write && <SecondaryButton onClick={rotating.open}>Get a new URL</SecondaryButton>}
          </Stack>
          <RotateUrl webhook={webhook} opened={isRotating} onClose={rotating.close} />
        </PagePart>
      )}
      {may.write && (
        <PagePart title={webhook.active ? 'Revoke' : 'Erase'}>
          <Stack gap="sm" align="flex-start">
            <Small>
              {webhook.active
                ? 'Ends the URL for good. What was received stays until its time is over, unless you erase it too.'
                : 'The webhook is revoked. What it received can be erased before its time is over.'}
            </Small>
            <Button color="red.8" variant="outline" c="var(--mantine-color-text)" onClick={revoking.open}>
              {webhook.active ? 'Revoke the webhook' : 'Erase what it received'}
            </Button>
          </Stack>
          <RevokeWebhook key={String(webhook.active)} webhook={webhook} opened={isRevoking} onClose={revoking.close} />
        </PagePart>
      )}
    </Stack>
  )
}

function SettingsForm({ webhook, isLocked }: { webhook: Webhook; isLocked: boolean }) {
  const save = usePatchWebhook(webhook.id)
  // The initial values: a live update of counts must not touch what is being typed.
  const [before, setBefore] = useState(() => valuesOf(webhook))
  const form = useApiForm<SourceValues>({
    initialValues: before,
    send: async () => {
      const values = valuesOf(await save(patch, 'The settings are saved.'))
      setBefore(values)
      form.setValues(values)
      form.clearErrors()
    },
    fieldFor,
  })
  const patch = toPatch(before, form.values)
  const isChanged = Object.keys(patch).length > 0
  return (
    <Form of={form} withRefusal={false} isLocked={isLocked}>
      <PagePart title="Name">
        <TextInput label="Name of the webhook" {...form.getInputProps('name')} />
      </PagePart>
      <PagePart title="Verification">
        <VerificationFields form={form} webhook={webhook} isLocked={isLocked} />
        {webhook.previous_secret_until !== null && (
          <Small mt="sm">
            The previous signing secret is accepted until{' '}
            <Time at={webhook.previous_secret_until} exact span inherit fw={600} />.
          </Small>
        )}
      </PagePart>
      <PagePart title="Limits and retention">
        <LimitFields form={form} />
      </PagePart>
      {form.refusal && <FormProblem {...form.refusal} title="The settings were not saved" />}
      {!isLocked && (
        <Group justify="flex-end">
          {isChanged && <SecondaryButton onClick={() => form.setValues(before)}>Undo changes</SecondaryButton>}
          <SubmitButton of={form} disabled={!isChanged}>
            Save
          </SubmitButton>
        </Group>
      )}
    </Form>
  )
}
