import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Radio, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LONGEST } from '../../../src/forms/fields/fields.ts'
import { api, useMay, useMe } from '../api/client.ts'
import type { Form } from '../api/schema.ts'
import { useRemoved } from '../parts/action.ts'
import { Confirm } from '../parts/dialogs.tsx'
import { Form as ApiForm, choices, FixedSelect } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconMailOff, IconTrash } from '../parts/icons.tsx'
import { ActionMenu, Page, PagePart, RecordPage } from '../parts/Page.tsx'
import { PageTabs } from '../parts/PageTabs.tsx'
import { useRemoval } from '../parts/removals.tsx'
import { OutsideLink } from '../parts/ui.tsx'
import { Build } from './Build.tsx'
import { SaveButtons, useFormPart } from './editing.tsx'
import { Languages } from './Languages.tsx'
import { SUSPICIOUS } from './labels.ts'
import { REFRESH_MS, useForm } from './reads.ts'
import { Site } from './Site.tsx'
import { HeldList, Submissions } from './Submissions.tsx'
import { fieldFor, settingsOf, toSettings } from './values.ts'

export function FormPage() {
  const { id } = useParams({ from: '/inside/forms/$id' })
  const form = useForm(id, { refetchInterval: REFRESH_MS })
  const { t } = useLingui()
  const missing = {
    title: t`There is no such form`,
    children: t`It was deleted, or a letter of the link is missing. What was sent with it stays among the contacts.`,
  }
  return (
    <RecordPage of={form} title={t`Form`} back="forms" missing={missing}>
      {(form) => <Shown key={id} form={form} />}
    </RecordPage>
  )
}

function Shown({ form }: { form: Form }) {
  const { t } = useLingui()
  const { views, submissions, held, confirmed } = form.numbers
  return (
    <Page
      title={form.name}
      help={
        <Help about={t`Form`} page="forms#fields">
          <Trans>
            Change fields, look, languages and answers here. Websites that show the form get a change at once.
          </Trans>
        </Help>
      }
      back="forms"
      lead={[
        t`${plural(views, { one: '# view of its page', other: '# views of its page' })}`,
        t`${plural(submissions, { one: '# submission', other: '# submissions' })}`,
        t`${plural(held, { one: '# suspicious', other: '# suspicious' })}`,
        ...(form.double_opt_in || confirmed > 0
          ? [t`${plural(confirmed, { one: '# confirmed', other: '# confirmed' })}`]
          : []),
      ].join(' · ')}
      actions={<Actions form={form} />}
    >
      <PageTabs
        tabs={{
          build: { title: t`Build`, panel: <Build form={form} /> },
          languages: { title: t`Languages`, panel: <Languages form={form} /> },
          site: { title: t`Put it on your site`, panel: <Site form={form} /> },
          submissions: { title: t`Submissions`, count: submissions, panel: <Submissions form={form} /> },
          held: {
            title: t(SUSPICIOUS),
            count: held,
            panel: <HeldList formId={form.id} />,
          },
          settings: { title: t`Settings`, panel: <FormSettings form={form} /> },
        }}
      />
    </Page>
  )
}

function Actions({ form }: { form: Form }) {
  const { t } = useLingui()
  const { name } = form
  const may = useMay()
  const navigate = useNavigate()
  const removed = useRemoved(['forms', form.id])
  const [isDeleting, deleting] = useDisclosure()
  const removal = useRemoval('forms')
  const done = t`“${name}” is deleted.`
  const remove = () =>
    removed(api.DELETE('/v1/forms/{id}', { params: { path: { id: form.id } } }), done, { to: '/forms' })
  const removeUnseen = () => {
    void navigate({ to: '/forms' })
    void removal([{ id: form.id }], done)
  }
  const { views, bot_views, submissions, held } = form.numbers
  const isSeen = views + bot_views + submissions + held > 0
  return (
    <>
      <OutsideLink href={form.url}>
        <Trans>Open its page</Trans>
      </OutsideLink>
      {may.write && (
        <ActionMenu width={200} actions={[[t`Delete the form`, IconTrash, isSeen ? deleting.open : removeUnseen]]} />
      )}
      <Confirm
        opened={isDeleting}
        onClose={deleting.close}
        title={t`Delete “${name}”?`}
        label={t`Delete the form`}
        onConfirm={remove}
      >
        <Trans>
          Its page and its address stop working at once, also on websites that have the code. What was sent with it
          stays: the contacts, suspicious submissions, and the texts that people agreed to. This cannot be undone.
        </Trans>
      </Confirm>
    </>
  )
}

const EXAMPLE = '{{first_name}}'
const PLACEHOLDERS = msg`You can write ${EXAMPLE} or the name of another field; what was sent takes its place.`

