import { plural } from '@lingui/core/macro'
import { Accordion, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf, useList, useMay, useRefresh } from '../api/client.ts'
import type { Webhook } from '../api/schema.ts'
import { type DialogProps, MakeDialog, type MakeFormProps } from '../parts/dialogs.tsx'
import { DialogButtons, Form, FormProblem, useApiForm, useUrl, useUrlChoice } from '../parts/forms.tsx'
import { IconPlus, IconSearch, IconWebhook } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { type Column, RecordList, SearchField } from '../parts/tables.tsx'
import { Muted, Small, Time } from '../parts/text.tsx'
import { CountLink, Empty, FixedSelect } from '../parts/ui.tsx'
import { VerifiedBadge, WebhookState } from './source/badges.tsx'
import { REFRESH_MS, usePresets } from './source/reads.ts'
import { LimitFields, VerificationFields } from './source/SourceFields.tsx'
import { describePreset, fitsSender, senderOfWebhook } from './source/senders.ts'
import { fieldFor, NEW_SOURCE, type SourceValues, toNewWebhook } from './source/source-form.ts'
import { type MadeWebhook, ShownUrl } from './source/url-dialogs.tsx'

const LEAD =
  'A webhook is an address to which other services send: a form, a shop, an ad platform. What arrives is kept, and can become a contact.'

const COLUMNS: ReadonlyArray<Column<Webhook>> = [
  {
    title: 'Name',
    render: (webhook) => (
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {webhook.name}
        </Text>
        <Muted>{senderOfWebhook(webhook).label}</Muted>
        <Group gap={6} hiddenFrom="sm" mt={4}>
          <WebhookState webhook={webhook} />
          <VerifiedBadge webhook={webhook} />
        </Group>
      </div>
    ),
  },
  { title: 'State', width: 100, wideOnly: true, render: (webhook) => <WebhookState webhook={webhook} /> },
  { title: 'Verification', width: 160, wideOnly: true, render: (webhook) => <VerifiedBadge webhook={webhook} /> },
  {
    title: 'Contacts',
    width: 100,
    wideOnly: true,
    render: ({ mapping }) => <Small c={mapping ? 'inherit' : 'dimmed'}>{mapping ? 'Made' : 'Not made'}</Small>,
  },
  { title: 'Received', width: 90, count: ({ deliveries }) => deliveries },
  {
    title: 'Rejected',
    width: 90,
    align: 'right',
    wideOnly: true,
    render: ({ id, rejections }) => (
      <CountLink
        count={rejections}
        name={plural(rejections, { one: '# rejected delivery', other: '# rejected deliveries' })}
        to="/webhooks/$id"
        params={{ id }}
        search={{ tab: 'rejected' }}
      />
    ),
  },
  {
    title: 'Last delivery',
    width: 130,
    wideOnly: true,
    render: ({ last_received_at }) => <Time at={last_received_at} none="Never" size="sm" />,
  },
]

const SHOWS = { live: 'In use', revoked: 'Revoked', all: 'All' }

export function Webhooks() {
  const [search, set] = useUrl()
  const navigate = useNavigate()
  const may = useMay()
  const list = useList(['webhooks', 'list'], '/v1/webhooks', { query: { limit: 500 }, again: REFRESH_MS })
  const shows = useUrlChoice('show', SHOWS, 'live')
  const words = (search.q ?? '').trim().toLowerCase()
  const rows = list.rows.filter(
    (webhook) =>
      (shows.value === 'all' || webhook.active === (shows.value === 'live')) &&
      `${webhook.name} ${senderOfWebhook(webhook).label}`.toLowerCase().includes(words),
  )
  const create = may.write && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => set({ new: 'yes' })}>
      New webhook
    </Button>
  )
  return (
    <Page title="Webhooks" lead={LEAD} actions={create}>
      <Stack gap="sm">
        {list.rows.length > 0 && (
          <Group justify="space-between">
            <SearchField
              label="Search webhooks"
              placeholder="Search by name or sender"
              flex="unset"
              w={{ base: '100%', sm: 320 }}
              value={search.q ?? ''}
              onChange={(q) => set({ q: q || undefined })}
            />
            <SegmentedControl aria-label="Which webhooks" {...shows} />
          </Group>
        )}
        <RecordList
          label="Webhooks"
          columns={COLUMNS}
          of={{ ...list, rows, total: list.hasNextPage ? list.total : undefined }}
          onOpen={({ id }) => void navigate({ to: `/webhooks/${id}` })}
          empty={
            list.rows.length === 0 ? (
              <Empty icon={IconWebhook} title="No webhooks yet" action={create}>
                Create one for each service that shall send to Doorpost, such as your contact form. You get a URL to
                enter there, and see here what arrives.
                {!may.write && ' An owner or editor of the team can create one.'}
              </Empty>
            ) : (
              <Empty icon={IconSearch} title="Nothing matches">
                {words ? 'Search for another word, or look at all webhooks.' : 'There are none of these.'}
              </Empty>
            )
          }
        />
      </Stack>
      {may.write && <NewWebhook opened={search.new === 'yes'} onClose={() => set({ new: undefined })} />}
    </Page>
  )
}

function NewWebhook(dialog: DialogProps) {
  const modal = (made: MadeWebhook | null) => ({
    title: made ? `“${made.webhook.name}” is ready` : 'New webhook',
    // A click outside must discard neither the URL nor what was typed.
    closeOnClickOutside: false,
  })
  return <MakeDialog<MadeWebhook> {...dialog} modal={modal} Form={NewForm} Result={ShownUrl} />
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
          ...(presets.data ?? [])
            .filter(({ preset }) => fitsSender(preset, form.values.sender))
            .map(({ preset, title }) => ({ value: preset, label: `Yes, as from ${title}` })),
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
