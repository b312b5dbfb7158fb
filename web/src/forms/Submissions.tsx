import { Anchor, Group, SegmentedControl, Stack } from '@mantine/core'
import { useList } from '../api/client.ts'
import type { Form, Submission } from '../api/schema.ts'
import { fullName } from '../contacts/names.ts'
import { useUrlChoice } from '../parts/forms.tsx'
import { IconInbox } from '../parts/icons.tsx'
import { Time } from '../parts/Time.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { AnchorLink, Empty, Muted, StateBadge, TextLink, Wrapped } from '../parts/ui.tsx'
import { REFRESH_MS } from './reads.ts'
import { senderOf } from './words.ts'

const STATES = { all: 'All', accepted: 'Accepted', held: 'Held', test: 'Tests' }

export function Submissions({ form }: { form: Form }) {
  const states = useUrlChoice('state', STATES, 'all')
  const state = states.value
  const list = useList(['forms', form.id, 'submissions'], '/v1/forms/{id}/submissions', {
    path: { id: form.id },
    query: { state: state === 'all' ? undefined : state },
    again: REFRESH_MS,
  })
  const names = useNames(form.id)
  return (
    <Stack gap="sm">
      <SegmentedControl aria-label="Which submissions" {...states} style={{ alignSelf: 'flex-start' }} />
      <RecordList
        label="Submissions"
        of={list}
        columns={columnsFor(names, form)}
        empty={
          <Empty icon={IconInbox} title={state === 'all' ? 'Nothing was sent yet' : 'There are none of these'}>
            {state === 'all' ? (
              <>
                Put the form{' '}
                <TextLink to="." search={{ tab: 'site' }}>
                  on your site
                </TextLink>
                , or open its page and send something yourself.
              </>
            ) : (
              'Look at all submissions instead.'
            )}
          </Empty>
        }
      />
    </Stack>
  )
}

/** Names of the newest contacts of the form: a submission that was accepted has the id of its contact only. */
function useNames(formId: string): ReadonlyMap<string, string> {
  const query = { form_id: formId, limit: 100 }
  const contacts = useList(['contacts', 'form', formId], '/v1/contacts', { query })
  return new Map(contacts.rows.map((contact) => [contact.id, fullName(contact)]))
}

function columnsFor(names: ReadonlyMap<string, string>, form: Form): ReadonlyArray<Column<Submission> | false> {
  const hasConsent = form.consent !== null
  const hasOptIn = form.double_opt_in || form.numbers.confirmed > 0
  return [
    {
      title: 'From',
      render: (submission) => (
        <Stack gap={2}>
          <From submission={submission} names={names} />
          <Files files={submission.files} />
          <Time at={submission.created_at} size="sm" c="dimmed" hiddenFrom="sm" />
        </Stack>
      ),
    },
    { title: 'State', width: 110, render: ({ state }) => <StateBadge state={state} /> },
    hasConsent && {
      title: 'Consent',
      width: 130,
      wideOnly: true,
      render: ({ consent_version, withdrawn_at }) => (
        <Muted>{consent_version === null ? 'None' : withdrawn_at ? 'Withdrawn' : `Version ${consent_version}`}</Muted>
      ),
    },
    hasOptIn && {
      title: 'Confirmed',
      width: 130,
      wideOnly: true,
      render: ({ confirmed_at }) => <Time at={confirmed_at} none="Not yet" size="sm" />,
    },
    { title: 'Sent', width: 130, wideOnly: true, render: ({ created_at }) => <Time at={created_at} size="sm" /> },
  ]
}

function From({ submission, names }: { submission: Submission; names: ReadonlyMap<string, string> }) {
  const { contact_id: id, state } = submission
  if (id !== null) {
    return (
      <AnchorLink to="/contacts/$id" params={{ id }} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {names.get(id) ?? 'Open the contact'}
      </AnchorLink>
    )
  }
  return (
    <Group gap={6}>
      <Wrapped>{senderOf(submission) || 'Not shown to you'}</Wrapped>
      {state === 'held' && (
        <TextLink to="." search={{ tab: 'held' }} size="sm">
          Decide
        </TextLink>
      )}
    </Group>
  )
}

/** Files that came with a submission. They are saved, never shown: nobody has looked at them. */
export function Files({ files }: Pick<Submission, 'files'>) {
  if (files.length === 0) return null
  return (
    <Group gap="sm">
      {files.map(({ id, name }) => (
        <Anchor key={id} href={`/v1/forms/files/${id}`} download={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Anchor>
      ))}
    </Group>
  )
}
