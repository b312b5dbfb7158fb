import { Alert, Radio, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, useMay, useMe } from '../api/client.ts'
import type { Form } from '../api/schema.ts'
import { Confirm } from '../parts/dialogs.tsx'
import { Form as ApiForm, choices, useRemoved } from '../parts/forms.tsx'
import { IconMailOff, IconTrash } from '../parts/icons.tsx'
import { ActionMenu, Page, PagePart, PageTabs, RecordPage } from '../parts/Page.tsx'
import { FixedSelect, OutsideLink } from '../parts/ui.tsx'
import { Build } from './Build.tsx'
import { SaveButtons, useFormPart } from './editing.tsx'
import { REFRESH_MS, useForm } from './reads.ts'
import { Site } from './Site.tsx'
import { HeldList, Submissions } from './Submissions.tsx'
import { fieldFor, settingsOf, toSettings } from './values.ts'

const MISSING = {
  title: 'There is no such form',
  children: 'It was deleted, or a letter of the link is missing. What was sent with it stays among the contacts.',
}

export function FormPage() {
  const { id } = useParams({ from: '/inside/forms/$id' })
  const form = useForm(id, { refetchInterval: REFRESH_MS })
  return (
    <RecordPage of={form} title="Form" back="forms" missing={MISSING}>
      {(form) => <Shown key={id} form={form} />}
    </RecordPage>
  )
}

function Shown({ form }: { form: Form }) {
  const { views, submissions, held, confirmed } = form.numbers
  return (
    <Page
      title={form.name}
      back="forms"
      lead={[
        `${views.toLocaleString()} views of its page`,
        `${submissions.toLocaleString()} submissions`,
        `${held.toLocaleString()} held`,
        ...(form.double_opt_in || confirmed > 0 ? [`${confirmed.toLocaleString()} confirmed`] : []),
      ].join(' · ')}
      actions={<Actions form={form} />}
    >
      <PageTabs
        tabs={{
          build: { title: 'Build', panel: <Build form={form} /> },
          site: { title: 'Put it on your site', panel: <Site form={form} /> },
          submissions: { title: 'Submissions', count: submissions, panel: <Submissions form={form} /> },
          held: { title: 'Held', count: held, panel: <HeldList formId={form.id} /> },
          settings: { title: 'Settings', panel: <FormSettings form={form} /> },
        }}
      />
    </Page>
  )
}

function Actions({ form }: { form: Form }) {
  const may = useMay()
  const removed = useRemoved(['forms', form.id])
  const [isDeleting, deleting] = useDisclosure()
  const remove = () => {
    const call = api.DELETE('/v1/forms/{id}', { params: { path: { id: form.id } } })
    return removed(call, `“${form.name}” is deleted.`, { to: '/forms' })
  }
  return (
    <>
      <OutsideLink href={form.url}>Open its page</OutsideLink>
      {may.write && <ActionMenu width={200} actions={[['Delete the form', IconTrash, deleting.open]]} />}
      <Confirm
        opened={isDeleting}
        onClose={deleting.close}
        title={`Delete “${form.name}”?`}
        label="Delete the form"
        onConfirm={remove}
      >
        Its page and its address stop working at once, also on websites that have the code. What was sent with it stays:
        the contacts, what is held, and the texts that people agreed to. This cannot be undone.
      </Confirm>
    </>
  )
}

const EVERY = choices({ lead: 'For each lead', hour: 'Once an hour, with all of them' })

const PLACEHOLDERS = 'You can write {{first_name}} or the name of another field; what was sent takes its place.'

