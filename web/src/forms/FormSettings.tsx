import { Alert, Radio, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useMay, useMe } from '../api/client.ts'
import type { Form } from '../api/schema.ts'
import { Form as ApiForm, choices } from '../parts/forms.tsx'
import { IconMailOff } from '../parts/icons.tsx'
import { PagePart } from '../parts/Page.tsx'
import { FixedSelect } from '../parts/ui.tsx'
import { SaveButtons, useFormPart } from './editing.tsx'
import { fieldFor, settingsOf, toSettings } from './values.ts'

const EVERY = choices({ lead: 'For each lead', hour: 'Once an hour, with all of them' })

const PLACEHOLDERS = 'You can write {{first_name}} or the name of another field; what was sent takes its place.'

export function FormSettings({ form: latest }: { form: Form }) {
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
