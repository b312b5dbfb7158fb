import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf, useMay, useRefresh } from '../api/client.ts'
import type { Form } from '../api/schema.ts'
import { Form as ApiForm, DialogButtons, useApiForm, useUrl } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconForms, IconPlus } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Muted, RecordName, Time } from '../parts/text.tsx'
import { CountLink, Empty, Sample, SecondaryLink } from '../parts/ui.tsx'
import { SUSPICIOUS } from './labels.ts'
import { useForms } from './reads.ts'

function useColumns(): ReadonlyArray<Column<Form>> {
  const { t } = useLingui()
  return [
    {
      title: t`Name`,
      render: ({ name, email_only, fields, numbers }) => (
        <div>
          <RecordName>{name}</RecordName>
          <Muted hiddenFrom="sm">
            <Plural value={numbers.submissions} one="# submission" other="# submissions" />
          </Muted>
          <Muted visibleFrom="sm">
            {email_only && fields.length === 1 ? (
              <Trans>E-mail only</Trans>
            ) : (
              <Plural value={fields.length} one="# field" other="# fields" />
            )}
          </Muted>
        </div>
      ),
    },
    { title: t`Views`, width: 90, wideOnly: true, count: ({ numbers }) => numbers.views },
    { title: t`Submissions`, width: 110, wideOnly: true, count: ({ numbers }) => numbers.submissions },
    {
      title: t(SUSPICIOUS),
      width: 80,
      align: 'right',
      render: ({ id, numbers: { held } }) => (
        <CountLink
          count={held}
          name={plural(held, { one: '# suspicious submission', other: '# suspicious submissions' })}
          to="/forms/$id"
          params={{ id }}
          search={{ tab: 'held' }}
        />
      ),
    },
    {
      title: t`Confirmed`,
      width: 100,
      wideOnly: true,
      count: ({ double_opt_in, numbers }) => (double_opt_in || numbers.confirmed > 0 ? numbers.confirmed : null),
    },
    {
      title: t`Created`,
      width: 130,
      wideOnly: true,
      render: ({ created_at }) => <Time at={created_at} size="sm" />,
    },
  ]
}

export function Forms() {
  const [search, set] = useUrl()
  const navigate = useNavigate()
  const may = useMay()
  const list = useForms()
  const { t } = useLingui()
  const columns = useColumns()
  const create = may.write && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => set({ new: 'yes' })}>
      <Trans>New form</Trans>
    </Button>
  )
  const close = () => set({ new: undefined })
  const hasForms = list.rows.length > 0
  return (
    <Page
      title={t`Forms`}
      help={
        <Help about={t`Forms`} page="forms#put-it-on-a-website">
          <Trans>
            A form is on your website or on a page of its own. What people send becomes a contact, unless it looks like
            spam.
          </Trans>
        </Help>
      }
      lead={t`Forms for your website, each with a page of its own. What people send becomes a contact.`}
      actions={
        hasForms && (
          <Group gap="xs">
            <SecondaryLink to="/forms/held">
              <Trans>Suspicious submissions</Trans>
            </SecondaryLink>
            {create}
          </Group>
        )
      }
    >
      <RecordList
        label={t`Forms`}
        of={list}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/forms/$id', params: { id } })}
        empty={
          <Empty
            icon={IconForms}
            title={t`No forms yet`}
            action={create}
            sample={<Sample title={t`Ask for an offer`} text={t`Name, e-mail and message`} aside={t`12 contacts`} />}
          >
            <Trans>
              Make one and link to its page, or paste its code into your website. What people send becomes a contact,
              and what looks like spam waits here until you have looked at it.
            </Trans>
            {!may.write && (
              <>
                {' '}
                <Trans>An owner or editor of the team can make one.</Trans>
              </>
            )}
          </Empty>
        }
      />
      {may.write && (
        <Modal opened={search.new === 'yes'} onClose={close} title={t`New form`} closeOnClickOutside={false}>
          <NewForm onClose={close} />
        </Modal>
      )}
    </Page>
  )
}

function NewForm({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const form = useApiForm({
    keptAs: 'form.new',
    initialValues: { name: '', kind: 'contact' },
    send: async ({ name, kind }, once) => {
      // A form begins in the person's own language, which its page can change.
      const body = { name, language: i18n.locale, ...(kind === 'email' && { email_only: true }) }
      const made = await dataOf(api.POST('/v1/forms', { params: { header: once }, body }))
      void refresh('forms')
      await navigate({ to: '/forms/$id', params: { id: made.id } })
    },
  })
  return (
    <ApiForm of={form}>
      <TextInput
        label={t`Name`}
        description={t`You see it in lists and at contacts. It is also the heading of the form’s page, until you write another.`}
        placeholder={t`Contact us`}
        maxLength={100}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t`It asks for`} {...form.getInputProps('kind')}>
        <Stack gap="xs" mt="xs">
          <Radio value="contact" label={t`Name, e-mail, company and a message`} description={t`A contact form.`} />
          <Radio
            value="email"
            label={t`The e-mail address only`}
            description={t`For a newsletter or a waiting list.`}
          />
        </Stack>
      </Radio.Group>
      <DialogButtons label={t`Make the form`} of={form} onBack={onClose} />
    </ApiForm>
  )
}
