import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Group, Stack, Tabs, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, useMay } from '../api/client.ts'
import type { Form, Submission } from '../api/schema.ts'
import { Form as ApiForm, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { IconCheck, IconSend } from '../parts/icons.tsx'
import { PagePart } from '../parts/Page.tsx'
import { CodeLine, QrCode, QrDownloads } from '../parts/Secret.tsx'
import { Facts } from '../parts/tables.tsx'
import { Muted, Small } from '../parts/text.tsx'
import { frameCode, hasStepsOrConditions, htmlCode, reactCode, scriptCode } from './code.ts'
import { SaveButtons, useFormPart } from './editing.tsx'
import { useFieldLabel } from './labels.ts'
import { toWebsites, websitesOf } from './values.ts'
import { factsOf } from './words.ts'

const EXAMPLES = {
  origin: 'https://www.example.com',
  thanks: 'https://www.example.com/thanks',
  email: 'ana@example.com',
}

const QR_FRAME = {
  flex: 'none',
  border: '1px solid var(--mantine-color-default-border)',
  borderRadius: 'var(--mantine-radius-sm)',
}

export function Site({ form }: { form: Form }) {
  const { t } = useLingui()
  const may = useMay()
  return (
    <Stack maw={860}>
      <PagePart title={t`Its own page`}>
        <Group align="flex-start" gap="lg">
          <Stack gap="xs" flex={1} miw={240}>
            <Small>
              <Trans>Needs no website: link to it from a post, a mail or a profile, or print the code.</Trans>
            </Small>
            <CodeLine value={form.url} label={t`Copy the link`} />
            <Muted>
              <Trans>
                A short link to it, made under Links, also tells you which post or mail brought each contact.
              </Trans>
            </Muted>
          </Stack>
          <Stack gap="xs" align="center">
            <QrCode text={form.url} label={t`QR code of the page`} size={148} border={4} style={QR_FRAME} />
            <QrDownloads text={form.url} name={`form-${form.public_id}`} />
          </Stack>
        </Group>
      </PagePart>
      <PagePart title={t`On your website`}>
        <Ways form={form} />
      </PagePart>
      {may.write && (
        <PagePart title={t`Test it`}>
          <TestIt form={form} />
        </PagePart>
      )}
      <Websites form={form} isLocked={!may.write} />
    </Stack>
  )
}

/** The ways to put the form on a website, simplest first. */
function Ways({ form }: { form: Form }) {
  const { t } = useLingui()
  const changes = t`It has the fields and the look as they are saved: after you change the form, copy it again.`
  const ways: Array<[name: string, about: string, code: string]> = [
    [
      t({ message: 'Script', comment: 'A way to put a form on a website: one line of code' }),
      t`One line, and the form is part of your page: it takes the font and the colors around it, or those that you chose under Build, and follows every change of the form.`,
      scriptCode(form),
    ],
    [
      t({ message: 'Frame', comment: 'A way to put a form on a website: an iframe' }),
      t`For websites that take no scripts in their pages: a window onto the form’s own page. It follows every change of the form; the second line fits its height.`,
      frameCode(form),
    ],
    ['HTML', `${t`For people who want to change the code. It works without JavaScript.`} ${changes}`, htmlCode(form)],
    ['React', changes, reactCode(form)],
    ['WordPress', t`Add a block “Custom HTML” to the page and paste the line. No plugin is needed.`, scriptCode(form)],
  ]
  return (
    <Tabs defaultValue={ways[0]![0]} keepMounted={false}>
      <Tabs.List mb="sm">
        {ways.map(([name]) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ways.map(([name, about, code]) => (
        <Tabs.Panel key={name} value={name}>
          <Stack gap="sm">
            <Small>{about}</Small>
            {name === 'React' && hasStepsOrConditions(form) && (
              <Alert color="orange" role="note">
                <Trans>
                  This code shows all fields at once: it has no steps, and it always shows the fields that the form
                  shows only sometimes. The script follows the whole form.
                </Trans>
              </Alert>
            )}
            <CodeLine value={code} />
          </Stack>
        </Tabs.Panel>
      ))}
      <Muted mt="sm">
        <Trans>
          All of them work without JavaScript or lead to a page that does, carry the source of the visit along, and tell
          people from programs.{' '}
          <Anchor href="/docs/api" target="_blank" inherit underline="always">
            API reference
          </Anchor>
        </Trans>
      </Muted>
    </Tabs>
  )
}

function Websites({ form: latest, isLocked }: { form: Form; isLocked: boolean }) {
  const { t } = useLingui()
  const part = useFormPart({
    latest,
    valuesOf: websitesOf,
    toPatch: toWebsites,
    part: 'websites',
    done: t`The websites are saved.`,
  })
  const { form } = part
  return (
    <PagePart title={t`Websites`}>
      <ApiForm of={form} withRefusal={false} isLocked={isLocked}>
        <Textarea
          label={t`Websites that may send to this form`}
          description={t`One on each line: https://www.example.com, or https://*.example.com for all subdomains. Empty leaves it to the workspace’s settings. The form’s own page may always send.`}
          placeholder={EXAMPLES.origin}
          {...form.getInputProps('allowed_origins')}
        />
        <Textarea
          label={t`Where people go after sending`}
          description={t`One address on each line. The first is used, unless the code on your website names another of them. Empty shows a plain thank-you page.`}
          placeholder={EXAMPLES.thanks}
          {...form.getInputProps('redirect_urls')}
        />
        {!isLocked && <SaveButtons of={part} />}
      </ApiForm>
    </PagePart>
  )
}

function TestIt({ form }: { form: Form }) {
  const { t } = useLingui()
  const labelOf = useFieldLabel(form.fields)
  const [result, setResult] = useState<Submission | null>(null)
  const hasEmail = form.fields.some(({ name }) => name === 'email')
  const test = useApiForm({
    initialValues: { email: '' },
    send: async ({ email }) => {
      setResult(null)
      const body = email.trim() === '' ? {} : { email }
      setResult(await dataOf(api.POST('/v1/forms/{id}/test', { params: { path: { id: form.id } }, body })))
    },
  })
  return (
    <ApiForm of={test} gap="sm" align="flex-start">
      <Small>
        <Trans>
          Sends an example through everything that a submission passes. A test is no lead: it makes no contact, sends no
          mail and counts nowhere.
        </Trans>
      </Small>
      {hasEmail && (
        <TextInput
          label={t`E-mail address of the test`}
          placeholder={EXAMPLES.email}
          description={t`Optional. Try a wrong one, too.`}
          w="100%"
          maw={360}
          {...test.getInputProps('email')}
        />
      )}
      <SubmitButton of={test} leftSection={<IconSend size={16} />}>
        <Trans>Test it</Trans>
      </SubmitButton>
      {result && (
        <Alert color="teal" icon={<IconCheck />} title={t`It went through`} role="status" w="100%">
          <Stack gap="xs">
            <Small>
              <Trans>This is what a contact would have been made of:</Trans>
            </Small>
            <Facts
              label={t`What would have been stored`}
              facts={factsOf(result).map(([name, value]) => [labelOf(name), value])}
              withRowBorders={false}
              verticalSpacing={4}
            />
            <Muted>
              <Trans>You find the test among the submissions for a day.</Trans>
            </Muted>
          </Stack>
        </Alert>
      )}
    </ApiForm>
  )
}
