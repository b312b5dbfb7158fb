import { Anchor, Group, Paper, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { api, dataOf, useList, useMay, useRefresh } from '../api/client.ts'
import type { Form, Submission } from '../api/schema.ts'
import { fullName } from '../contacts/names.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { choices, useAction, useChange, useUrl, useUrlChoice } from '../parts/forms.tsx'
import { IconCheck, IconInbox, IconShieldCheck, IconShieldX, IconTrash } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { type Column, RecordList, ShownOf } from '../parts/tables.tsx'
import { Muted, RecordName, Time, Wrapped } from '../parts/text.tsx'
import { AnchorLink, Empty, Read, SmallButton, StateBadge, TextLink, tell } from '../parts/ui.tsx'
import { REFRESH_MS, useFormNames } from './reads.ts'
import { factsOf, isReason, REASON_LABELS, type ReasonKind, senderOf } from './words.ts'

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

/** An accepted submission has only the id of its contact. */
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

/** Files are only downloaded, never displayed, because nobody has checked them. */
function Files({ files }: Pick<Submission, 'files'>) {
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

const REASONS = choices(REASON_LABELS)

/** Shown in the heading, or irrelevant for spotting spam. */
const SAID_ELSEWHERE = ['first_name', 'last_name', 'email', 'landing_page', 'dp', 'first_name_from']

/** The nouns that accepting or deleting changes. */
const NOUNS = ['forms', 'held', 'contacts', 'people', 'reports']

/** Includes those of deleted forms. */
export function Held() {
  return (
    <Page title="Held submissions" back="forms">
      <HeldList formId={null} names={useFormNames().names} />
    </Page>
  )
}

interface HeldListProps {
  /** Null for all forms. */
  formId: string | null
  /** Names by form id, if there are several forms. */
  names?: ReadonlyMap<string, string>
}

export function HeldList({ formId, names }: HeldListProps) {
  const [search, set] = useUrl()
  const may = useMay()
  const reason = isReason(search.reason) ? search.reason : null
  const query = { form_id: formId ?? undefined, reason: reason ?? undefined }
  const list = useList(['held', formId], '/v1/held', { query, again: REFRESH_MS })
  return (
    <Stack gap="sm">
      <Muted maw={720}>
        These look like spam, so nobody was told about them and no contact was made. Accept one and it becomes a contact
        as if it had just come. What you leave goes by itself after 30 days.
      </Muted>
      <Group justify="space-between" align="flex-end">
        <Select
          label="Held because"
          placeholder="Any reason"
          data={REASONS}
          value={reason}
          clearable
          w={{ base: '100%', xs: 300 }}
          onChange={(kind) => set({ reason: kind ?? undefined })}
        />
        {may.write && list.rows.length > 0 && (formId !== null || reason !== null) && (
          <AcceptAll formId={formId} reason={reason} total={list.total} />
        )}
      </Group>
      <Read of={list}>
        {() =>
          list.rows.length === 0 ? (
            <Empty icon={IconShieldCheck} title="Nothing is held">
              {reason === null
                ? 'What looks like spam waits here until you have looked at it.'
                : 'Not for this reason.'}
            </Empty>
          ) : (
            <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Held submissions">
              {list.rows.map((submission) => (
                <HeldCard key={submission.id} submission={submission} formName={names?.get(submission.form_id)} />
              ))}
            </Stack>
          )
        }
      </Read>
      {list.rows.length > 0 && <ShownOf shown={list.rows.length} total={list.total} more={list.more} />}
    </Stack>
  )
}

function HeldCard({ submission, formName }: { submission: Submission; formName: string | undefined }) {
  const may = useMay()
  const params = { path: { id: submission.id } }
  const change = useChange(...NOUNS)
  const accept = useAction(() =>
    change(dataOf(api.POST('/v1/held/{id}/accept', { params })), ({ contact_id }) =>
      contact_id === null ? 'It is accepted.' : 'It is accepted, and a contact now.',
    ),
  )
  const remove = useAction(() => change(api.DELETE('/v1/held/{id}', { params }), 'It is deleted.'))
  const who = senderOf(submission) || 'Held submission'
  const facts = factsOf(submission, SAID_ELSEWHERE)
  const decide = (label: string, Icon: typeof IconCheck, action: typeof accept, other: typeof accept) => (
    <SmallButton
      leftSection={<Icon size={14} />}
      loading={action.isPending}
      disabled={other.isPending}
      aria-label={`${label} ${who}`}
      onClick={() => action.mutate()}
    >
      {label}
    </SmallButton>
  )
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6} flex={1} miw={240}>
          <Group gap="xs">
            <RecordName>{who}</RecordName>
            {formName && (
              <AnchorLink to="/forms/$id" params={{ id: submission.form_id }} search={{ tab: 'held' }} size="sm">
                {formName}
              </AnchorLink>
            )}
            <Time at={submission.created_at} size="sm" c="dimmed" />
          </Group>
          {facts.map(([name, value]) => (
            <Wrapped key={name} lineClamp={4}>
              <Text span inherit c="dimmed">
                {name}:
              </Text>{' '}
              {value}
            </Wrapped>
          ))}
          <Files files={submission.files} />
          <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Why it is held">
            {submission.reasons.map(({ text }) => (
              <Group key={text} component="li" gap={6} wrap="nowrap" align="flex-start">
                <IconShieldX size={16} style={{ flex: 'none', marginTop: 3 }} />
                <Muted>{text}</Muted>
              </Group>
            ))}
          </Stack>
        </Stack>
        {may.write && (
          <Group gap="xs">
            {decide('Accept', IconCheck, accept, remove)}
            {decide('Delete', IconTrash, remove, accept)}
          </Group>
        )}
      </Group>
    </Paper>
  )
}

/** The API accepts 100 at a time. */
function AcceptAll({ formId, reason, total }: { formId: string | null; reason: ReasonKind | null; total: number }) {
  const refresh = useRefresh()
  const acceptAll = async () => {
    const body = { ...(formId !== null && { form_id: formId }), ...(reason !== null && { reason }) }
    let accepted = 0
    try {
      for (;;) {
        const step = await dataOf(api.POST('/v1/held/accept', { body }))
        accepted += step.accepted
        if (step.remaining === 0 || step.accepted === 0) break
      }
      tell.done(
        accepted === 1 ? 'One submission is accepted.' : `${accepted.toLocaleString()} submissions are accepted.`,
      )
    } finally {
      void refresh(...NOUNS)
    }
  }
  const kind = reason === null ? 'of this form' : `held because: ${REASON_LABELS[reason]}`
  return (
    <ConfirmButton
      button={{ children: `Accept all ${total.toLocaleString()}` }}
      title={`Accept all ${total.toLocaleString()}?`}
      label="Accept them all"
      danger={false}
      onConfirm={acceptAll}
    >
      All submissions {kind} become contacts, also those that are not shown yet. The team is told and automatic replies
      go out as for any other. This cannot be undone at once: each contact can be deleted.
    </ConfirmButton>
  )
}
