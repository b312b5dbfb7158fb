import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { api, dataOf, useList, useMay, useRefresh } from '../api/client.ts'
import type { Form, Submission } from '../api/schema.ts'
import { fullName } from '../contacts/names.ts'
import { AddFilter, choiceFilter } from '../parts/AddFilter.tsx'
import { useAction, useChange } from '../parts/action.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { useUrl, useUrlChoice } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconCheck, IconInbox, IconShieldCheck, IconShieldX, IconTrash } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { useRemoval } from '../parts/removals.tsx'
import { type Column, RecordList, ShownOf } from '../parts/tables.tsx'
import { Muted, RecordName, Time, Wrapped } from '../parts/text.tsx'
import { AnchorLink, Empty, Read, SmallButton, StateBadge, TextLink, tell } from '../parts/ui.tsx'
import { REASON_LABELS, SUSPICIOUS, useFieldLabel } from './labels.ts'
import { REFRESH_MS, useFormNames } from './reads.ts'
import { factsOf, senderOf } from './words.ts'

export function Submissions({ form }: { form: Form }) {
  const { t } = useLingui()
  const labels = {
    all: t({ message: 'All', comment: 'All submissions of a form' }),
    accepted: t({ message: 'Accepted', comment: 'Submissions that became a contact' }),
    held: t(SUSPICIOUS),
    test: t({ message: 'Tests', comment: 'Submissions that were only a test' }),
  }
  const states = useUrlChoice('state', labels, 'all')
  const state = states.value
  const list = useList(['forms', form.id, 'submissions'], '/v1/forms/{id}/submissions', {
    path: { id: form.id },
    query: { state: state === 'all' ? undefined : state },
    again: REFRESH_MS,
  })
  const names = useNames(form.id)
  const columns = useColumns(names, form)
  return (
    <Stack gap="sm">
      <SegmentedControl aria-label={t`Which submissions`} {...states} style={{ alignSelf: 'flex-start' }} />
      <RecordList
        label={t`Submissions`}
        of={list}
        columns={columns}
        empty={
          <Empty icon={IconInbox} title={state === 'all' ? t`Nothing was sent yet` : t`There are none of these`}>
            {state === 'all' ? (
              <Trans>
                Put the form{' '}
                <TextLink to="." search={{ tab: 'site' }}>
                  on your site
                </TextLink>
                , or open its page and send something yourself.
              </Trans>
            ) : (
              <Trans>Look at all submissions instead.</Trans>
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

function useColumns(names: ReadonlyMap<string, string>, form: Form): ReadonlyArray<Column<Submission> | false> {
  const { t } = useLingui()
  const hasConsent = form.consent !== null
  const hasOptIn = form.double_opt_in || form.numbers.confirmed > 0
  return [
    {
      title: t({ message: 'From', comment: 'Who sent the form' }),
      render: (submission) => (
        <Stack gap={2}>
          <From submission={submission} names={names} />
          <Files files={submission.files} />
          <Time at={submission.created_at} size="sm" c="dimmed" hiddenFrom="sm" />
        </Stack>
      ),
    },
    {
      title: t`State`,
      width: 136,
      render: ({ state }) => <StateBadge state={state} {...(state === 'held' && { label: t(SUSPICIOUS) })} />,
    },
    hasConsent && {
      title: t`Consent`,
      width: 130,
      wideOnly: true,
      render: ({ consent_version, withdrawn_at }) => (
        <Muted>
          {consent_version === null ? (
            <Trans comment="No consent was given">None</Trans>
          ) : withdrawn_at ? (
            <Trans comment="The consent was withdrawn">Withdrawn</Trans>
          ) : (
            <Trans comment="Of the text that people agreed to">Version {consent_version}</Trans>
          )}
        </Muted>
      ),
    },
    hasOptIn && {
      title: t`Confirmed`,
      width: 130,
      wideOnly: true,
      render: ({ confirmed_at }) => <Time at={confirmed_at} none={t`Not yet`} size="sm" />,
    },
    {
      title: t({ message: 'Sent', comment: 'When the form was sent' }),
      width: 130,
      wideOnly: true,
      render: ({ created_at }) => <Time at={created_at} size="sm" />,
    },
  ]
}

function From({ submission, names }: { submission: Submission; names: ReadonlyMap<string, string> }) {
  const { contact_id: id, state } = submission
  if (id !== null) {
    return (
      <AnchorLink to="/contacts/$id" params={{ id }} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {names.get(id) ?? <Trans>Open the contact</Trans>}
      </AnchorLink>
    )
  }
  return (
    <Group gap={6}>
      <Wrapped>{senderOf(submission) || <Trans>Not shown to you</Trans>}</Wrapped>
      {state === 'held' && (
        <TextLink to="." search={{ tab: 'held' }} size="sm">
          <Trans>Decide</Trans>
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

type Reason = keyof typeof REASON_LABELS
const REASON_KINDS = Object.keys(REASON_LABELS) as Reason[]

function isReason(kind: string | undefined): kind is Reason {
  return kind !== undefined && Object.hasOwn(REASON_LABELS, kind)
}

/** Shown in the heading, or irrelevant for spotting spam. */
const SAID_ELSEWHERE = ['first_name', 'last_name', 'email', 'landing_page', 'dp', 'first_name_from']

/** The nouns that accepting or deleting changes. */
const NOUNS = ['forms', 'held', 'contacts', 'people', 'reports']

/** Includes those of deleted forms. */
export function Held() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Suspicious submissions`}
      back="forms"
      help={
        <Help about={t`Suspicious submissions`} page="spam">
          <Trans>Submissions that look like spam wait here. Accept one, and it becomes a contact.</Trans>
        </Help>
      }
    >
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
  const { t } = useLingui()
  const [search, set] = useUrl()
  const may = useMay()
  const reason = isReason(search.reason) ? search.reason : null
  const reasons = REASON_KINDS.map((kind) => ({ value: kind, label: t(REASON_LABELS[kind]) }))
  const setReason = (reason: string | undefined) => set({ reason })
  const query = { form_id: formId ?? undefined, reason: reason ?? undefined }
  const list = useList(['held', formId], '/v1/held', { query, again: REFRESH_MS })
  const nothing = (
    <Empty icon={IconShieldCheck} title={t`Nothing is suspicious`}>
      <Trans>What looks like spam waits here until you have looked at it.</Trans>
    </Empty>
  )
  if (list.data !== undefined && list.rows.length === 0 && reason === null) return nothing
  return (
    <Stack gap="sm">
      <Muted maw={720}>
        <Trans>
          These look like spam, so nobody was told about them and no contact was made. Accept one and it becomes a
          contact as if it had just come. The rest is deleted after 30 days.
        </Trans>
      </Muted>
      <Group justify="space-between" align="flex-start">
        <Group gap="sm">
          <AddFilter
            filters={[
              choiceFilter({ name: 'reason', label: t`Why it is suspicious`, value: reason }, reasons, setReason),
            ]}
            onClearAll={() => setReason(undefined)}
          />
        </Group>
        {may.write && list.rows.length > 0 && (formId !== null || reason !== null) && (
          <AcceptAll formId={formId} reason={reason} total={list.total} />
        )}
      </Group>
      <Read of={list}>
        {() =>
          list.rows.length === 0 ? (
            <Empty icon={IconShieldCheck} title={t`Nothing is suspicious`}>
              <Trans>Not for this reason.</Trans>
            </Empty>
          ) : (
            <Stack
              gap="sm"
              component="ul"
              m={0}
              p={0}
              style={{ listStyle: 'none' }}
              aria-label={t`Suspicious submissions`}
            >
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
  const { t } = useLingui()
  const may = useMay()
  const params = { path: { id: submission.id } }
  const change = useChange(...NOUNS)
  const accept = useAction(() =>
    change(dataOf(api.POST('/v1/held/{id}/accept', { params })), ({ contact_id }) =>
      contact_id === null ? t`It is accepted.` : t`It is accepted, and a contact now.`,
    ),
  )
  const removal = useRemoval('held')
  const remove = () => void removal([{ id: submission.id }], t`It is deleted.`)
  const who = senderOf(submission) || t`Suspicious submission`
  const facts = factsOf(submission, SAID_ELSEWHERE)
  const labelOf = useFieldLabel()
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
                {labelOf(name)}:
              </Text>{' '}
              {value}
            </Wrapped>
          ))}
          <Files files={submission.files} />
          <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Why it is suspicious`}>
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
            <SmallButton
              leftSection={<IconCheck size={14} />}
              loading={accept.isPending}
              aria-label={t`Accept ${who}`}
              onClick={() => accept.mutate()}
            >
              <Trans>Accept</Trans>
            </SmallButton>
            <SmallButton
              leftSection={<IconTrash size={14} />}
              disabled={accept.isPending}
              aria-label={t`Delete ${who}`}
              onClick={remove}
            >
              <Trans>Delete</Trans>
            </SmallButton>
          </Group>
        )}
      </Group>
    </Paper>
  )
}

/** The API accepts 100 at a time. */
function AcceptAll({ formId, reason, total }: { formId: string | null; reason: Reason | null; total: number }) {
  const { t } = useLingui()
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
      tell.done(t`${plural(accepted, { one: '# submission is accepted.', other: '# submissions are accepted.' })}`)
    } finally {
      void refresh(...NOUNS)
    }
  }
  const why = reason === null ? '' : t(REASON_LABELS[reason])
  return (
    <ConfirmButton
      button={{ children: t`${plural(total, { one: 'Accept # submission', other: 'Accept all #' })}` }}
      title={t`${plural(total, { one: 'Accept # submission?', other: 'Accept all #?' })}`}
      label={t`Accept them all`}
      danger={false}
      onConfirm={acceptAll}
    >
      {reason === null ? (
        <Trans>All suspicious submissions of this form become contacts, also those that are not shown yet.</Trans>
      ) : (
        <Trans>
          All submissions that are suspicious for this reason become contacts, also those that are not shown yet: {why}.
        </Trans>
      )}{' '}
      <Trans>
        The team is told and automatic replies go out as for any other. This cannot be undone at once: each contact can
        be deleted.
      </Trans>
    </ConfirmButton>
  )
}
