import { Button, Group } from '@mantine/core'
import { api, dataOf } from '../api/client.ts'
import { useRefresh } from '../api/queries.ts'
import type { Link } from '../api/schema.ts'
import {
  type DialogProps,
  type MadeProps,
  MakeDialog,
  type MakeFormProps,
  ShownResult,
} from '../parts/dialogs/MakeDialog.tsx'
import { CodeLine } from '../parts/dialogs/Secret.tsx'
import { DialogButtons, Form, FormProblem, useApiForm } from '../parts/forms/form.tsx'
import { SecondaryLink } from '../parts/links.tsx'
import { Wrapped } from '../parts/variants.ts'
import { fieldFor, LinkFields, type LinkValues, toBody, toValues } from './LinkForm.tsx'
import { QrCode } from './QrCode.tsx'

export function NewLink(dialog: DialogProps) {
  return (
    <MakeDialog<Link>
      {...dialog}
      modal={(made) => ({
        title: made ? 'The link works' : 'New link',
        closeOnClickOutside: false,
        closeOnEscape: true,
      })}
      Form={NewForm}
      Result={MadeLink}
    />
  )
}

function NewForm({ onMade, onCancel }: MakeFormProps<Link>) {
  const refresh = useRefresh()
  const form = useApiForm<LinkValues>({
    initialValues: toValues(null),
    send: async (values, once) => {
      const link = await dataOf(api.POST('/v1/links', { params: { header: once }, body: toBody(values) }))
      void refresh('links')
      onMade(link)
    },
    fieldFor,
  })
  return (
    <Form of={form} withRefusal={false}>
      <LinkFields form={form} />
      {form.refusal && <FormProblem {...form.refusal} />}
      <DialogButtons label="Make the link" of={form} onBack={onCancel} />
    </Form>
  )
}

function MadeLink({ made, onDone }: MadeProps<Link>) {
  return (
    <ShownResult>
      <CodeLine value={made.url} />
      <Wrapped>It leads to {made.target}, and its clicks are counted from now on.</Wrapped>
      <QrCode link={made} />
      <Group justify="flex-end">
        <SecondaryLink to="/links/$id" params={{ id: made.id }}>
          Open its page
        </SecondaryLink>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </ShownResult>
  )
}
