import { Alert, Anchor, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, useMay } from '../api/client.ts'
import type { Form, Submission } from '../api/schema.ts'
import { Form as ApiForm, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { IconCheck, IconSend } from '../parts/icons.tsx'
import { PagePart } from '../parts/Page.tsx'
import { CodeLine, CodeTabs, QrCode } from '../parts/Secret.tsx'
import { Facts } from '../parts/tables.tsx'
import { Muted, Small } from '../parts/text.tsx'
import { htmlCode, reactCode, wordPressCode } from './code.ts'
import { SaveButtons, useFormPart } from './editing.tsx'
import { toWebsites, websitesOf } from './values.ts'
import { factsOf } from './words.ts'

export function Site({ form }: { form: Form }) {
  const may = useMay()
  return (
    <Stack maw={860}>
      <PagePart title="Its own page">
        <Group align="flex-start" gap="lg">
          <Stack gap="xs" flex={1} miw={240}>
            <Small>
              Needs no website: link to it from a post, a mail or a profile, or print the code. It works without
              JavaScript, cookies and storage.
            </Small>
            <CodeLine value={form.url} label="Copy the link" />
            <Muted>
              Add ?utm_source=newsletter or ?dp= and the code of a short link, and the contact says where it came from.
            </Muted>
          </Stack>
          <QrCode text={form.url} label="QR code of the page" size={148} border={4} style={{ flex: 'none' }} />
        </Group>
      </PagePart>
      <PagePart title="On your website">
        <Stack gap="sm">
          <Small>
            Paste this where the form shall be. It is filled in with the fields as they are saved: after a change of the
            fields, copy it again.
          </Small>
          <CodeTabs codes={{ HTML: htmlCode(form), React: reactCode(form), WordPress: wordPressCode(form) }} />
          <Muted>
            The script in the last line of the HTML is optional and less than 3 KB: it carries the source of the visit
            along, sends without leaving the page, shows errors beside the fields, and tells people from programs.{' '}
            <Anchor href="/docs" target="_blank" inherit underline="always">
              API reference
            </Anchor>
          </Muted>
        </Stack>
      </PagePart>
      {may.write && (
        <PagePart title="Test it">
          <TestIt form={form} />
        </PagePart>
      )}
      <Websites form={form} isLocked={!may.write} />
    </Stack>
  )
}

function Websites({ form: latest, isLocked }: { form: Form; isLocked: boolean }) {
  const part = useFormPart({ latest, valuesOf: websitesOf, toPatch: toWebsites, done: 'The websites are saved.' })
  const { form } = part
  return (
    <PagePart title="Websites">
      <ApiForm of={form} withRefusal={false} isLocked={isLocked}>
        <Textarea
          label="Websites that may send to this form"
          description="One on each line: https://www.example.com, or https://*.example.com for all subdomains. Empty leaves it to the workspace’s settings. The form’s own page may always send. This does not stop programs."
          placeholder="https://www.example.com"
          {...form.getInputProps('allowed_origins')}
        />
        <Textarea
          label="Where people go after sending"
          description="One address on each line. The first is used, unless the form names another of them in redirect_url. Empty shows a plain thank-you page."
          placeholder="https://www.example.com/thanks"
          {...form.getInputProps('redirect_urls')}
        />
        {!isLocked && <SaveButtons of={part} />}
      </ApiForm>
    </PagePart>
  )
}

function TestIt({ form }: { form: Form }) {
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
        Sends an example through everything that a submission passes: the rules of the fields, the rules of contacts,
        the database. A test is no lead: it makes no contact, sends no mail and counts nowhere.
      </Small>
      {hasEmail && (
        <TextInput
          label="E-mail address of the test"
          placeholder="ana@example.com"
          description="Optional. Try a wrong one, too."
          w="100%"
          maw={360}
          {...test.getInputProps('email')}
        />
      )}
      <SubmitButton of={test} leftSection={<IconSend size={16} />}>
        Test it
      </SubmitButton>
      {result && (
        <Alert color="teal" icon={<IconCheck />} title="It went through" role="status" w="100%">
          <Stack gap="xs">
            <Small>This is what a contact would have been made of:</Small>
            <Facts
              label="What would have been stored"
              facts={factsOf(result)}
              withRowBorders={false}
              verticalSpacing={4}
            />
            <Muted>You find the test among the submissions for a day.</Muted>
          </Stack>
        </Alert>
      )}
    </ApiForm>
  )
}
