import { Alert, Checkbox, Stack } from '@mantine/core'
import { api, dataOf } from '../api/client.ts'
import { ME, type Me } from '../api/session.ts'
import { choices } from '../parts/forms/choices.ts'
import { Form, SubmitButton, useApiForm } from '../parts/forms/form.tsx'
import { useSaved } from '../parts/forms/useChange.ts'
import { FixedSelect, Small } from '../parts/variants.ts'
import { Section } from './Section.tsx'

const LEAD_MAIL: Record<Me['lead_mail'], string> = {
  off: 'None',
  each: 'One for each new contact',
  hourly: 'One an hour, with all new contacts',
  daily: 'One a day, at 8 in the morning',
}

/** Everybody chooses for themselves which mails they get. */
export function MailPreferences({ me }: { me: Me }) {
  const saved = useSaved(ME)
  const { lead_mail, weekly_mail } = me
  const form = useApiForm({
    initialValues: { lead_mail, weekly_mail },
    send: async (body) => {
      const { lead_mail, weekly_mail } = await saved(
        dataOf(api.PATCH('/v1/me', { body })),
        'Your choice of mails is saved.',
      )
      form.restart({ lead_mail, weekly_mail })
    },
  })
  return (
    <Section
      title="Mail"
      lead={`What Doorpost sends to ${me.user.email}. Times are those of the workspace's time zone.`}
    >
      {!me.features.mail && (
        <Alert color="gray" title="This installation sends no mail" maw={680}>
          <Small>
            Whoever runs it has to set SMTP_URL and MAIL_FROM and start Doorpost again. Then you can choose here.
          </Small>
        </Alert>
      )}
      <Form of={form} maw={420}>
        <Stack gap="md">
          <FixedSelect
            label="Mail about new contacts"
            data={choices(LEAD_MAIL)}
            disabled={!me.features.mail}
            {...form.getInputProps('lead_mail')}
          />
          <Checkbox
            label="The results of the week, on Monday morning"
            description="Leads, clicks and the posts that brought most, compared with the week before."
            disabled={!me.features.mail}
            {...form.getInputProps('weekly_mail', { type: 'checkbox' })}
          />
          <SubmitButton of={form} w="fit-content" disabled={!form.isDirty() || !me.features.mail}>
            Save the choice
          </SubmitButton>
        </Stack>
      </Form>
    </Section>
  )
}
