import { Accordion, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { useRefresh } from '../../api/queries.ts'
import { type DialogProps, MakeDialog, type MakeFormProps } from '../../parts/dialogs/MakeDialog.tsx'
import { DialogButtons, Form, FormProblem, useApiForm } from '../../parts/forms/form.tsx'
import { FixedSelect } from '../../parts/variants.ts'
import { usePresets } from './reads.ts'
import { LimitFields, VerificationFields } from './SourceFields.tsx'
import { describePreset } from './senders.ts'
import { fieldFor, NEW_SOURCE, type SourceValues, toNewWebhook } from './source-form.ts'
import { type MadeWebhook, ShownUrl } from './url-dialogs.tsx'

export function NewWebhook(dialog: DialogProps) {
  return (
    <MakeDialog<MadeWebhook>
      {...dialog}
      // A click outside must lose neither the URL nor what was typed.
      modal={(made) => ({
        title: made ? `“${made.webhook.name}” is ready` : 'New webhook',
        closeOnClickOutside: false,
      })}
      Form={NewForm}
      Result={ShownUrl}
    />
  )
}

function NewForm({ onMade, onCancel }: MakeFormProps<MadeWebhook>) {
  const refresh = useRefresh()
  const presets = usePresets()
  const [fold, setFold] = useState<string | null>(null)
  const form = useApiForm<SourceValues>({
    initialValues: NEW_SOURCE,
    send: async (values, once) => {
      const webhook = await dataOf(api.POST('/v1/webhooks', { params: { header: once }, body: toNewWebhook(values) }))
      void refresh('webhooks')
      onMade({ webhook, secret: values.secret, verifyToken: values.verify_token })
    },
    fieldFor,
    onRefusal: (fields) => {
      if (['delivery_id', 'max_kb', 'rate_limit', 'retention_days'].some((name) => fields.includes(name)))
        setFold('more')
    },
  })
  const preset = presets.data?.find((each) => each.preset === form.values.preset)
  return (
    <Form of={form} withRefusal={false}>
      <TextInput
        label="Name"
        description="Who sends, or from where: you will see it in the list and at the contacts."
        placeholder="Autumn landing page"
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <VerificationFields form={form} />
      <FixedSelect
        label="Make contacts of what comes in"
        description={
          preset
            ? describePreset(preset.preset)
            : 'Deliveries are kept in the inbox and become no contacts. You can set this up later.'
        }
        data={[
          { value: '', label: 'No, keep the deliveries only' },
          ...(presets.data ?? []).map(({ preset, title }) => ({ value: preset, label: `Yes, as from ${title}` })),
        ]}
        {...form.getInputProps('preset')}
      />
      <Accordion variant="contained" value={fold} onChange={setFold}>
        <Accordion.Item value="more">
          <Accordion.Control>Limits and how long deliveries are kept</Accordion.Control>
          <Accordion.Panel>
            <LimitFields form={form} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      {form.refusal && <FormProblem {...form.refusal} title="The webhook was not created" />}
      <DialogButtons label="Create the webhook" of={form} onBack={onCancel} />
    </Form>
  )
}