function FormSettings({ form: latest }: { form: Form }) {
  const isLocked = !useMay().write
  const hasMail = useMe().data?.features.mail ?? true
  const part = useFormPart({
    latest,
    valuesOf: settingsOf,
    toPatch: toSettings,
    fieldFor,
    done: 'The settings are saved.',
  })
  const { form } = part
  const { values } = form
  const tick = (name: 'has_reply' | 'double_opt_in' | 'has_opt_in_mail' | 'quiet_until_confirmed' | 'keep_unknown') =>
    form.getInputProps(name, { type: 'checkbox' })
  const isOwnNumber = typeof latest.protection === 'number'
  return (
    <ApiForm of={form} withRefusal={false} isLocked={isLocked} maw={760}>
      {isLocked && (
        <Alert color="gray">You can look at these settings. An owner or editor of the team can change them.</Alert>
      )}
      <Section title="Protection against spam">
        <Radio.Group
          aria-label="Protection against spam"
          description="What looks like spam is held until you have looked at it; nothing is dropped."
          {...form.getInputProps('protection')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="normal"
              label="Normal"
              description="Holds what a program has most likely sent. A form on your website without our script passes."
            />
            <Radio
              value="strict"
              label="Strict"
              description="Also holds what comes from a page without our script. For forms that get a lot of spam."
            />
            <Radio value="off" label="Off" description="Holds nothing: everything becomes a contact." />
            {isOwnNumber && (
              <Radio
                value={String(latest.protection)}
                label={`From ${latest.protection} points`}
                description="Set through the API."
              />
            )}
          </Stack>
        </Radio.Group>
      </Section>
      {!hasMail && (
        <Alert color="orange" icon={<IconMailOff />} title="This installation cannot send mail">
          Notices, automatic replies and double opt-in need a mail server: whoever runs Doorpost sets SMTP_URL and
          MAIL_FROM. Until then they cannot be switched on here.
        </Alert>
      )}
      <Section title="Tell the team">
        <TagsInput
          label="Mail about new leads goes to"
          description="Press Enter after each address."
          placeholder={values.emails.length === 0 ? 'sales@example.com' : ''}
          splitChars={[',', ' ', ';']}
          maxTags={20}
          disabled={!hasMail && values.emails.length === 0}
          {...form.getInputProps('emails')}
        />
        {values.emails.length > 0 && (
          <FixedSelect label="How often" data={EVERY} maw={320} {...form.getInputProps('every')} />
        )}
      </Section>
      <Section title="Thank-you page and automatic reply">
        <Textarea
          label="Text of the thank-you page"
          description="Shown after sending, unless people go to an address of yours."
          placeholder="Thank you. We have received your message."
          maxRows={10}
          maxLength={4_000}
          {...form.getInputProps('thanks_text')}
        />
        <Switch
          label="Send an automatic reply"
          description="A mail to whoever sent the form. With double opt-in it goes out after the confirmation."
          disabled={!hasMail && !values.has_reply}
          {...tick('has_reply')}
        />
        {values.has_reply && <MailFields form={form} mail="reply" description={PLACEHOLDERS} />}
      </Section>
      <Section title="Double opt-in">
        <Switch
          label="Ask people to confirm their address"
          description="They get a mail with a link. Until they confirm, the contact is marked as pending."
          disabled={!hasMail && !values.double_opt_in}
          {...tick('double_opt_in')}
        />
        {values.double_opt_in && (
          <>
            <Switch
              label="Tell nobody before the confirmation"
              description="Events and mails to the team are held until confirmed, then sent."
              {...tick('quiet_until_confirmed')}
            />
            <Switch
              label="Own words in the mail"
              description="Otherwise the mail has ours."
              {...tick('has_opt_in_mail')}
            />
            {values.has_opt_in_mail && (
              <MailFields
                form={form}
                mail="opt_in"
                description={`The link to confirm comes below it. ${PLACEHOLDERS}`}
              />
            )}
          </>
        )}
      </Section>
      <Section title="Fields that the form does not have">
        <Switch
          label="Keep them"
          description="What else a website sends is kept with the contact; otherwise it is left out."
          {...tick('keep_unknown')}
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
  return (
    <>
      <TextInput label="Subject" maxLength={200} withAsterisk {...form.getInputProps(`${mail}_subject`)} />
      <Textarea
        label="Text"
        description={description}
        minRows={4}
        maxRows={16}
        maxLength={10_000}
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
