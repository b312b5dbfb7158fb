import { Group, Paper, Select, Stack, Text } from '@mantine/core'
import { api, dataOf, useList, useMay, useRefresh } from '../api/client.ts'
import type { Submission } from '../api/schema.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { choices, useAction, useChange, useUrl } from '../parts/forms.tsx'
import { IconCheck, IconShieldCheck, IconShieldX, IconTrash } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { Time } from '../parts/Time.tsx'
import { ShownOf } from '../parts/tables.tsx'
import { AnchorLink, Empty, Muted, Read, RecordName, SmallButton, tell, Wrapped } from '../parts/ui.tsx'
import { REFRESH_MS, useForms } from './reads.ts'
import { Files } from './Submissions.tsx'
import { factsOf, isReason, REASON_LABELS, type ReasonKind, senderOf } from './words.ts'

const REASONS = choices(REASON_LABELS)

/** The sender is the heading; the page and the link say nothing about spam. */
const SAID_ELSEWHERE = ['first_name', 'last_name', 'email', 'landing_page', 'dp', 'first_name_from']

/** What accepting or deleting changes. */
const NOUNS = ['forms', 'held', 'contacts', 'people', 'reports']

/** Held submissions of all forms, deleted forms included. */
export function Held() {
  const forms = useForms()
  const names = new Map(forms.rows.map(({ id, name }) => [id, name]))
  return (
    <Page title="Held submissions" back="forms">
      <HeldList formId={null} names={names} />
    </Page>
  )
}

interface HeldListProps {
  /** Null for all forms. */
  formId: string | null
  /** By the ids of the forms, where there are several. */
  names?: ReadonlyMap<string, string>
}

/** Submissions that look like spam, with the reasons in words. */
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

/** The API accepts a hundred at a time. */
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