function FormSettings({ form: latest }: { form: Form }) {
  const { t } = useLingui()
  const isLocked = !useMay().write
  const hasMail = useMe().data?.features.mail ?? true
  const part = useFormPart({
    latest,
    valuesOf: settingsOf,
    toPatch: toSettings,
    fieldFor,
    part: 'settings',
    done: t`The settings are saved.`,
  })
  const { form } = part
  const { values } = form
  const every = choices({ lead: t`For each lead`, hour: t`Once an hour, with all of them` })
  const tick = (
    name: 'has_reply' | 'double_opt_in' | 'has_opt_in_mail' | 'quiet_until_confirmed' | 'keep_unknown' | 'keep_draft',
  ) => form.getInputProps(name, { type: 'checkbox' })
  const points = latest.protection
  const isOwnNumber = typeof points === 'number'
  return (
    <ApiForm of={form} withRefusal={false} isLocked={isLocked} maw={760}>
      {isLocked && (
        <Alert color="gray">
          <Trans>You can look at these settings. An owner or editor of the team can change them.</Trans>
        </Alert>
      )}
      <Section title={t`Protection against spam`}>
        <Radio.Group
          aria-label={t`Protection against spam`}
          description={t`What looks like spam waits until you have looked at it; nothing is dropped.`}
          {...form.getInputProps('protection')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="normal"
              label={t`Normal`}
              description={t`Holds what a program has most likely sent. A form on your website without our script passes.`}
            />
            <Radio
              value="strict"
              label={t`Strict`}
              description={t`Also holds what comes from a page without our script. For forms that get a lot of spam.`}
            />
            <Radio value="off" label={t`Off`} description={t`Holds nothing: everything becomes a contact.`} />
            {isOwnNumber && (
              <Radio value={String(points)} label={t`From ${points} points`} description={t`Set by a program.`} />
            )}
          </Stack>
        </Radio.Group>
      </Section>
      {!hasMail && (
        <Alert color="orange" icon={<IconMailOff />} title={t`This installation cannot send mail`}>
          <Trans>
            Notices, automatic replies and double opt-in need a mail server, which the person who runs Doorpost sets up.
            Until then they cannot be switched on here.
          </Trans>
        </Alert>
      )}
      <Section title={t`Tell the team`}>
        <TagsInput
          label={t`Mail about new leads goes to`}
          description={t`Press Enter after each address.`}
          placeholder={values.emails.length === 0 ? 'sales@example.com' : ''}
          splitChars={[',', ' ', ';']}
          maxTags={20}
          disabled={!hasMail && values.emails.length === 0}
          {...form.getInputProps('emails')}
        />
        {values.emails.length > 0 && (
          <FixedSelect label={t`How often`} data={every} maw={320} {...form.getInputProps('every')} />
        )}
      </Section>
      <Section title={t`Thank-you page and automatic reply`}>
        <Textarea
          label={t`Text of the thank-you page`}
          description={t`Shown after sending, unless people go to an address of yours.`}
          placeholder={t`Thank you. We have received your message.`}
          maxRows={10}
          maxLength={LONGEST.thanks_text}
          {...form.getInputProps('thanks_text')}
        />
        <Switch
          label={t`Send an automatic reply`}
          description={t`A mail to whoever sent the form. With double opt-in it goes out after the confirmation.`}
          disabled={!hasMail && !values.has_reply}
          {...tick('has_reply')}
        />
        {values.has_reply && <MailFields form={form} mail="reply" description={t(PLACEHOLDERS)} />}
      </Section>
      <Section title={t`Double opt-in`}>
        <Switch
          label={t`Ask people to confirm their address`}
          description={t`They get a mail with a link. Until they confirm, the contact is marked as pending.`}
          disabled={!hasMail && !values.double_opt_in}
          {...tick('double_opt_in')}
        />
        {values.double_opt_in && (
          <>
            <Switch
              label={t`Tell nobody before the confirmation`}
              description={t`Events and mails to the team are held until confirmed, then sent.`}
              {...tick('quiet_until_confirmed')}
            />
            <Switch
              label={t`Own words in the mail`}
              description={t`Otherwise the mail has ours.`}
              {...tick('has_opt_in_mail')}
            />
            {values.has_opt_in_mail && (
              <MailFields
                form={form}
                mail="opt_in"
                description={t`The link to confirm comes below it. You can write ${EXAMPLE} or the name of another field; what was sent takes its place.`}
              />
            )}
          </>
        )}
      </Section>
      <Section title={t`Fields that the form does not have`}>
        <Switch
          label={t`Keep them`}
          description={t`What else a website sends is kept with the contact; otherwise it is left out.`}
          {...tick('keep_unknown')}
        />
      </Section>
      <Section title={t`What visitors have typed`}>
        <Switch
          label={t`Keep it in their browser until they send it`}
          description={t`For 7 days, on their device only. The form says so, and they can clear it. Never files and consent.`}
          {...tick('keep_draft')}
        />
      </Section>
      {!isLocked && <SaveButtons of={part} />}
    </ApiForm>
  )
}

interface MailFieldsProps {
  form: UseFormReturnType<ReturnType<typeof settingsOf>>
  mail: 'reply' | 'opt_in'
  description: string
}

function MailFields({ form, mail, description }: MailFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Subject`}
        maxLength={LONGEST.subject}
        withAsterisk
        {...form.getInputProps(`${mail}_subject`)}
      />
      <Textarea
        label={t`Text`}
        description={description}
        minRows={4}
        maxRows={16}
        maxLength={LONGEST.text}
        withAsterisk
        {...form.getInputProps(`${mail}_text`)}
      />
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PagePart title={title}>
      <Stack gap="sm">{children}</Stack>
    </PagePart>
  )
}
