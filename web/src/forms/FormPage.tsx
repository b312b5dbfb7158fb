import { useDisclosure } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { api, useMay } from '../api/client.ts'
import type { Form } from '../api/schema.ts'
import { Confirm } from '../parts/dialogs.tsx'
import { useRemoved } from '../parts/forms.tsx'
import { IconTrash } from '../parts/icons.tsx'
import { ActionMenu, Page, PageTabs, RecordPage } from '../parts/Page.tsx'
import { OutsideLink } from '../parts/ui.tsx'
import { Build } from './Build.tsx'
import { FormSettings } from './FormSettings.tsx'
import { HeldList } from './Held.tsx'
import { REFRESH_MS, useForm } from './reads.ts'
import { Site } from './Site.tsx'
import { Submissions } from './Submissions.tsx'

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
