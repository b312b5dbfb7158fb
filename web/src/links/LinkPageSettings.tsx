import { Anchor, Group, Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { api, dataOf, useMay, useRead } from '../api/client.ts'
import type { LinkPage, LinkPagePatch } from '../api/schema.ts'
import { changesOf } from '../parts/changes.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { Form, SubmitButton, useApiForm, useSaved } from '../parts/forms.tsx'
import { IconExternalLink } from '../parts/icons.tsx'
import { CodeLine } from '../parts/Secret.tsx'
import { Heading, Muted, Read, Strong } from '../parts/ui.tsx'

export function LinkPageSettings() {
  const page = useRead(['links', 'page'], '/v1/link-page')
  return (
    <Stack gap="md" component="section" aria-label="Link page" maw={720}>
      <div>
        <Heading>Link page</Heading>
        <Muted maw={680}>
          Captions on Instagram cannot be clicked, and a profile there takes one link. This page is for it: it lists the
          links of the posts of the last 90 days, newest first, and clicks count for the post. Posts take part when
          their links are tracked (with UTM parameters or short).
        </Muted>
      </div>
      <Read of={page}>{(data) => <PageForm key={data.name ?? ''} page={data} />}</Read>
    </Stack>
  )
}

const toValues = ({ name, title, intro }: LinkPage) => ({ name: name ?? '', title: title ?? '', intro: intro ?? '' })

function PageForm({ page }: { page: LinkPage }) {
  const may = useMay()
  const saved = useSaved(['links', 'page'])
  const save = (body: LinkPagePatch, done: string) => saved(dataOf(api.PATCH('/v1/link-page', { body })), done)
  const isOn = page.name !== null
  const form = useApiForm({
    initialValues: toValues(page),
    validate: { name: (name) => (name.trim() === '' ? 'Choose a name: it is the end of the address.' : null) },
    send: async (values) => {
      const changes = changesOf(form.getInitialValues(), values)
      const body = Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, text.trim() || null]))
      const page = await save(body, isOn ? 'The page is saved.' : 'The page is there.')
      form.restart(toValues(page))
    },
  })
  return (
    <Paper withBorder radius="md" p="lg">
      <Form of={form}>
        {page.url && (
          <div>
            <Strong mb={4}>Put this address into your profile</Strong>
            <CodeLine value={page.url} />
            <Anchor href={page.url} target="_blank" rel="noreferrer" size="sm" mt={6} display="inline-block">
              <Group gap={4} component="span">
                See the page as visitors do
                <IconExternalLink size={14} />
              </Group>
            </Anchor>
          </div>
        )}
        <TextInput
          label="Name in the address"
          description="3 to 40 small letters, digits and hyphens. A profile with the old address no longer works after a change."
          placeholder="harbour-works"
          autoComplete="off"
          required
          readOnly={!may.write}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Title"
          description="Without one, the name of the workspace."
          maxLength={80}
          readOnly={!may.write}
          {...form.getInputProps('title')}
        />
        <Textarea
          label="Introduction"
          description="A sentence below the title."
          maxLength={300}
          readOnly={!may.write}
          {...form.getInputProps('intro')}
        />
        {may.write && (
          <Group>
            <SubmitButton of={form} disabled={!form.isDirty()}>
              {isOn ? 'Save' : 'Make the page'}
            </SubmitButton>
            {isOn && (
              <ConfirmButton
                button={{ children: 'Remove the page' }}
                title="Remove the link page?"
                label="Remove the page"
                onConfirm={() => save({ name: null }, 'The page is gone.')}
              >
                Visitors of {page.url} get “not found”. Links, clicks and leads stay, and you can make the page again.
              </ConfirmButton>
            )}
          </Group>
        )}
      </Form>
    </Paper>
  )
}
