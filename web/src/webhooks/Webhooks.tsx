import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Accordion, Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf, useList, useMay, useRefresh } from '../api/client.ts'
import type { Webhook } from '../api/schema.ts'
import { type DialogProps, MakeDialog, type MakeFormProps } from '../parts/dialogs.tsx'
import { DialogButtons, FixedSelect, Form, FormProblem, useApiForm, useUrl, useUrlChoice } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconPlus, IconSearch, IconWebhook } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { type Column, RecordList, SearchField } from '../parts/tables.tsx'
import { Muted, RecordName, Small, Time } from '../parts/text.tsx'
import { CountLink, Empty } from '../parts/ui.tsx'
import { VerifiedBadge, WebhookState } from './source/badges.tsx'
import { REFRESH_MS, usePresets } from './source/reads.ts'
import { LimitFields, VerificationFields } from './source/SourceFields.tsx'
import { describePreset, fitsSender, labelOfSender, senderOfWebhook, titleOfPreset } from './source/senders.ts'
import { fieldFor, NEW_SOURCE, type SourceValues, toNewWebhook } from './source/source-form.ts'
import { type MadeWebhook, ShownUrl } from './source/url-dialogs.tsx'

const columns = (): ReadonlyArray<Column<Webhook>> => [
  {
    title: t`Name`,
    render: (webhook) => (
      <div>
        <RecordName>{webhook.name}</RecordName>
        <Muted>{labelOfSender(senderOfWebhook(webhook))}</Muted>
        <Group gap={6} hiddenFrom="sm" mt={4}>
          <WebhookState webhook={webhook} />
          <VerifiedBadge webhook={webhook} />
        </Group>
      </div>
    ),
  },
  { title: t`State`, width: 100, wideOnly: true, render: (webhook) => <WebhookState webhook={webhook} /> },
  { title: t`Verification`, width: 160, wideOnly: true, render: (webhook) => <VerifiedBadge webhook={webhook} /> },
  {
    title: t({ message: 'Makes contacts', comment: 'Column: whether contacts are made of what a webhook receives' }),
    width: 130,
    wideOnly: true,
    render: ({ mapping }) => <Small c={mapping ? 'inherit' : 'dimmed'}>{mapping ? t`Yes` : t`No`}</Small>,
  },
  { title: t`Received`, width: 90, count: ({ deliveries }) => deliveries },
  {
    title: t`Rejected`,
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
    title: t`Last delivery`,
    width: 130,
    wideOnly: true,
    render: ({ last_received_at }) => <Time at={last_received_at} none={t`Never`} size="sm" />,
  },
]

export function Webhooks() {
  const [search, set] = useUrl()
  const navigate = useNavigate()
  const may = useMay()
  const list = useList(['webhooks', 'list'], '/v1/webhooks', { query: { limit: 500 }, again: REFRESH_MS })
  const shows = useUrlChoice('show', { live: t`In use`, revoked: t`Revoked`, all: t`All` }, 'live')
  const words = (search.q ?? '').trim().toLowerCase()
  const rows = list.rows.filter(
    (webhook) =>
      (shows.value === 'all' || webhook.active === (shows.value === 'live')) &&
      `${webhook.name} ${labelOfSender(senderOfWebhook(webhook))}`.toLowerCase().includes(words),
  )
  const create = may.write && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => set({ new: 'yes' })}>
      <Trans>New webhook</Trans>
    </Button>
  )
  return (
    <Page
      title={t({ message: 'Receive from other services', comment: 'Name of the page of incoming webhooks' })}
      help={
        <Help about={t`Receive from other services`} page="mapping">
          <Trans>
            Another service, such as Typeform, a shop or an ad platform, sends to an address that you make here (a
            webhook). What arrives is kept, and can become a contact.
          </Trans>
        </Help>
      }
      primary={create}
    >
      <Stack gap="sm">
        {list.rows.length > 0 && (
          <Group justify="space-between">
            <SearchField
              label={t`Search webhooks`}
              placeholder={t`Search by name or sender`}
              flex="unset"
              w={{ base: '100%', sm: 320 }}
              value={search.q ?? ''}
              onChange={(q) => set({ q: q || undefined })}
            />
            <SegmentedControl aria-label={t`Which webhooks`} {...shows} />
          </Group>
        )}
        <RecordList
          label={t`Webhooks`}
          columns={columns()}
          of={{ ...list, rows, total: list.hasNextPage ? list.total : undefined }}
          onOpen={({ id }) => void navigate({ to: `/webhooks/${id}` })}
          empty={
            list.rows.length === 0 ? (
              <Empty icon={IconWebhook} title={t`Nothing sends to Doorpost yet`} action={create}>
                <Trans>
                  Make a webhook for each service that shall send contacts, such as Typeform or your shop. You get an
                  address to enter there, and see here what arrives.
                </Trans>{' '}
                {!may.write && <Trans>An owner or editor of the team can make one.</Trans>}
              </Empty>
            ) : (
              <Empty icon={IconSearch} title={t`Nothing matches`}>
                {words ? t`Search for another word, or look at all webhooks.` : t`There are none of these.`}
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
    title: made ? t`“${made.webhook.name}” is ready` : t`New webhook`,
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
    keptAs: 'webhook',
    secret: ['secret', 'verify_token', 'access_token'],
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
        label={t`Name`}
        description={t`Who sends, or from where: you will see it in the list and at the contacts.`}
        placeholder={t`Autumn landing page`}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <VerificationFields form={form} />
      <FixedSelect
        label={t`Make contacts of what comes in`}
        description={
          preset
            ? describePreset(preset.preset)
            : t`What arrives is kept in the inbox and becomes no contact. You can set this up later.`
        }
        data={[
          { value: '', label: t`No, only keep what arrives` },
          ...(presets.data ?? [])
            .filter(({ preset }) => fitsSender(preset, form.values.sender))
            .map((each) => {
              const title = titleOfPreset(each)
              return { value: each.preset, label: t`Yes, as from ${title}` }
            }),
        ]}
        {...form.getInputProps('preset')}
      />
      <Accordion variant="contained" value={fold} onChange={setFold}>
        <Accordion.Item value="more">
          <Accordion.Control>{t`Limits, and how long it is kept`}</Accordion.Control>
          <Accordion.Panel>
            <LimitFields form={form} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      {form.refusal && <FormProblem {...form.refusal} title={t`The webhook was not created`} />}
      <DialogButtons label={t`Create the webhook`} of={form} onBack={onCancel} />
    </Form>
  )
}
