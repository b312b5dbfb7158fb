import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Group,
  Input,
  NumberInput,
  Paper,
  Radio,
  type RadioGroupProps,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { isNotEmpty, type UseFormReturnType } from '@mantine/form'
import { type ReactNode, useMemo } from 'react'
import { api, dataOf, useMay, useWorkspace } from '../api/client.ts'
import type { Workspace as WorkspaceData } from '../api/schema.ts'
import { countOf, USUAL_STATUSES } from '../contacts/names.ts'
import { noPublicAddress } from '../links/link.ts'
import { useSaved } from '../parts/action.ts'
import { FixedSelect, Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { Muted } from '../parts/text.tsx'
import { Read, SecondaryButton } from '../parts/ui.tsx'
import { zoneNames } from '../parts/wall-clock.ts'
import { OwnersOnly, Section } from './Section.tsx'
import { toForm, toPatch, type WorkspaceValues } from './values.ts'

export function Workspace() {
  const workspace = useWorkspace()
  const { own } = useMay()
  return (
    <Section
      title={t`Workspace`}
      lead={t`What counts for everybody of the team. A change takes effect at once.`}
      help={
        <Help about={t`Workspace`} page="links#links-in-posts">
          <Trans>Name, time zone and words of your team, and what happens to the links in posts.</Trans>
        </Help>
      }
    >
      <OwnersOnly what={t`Only owners change these settings.`} />
      <Read of={workspace}>{(data) => <WorkspaceForm key={data.id} workspace={data} isLocked={!own} />}</Read>
    </Section>
  )
}

function WorkspaceForm({ workspace, isLocked }: { workspace: WorkspaceData; isLocked: boolean }) {
  const saved = useSaved(['workspace'], 'me')
  const zones = useMemo(zoneNames, [])
  const { late_window_from, late_window_minutes: minutes } = workspace.effective
  const form = useApiForm({
    initialValues: toForm(workspace),
    validate: {
      name: isNotEmpty(t`Give the workspace a name.`),
      late_window_minutes: (value, { window }) =>
        window === 'own' && !(Number(value) >= 1 && Number(value) <= 10_080)
          ? t`Type how many minutes, from 1 to 10,080 (a week).`
          : null,
    },
    send: async (values) => {
      const body = toPatch(form.getInitialValues(), values)
      const workspace = await saved(dataOf(api.PATCH('/v1/workspace', { body })), t`The settings are saved.`)
      form.restart(toForm(workspace))
    },
  })
  return (
    <Paper withBorder p="lg">
      <Form of={form} gap="lg" isLocked={isLocked}>
        <TextInput
          label={t`Name`}
          description={t`Shown at the top of every page and in invitations.`}
          maxLength={100}
          required
          {...form.getInputProps('name')}
        />
        <FixedSelect
          label={t`Time zone`}
          description={t`The dashboard shows and takes all times in it.`}
          data={zones}
          searchable
          nothingFoundMessage={t`No such time zone. Search for a city, such as Lisbon.`}
          maxDropdownHeight={280}
          {...form.getInputProps('time_zone')}
        />
        <Input.Wrapper
          label={t`Names of the statuses of contacts`}
          description={t`What the dashboard calls them, in this order.`}
          labelElement="div"
          error={form.errors.contact_statuses}
        >
          <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="xs" mt="xs">
            {form.values.contact_statuses.map(({ key }, index) => {
              const status = i18n._(USUAL_STATUSES[key])
              return (
                <TextInput
                  key={key}
                  aria-label={t`Name of the status ${status}`}
                  maxLength={40}
                  {...form.getInputProps(`contact_statuses.${index}.label`)}
                />
              )
            })}
          </SimpleGrid>
        </Input.Wrapper>
        <OwnOrSetting
          name="window"
          label={t`How late a post may still go out`}
          description={t`When Doorpost was stopped or an account was held at the time of a post, it goes out afterwards only if it is not later than this. Otherwise it is marked as missed, and a person decides.`}
          setting={late_window_from === 'setting' ? countOf(minutes, 'minute') : null}
          own={t`As this workspace says`}
          form={form}
        >
          <NumberInput
            aria-label={t`Minutes that a post may be late`}
            suffix={` ${t({ message: 'minutes', comment: 'After a number in a field' })}`}
            min={1}
            max={10_080}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            maw={220}
            ml={30}
            {...form.getInputProps('late_window_minutes')}
          />
        </OwnOrSetting>
        <LinkSettings form={form} installation={workspace.installation} />
        <Origins form={form} effective={workspace.effective} />
        {!isLocked && (
          <Group>
            <SubmitButton of={form} disabled={!form.isDirty()}>
              <Trans>Save</Trans>
            </SubmitButton>
            {form.isDirty() && (
              <SecondaryButton onClick={form.reset}>
                <Trans>Undo the changes</Trans>
              </SecondaryButton>
            )}
          </Group>
        )}
      </Form>
    </Paper>
  )
}

type WorkspaceFields = UseFormReturnType<WorkspaceValues>

function Origins({ form, effective }: { form: WorkspaceFields } & Pick<WorkspaceData, 'effective'>) {
  const isEmpty = form.values.allowed_origins.length === 0
  const now = form.values.origins !== 'own' && effective.allowed_origins_from === 'setting' && (
    <Muted ml={30} style={{ overflowWrap: 'anywhere' }}>
      {effective.allowed_origins.length === 0 ? t`Now: every website` : t`Now: ${effective.allowed_origins.join(', ')}`}
    </Muted>
  )
  return (
    <OwnOrSetting
      name="origins"
      label={t`Websites that may send contacts`}
      description={t`Forms on these websites send contacts straight to Doorpost, without a key. Browsers on other websites are refused.`}
      setting={null}
      now={now}
      own={t`These websites`}
      form={form}
    >
      <TagsInput
        aria-label={t`Allowed websites`}
        description={
          isEmpty
            ? t`The list is empty: every website may send contacts.`
            : t`One address for each, with https:// and without a path. https://*.example.com stands for all its subdomains.`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={isEmpty ? 'https://www.example.com' : undefined}
        splitChars={[',', ';', ' ']}
        ml={30}
        clearable={false}
        {...form.getInputProps('allowed_origins')}
        onChange={(origins) => {
          // Several pasted at once become one entry each.
          const each = origins.flatMap((origin) => origin.split(/[\s,;]+/)).filter(Boolean)
          form.setFieldValue('allowed_origins', [...new Set(each)])
        }}
      />
    </OwnOrSetting>
  )
}

interface OwnOrSettingProps extends Omit<RadioGroupProps, 'form'> {
  form: WorkspaceFields
  name: 'window' | 'origins'
  /** What the installation is set to, if that is known. */
  setting: string | null
  now?: ReactNode
  own: string
}

/** The installation's setting, unless the workspace has its own. */
function OwnOrSetting({ form, name, setting, now, own, children, ...group }: OwnOrSettingProps) {
  return (
    <Radio.Group {...group} {...form.getInputProps(name)}>
      <Stack gap="xs" mt="xs">
        <Radio
          value="setting"
          label={setting === null ? t`As the installation is set` : t`As the installation is set (${setting})`}
        />
        {now}
        <Radio value="own" label={own} />
        {form.values[name] === 'own' && children}
      </Stack>
    </Radio.Group>
  )
}

function LinkSettings({ form, installation }: { form: WorkspaceFields } & Pick<WorkspaceData, 'installation'>) {
  const { link_base_url: base, short_link_problem: problem } = installation
  return (
    <Radio.Group
      label={t`Links in posts`}
      description={t`What becomes of the links in a text when it goes out. The composer starts with this, and each post can have something else.`}
      {...form.getInputProps('track_links')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="off" label={t`As typed`} description={t`Nothing is counted.`} />
        <Radio
          value="utm"
          label={t`With UTM parameters`}
          description={t`Each link says on which network and in which post it stood, so that leads can be tied to it.`}
        />
        <Radio
          value="short"
          label={t`Short links`}
          description={
            problem === null
              ? t`Each link becomes ${base}/l/ and a code, and clicks are counted. No cookie, no visitor id.`
              : noPublicAddress(base)
          }
          disabled={problem !== null}
        />
        {form.values.track_links !== 'off' && (
          <TextInput
            label={t`Campaign`}
            description={t`For all tracked links that have no campaign of their own. Optional.`}
            maxLength={255}
            maw={320}
            ml={30}
            {...form.getInputProps('utm_campaign')}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}
