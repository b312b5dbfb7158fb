import { Trans, useLingui } from '@lingui/react/macro'
import { Paper, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MACHINE_MADE } from '../../../src/messages/languages.ts'
import { api, dataOf, ME, type Me, useMe, useWorkspace } from '../api/client.ts'
import { useSaved } from '../parts/action.ts'
import { FixedSelect, Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { browserLanguage, keepLanguage, LANGUAGE_NAMES, LANGUAGES, type Language, speakAs } from '../parts/language.ts'
import { Hint, Small, useTimeZone } from '../parts/text.tsx'
import { Read } from '../parts/ui.tsx'
import { formatTime, zoneNames } from '../parts/wall-clock.ts'
import { Section } from './Section.tsx'

/** The person's language, time zone and formats. */
export function Reading() {
  const { t } = useLingui()
  const me = useMe()
  return (
    <Section
      title={t`Language and time`}
      lead={t`For you alone, on all your devices.`}
      help={
        <Help about={t`Language and time`} page="languages">
          <Trans>The language of the dashboard and of mails to you. Forms have languages of their own.</Trans>
        </Help>
      }
    >
      <Read of={me}>{(signedIn) => <ReadingForm me={signedIn} />}</Read>
    </Section>
  )
}

const AS_USUAL = 'usual'

const toForm = ({ language, time_zone, time_format, week_start }: Me) => ({
  language: language ?? AS_USUAL,
  time_zone,
  time_format: time_format ?? AS_USUAL,
  week_start: week_start ?? AS_USUAL,
})

type Choices = Pick<Me, 'language' | 'time_zone' | 'time_format' | 'week_start'>

function toBody(values: ReturnType<typeof toForm>): Choices {
  const chosen = Object.entries(values).map(([name, value]) => [name, value === AS_USUAL ? null : value])
  return Object.fromEntries(chosen) as Choices
}

function ReadingForm({ me }: { me: Me }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const saved = useSaved(ME)
  const zones = useMemo(zoneNames, [])
  const zone = useTimeZone()
  const workspace = useWorkspace()
  const form = useApiForm({
    initialValues: toForm(me),
    send: async (values) => {
      const patched = dataOf(api.PATCH('/v1/me', { body: toBody(values) })).then(async (next) => {
        if (next.language === null) keepLanguage(null)
        await speakAs(next)
        return next
      })
      form.restart(toForm(await saved(patched, t`Your choice is saved.`)))
      // Sentences of the server.
      await queries.invalidateQueries()
    },
  })
  const ofBrowser = LANGUAGE_NAMES[browserLanguage()]
  const ofWorkspace = workspace.data?.time_zone ?? ''
  const now = formatTime(new Date(), zone)
  const { language } = form.values
  const isMachineMade = MACHINE_MADE.has(language === AS_USUAL ? browserLanguage() : (language as Language))
  return (
    <Paper withBorder p="lg">
      <Form of={form} gap="md">
        <FixedSelect
          label={t`Language`}
          description={t`Of the dashboard and of mails to you.`}
          data={[
            { value: AS_USUAL, label: me.language === null ? t`As this browser: ${ofBrowser}` : t`As the browser` },
            ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
          ]}
          {...form.getInputProps('language')}
        />
        {isMachineMade && (
          <Hint mt={-8}>
            <Trans>Translated by a machine. No native speaker has read it yet.</Trans>
          </Hint>
        )}
        <Select
          label={t`Time zone`}
          description={t`In which you read times. Without a choice it is that of the workspace.`}
          data={zones}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t`Use the time zone of the workspace` }}
          placeholder={ofWorkspace}
          nothingFoundMessage={t`No such time zone. Search for a city, such as Lisbon.`}
          maxDropdownHeight={280}
          {...form.getInputProps('time_zone')}
        />
        <FixedSelect
          label={t`Time of day`}
          data={[
            { value: AS_USUAL, label: t`As usual in the language` },
            { value: '24h', label: t`24 hours: 15:30` },
            { value: '12h', label: t`12 hours: 3:30 pm` },
          ]}
          {...form.getInputProps('time_format')}
        />
        <FixedSelect
          label={t`The week starts on`}
          data={[
            { value: AS_USUAL, label: t`As usual in the language` },
            { value: 'monday', label: t`Monday` },
            { value: 'sunday', label: t`Sunday` },
            { value: 'saturday', label: t`Saturday` },
          ]}
          {...form.getInputProps('week_start')}
        />
        <Small>
          <Trans>It is {now} for you.</Trans>
        </Small>
        <SubmitButton of={form} w="fit-content" disabled={!form.isDirty()}>
          <Trans>Save</Trans>
        </SubmitButton>
      </Form>
    </Paper>
  )
}
