import { Accordion, Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, fieldErrors, isProblem, messageOf, onceKey } from '../../api/client.ts'
import type { WebhookWithUrl } from '../../api/schema.ts'
import { SecondaryButton } from '../../parts/variants.ts'
import { PRESET_WORDS } from '../mapping/preset-words.ts'
import { usePresets } from '../reads.ts'
import { LimitFields } from './LimitFields.tsx'
import { ShownUrl } from './ShownUrl.tsx'
import { NEW_SOURCE, type SourceValues, sortErrors, toNewWebhook } from './source-form.ts'
import { VerificationFields } from './VerificationFields.tsx'

interface Made {
  webhook: WebhookWithUrl
  secret: string
  verifyToken: string
}

export function NewWebhook({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  const close = () => {
    onClose()
    setMade(null)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? `“${made.webhook.name}” is ready` : 'New webhook'}
      size="lg"
      // Neither the URL nor what was typed is lost by a click beside the dialog.
      closeOnClickOutside={false}
      closeOnEscape={made === null}
    >
      {made ? <ShownUrl {...made} onDone={close} /> : <NewForm onMade={setMade} onCancel={close} />}
    </Modal>
  )
}

function NewForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const queries = useQueryClient()
  const presets = usePresets()
  const form = useForm<SourceValues>({ initialValues: NEW_SOURCE })
  const [once, setOnce] = useState(onceKey)
  const [isBusy, setBusy] = useState(false)
  const [others, setOthers] = useState<string[]>([])
  const [fold, setFold] = useState<string | null>(null)

  const create = async (values: SourceValues) => {
    setBusy(true)
    setOthers([])
    try {
      const webhook = await dataOf(api.POST('/v1/webhooks', { params: { header: once }, body: toNewWebhook(values) }))
      void queries.invalidateQueries({ queryKey: ['webhooks'] })
      onMade({ webhook, secret: values.secret, verifyToken: values.verify_token })
    } catch (error) {
      // An earlier try with other values has used the key up.
      if (isProblem(error, 'idempotency_mismatch')) setOnce(onceKey())
      const sorted = sortErrors(fieldErrors(error))
      form.setErrors(sorted.fields)
      if (['delivery_id', 'max_kb', 'rate_limit', 'retention_days'].some((name) => name in sorted.fields))
        setFold('more')
      setOthers(Object.keys(sorted.fields).length > 0 ? sorted.others : [...sorted.others, messageOf(error)])
    } finally {
      setBusy(false)
    }
  }

  const preset = presets.data?.find((each) => each.preset === form.values.preset)
  return (
    <form onSubmit={form.onSubmit((values) => void create(values))} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="Who sends, or from where: you will see it in the list and at the contacts."
          placeholder="Autumn landing page"
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <VerificationFields form={form} />
        <Select
          label="Make contacts of what comes in"
          description={
            preset
              ? PRESET_WORDS[preset.preset]
              : 'Deliveries are kept in the inbox and become no contacts. You can set this up later.'
          }
          data={[
            { value: '', label: 'No, keep the deliveries only' },
            ...(presets.data ?? []).map(({ preset, title }) => ({ value: preset, label: `Yes, as from ${title}` })),
          ]}
          allowDeselect={false}
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
        {others.length > 0 && (
          <Alert color="red" role="alert" title="The webhook was not created">
            {others.join(' ')}
          </Alert>
        )}
        <Group justify="flex-end">
          <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
          <Button type="submit" loading={isBusy}>
            Create the webhook
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
