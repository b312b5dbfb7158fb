import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Badge, Button, Group, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { splitExtra } from '../../../src/contact-fields.ts'
import { useMay } from '../api/client.ts'
import type { Contact } from '../api/schema.ts'
import { useForm } from '../forms/reads.ts'
import { Help } from '../parts/Help.tsx'
import { IconChevronDown, IconDownload, IconMail, IconPencil, IconTrash, icon } from '../parts/icons.tsx'
import { ActionMenu, More, Page, RecordPage } from '../parts/Page.tsx'
import { useRemoval } from '../parts/removals.tsx'
import { Copy } from '../parts/Secret.tsx'
import { type Fact, Facts } from '../parts/tables.tsx'
import { Heading, Muted, Time } from '../parts/text.tsx'
import { AnchorLink, SecondaryButton, SecondaryLink } from '../parts/ui.tsx'
import { Brought } from './Brought.tsx'
import { ContactDrawer } from './ContactDrawer.tsx'
import classes from './ContactPage.module.css'
import { LeadCard, StatusItems } from './Lead.tsx'
import { IconMerge, MergeDialog } from './merge/MergeDialog.tsx'
import { MergedRecords } from './merge/MergedRecords.tsx'
import { Notes } from './Notes.tsx'
import { FIELD_LABELS, fullName, ORIGIN_FIELDS, readableName } from './names.ts'
import { PersonTimeline } from './PersonTimeline.tsx'
import { type ShownContact, useContact, useLeadChange, useStatuses } from './reads.ts'

const IconUser = icon`M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0M6 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2`

export function ContactPage() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/inside/contacts/$id' })
  return (
    <RecordPage of={useContact(id)} title={t`Contact`} back="contacts" missing={t`There is no such contact`}>
      {(contact) =>
        contact.merged_into ? (
          <Navigate to="/contacts/$id" params={{ id: contact.merged_into }} replace />
        ) : (
          <Shown contact={contact} />
        )
      }
    </RecordPage>
  )
}

function Shown({ contact }: { contact: ShownContact }) {
  const { t } = useLingui()
  const may = useMay()
  const navigate = useNavigate()
  const [isEditing, editing] = useDisclosure()
  const [isMerging, merging] = useDisclosure()
  const removal = useRemoval('contacts')
  const notes = useRef<HTMLDivElement>(null)
  const { email, merged = [] } = contact
  const reply = email && (
    <Button component="a" href={`mailto:${encodeURIComponent(email)}`} leftSection={<IconMail size={16} />}>
      <Trans>Reply</Trans>
    </Button>
  )
  const remove = async () => {
    await navigate({ to: '/contacts' })
    void removal([contact], t`${fullName(contact)} is deleted.`)
  }
  return (
    <Page
      title={fullName(contact)}
      help={
        <Help about={t`Contact`} page="leads">
          <Trans>
            The message first, then your work on it. Status, owner and notes are for your team: the person does not see
            them.
          </Trans>
        </Help>
      }
      back="contacts"
      lead={<Came contact={contact} />}
      actions={
        may.write && (
          <SecondaryButton leftSection={<IconPencil size={16} />} onClick={editing.open}>
            <Trans>Edit</Trans>
          </SecondaryButton>
        )
      }
      primary={reply && <Group visibleFrom="sm">{reply}</Group>}
      more={
        <ActionMenu
          width={260}
          actions={[
            email === null && [
              t`Everything we know, as a file`,
              IconDownload,
              () => window.location.assign(`/v1/contacts/${contact.id}/export`),
            ],
            email !== null && [
              t`All records of this person`,
              IconUser,
              () => void navigate({ to: '/contacts/people/$email', params: { email } }),
            ],
            may.write && [t`Merge with another record…`, IconMerge, merging.open],
            may.write && [t`Delete`, IconTrash, () => void remove(), true],
          ]}
        />
      }
    >
      <div className={classes.grid}>
        <div className={classes.words}>
          <TheirWords contact={contact} />
          <Brought contact={contact} />
          {merged.length > 0 && <MergedRecords survivorId={contact.id} merged={merged} />}
        </div>
        <div className={classes.work}>
          <div className={classes.lead}>
            <LeadCard contact={contact} />
          </div>
          <div className={classes.notes} ref={notes}>
            <Notes contactId={contact.id} />
          </div>
        </div>
        {email && (
          <section className={classes.story}>
            <Group justify="space-between" mb="sm">
              <Heading>
                <Trans>What happened</Trans>
              </Heading>
              <SecondaryLink
                to="/contacts/people/$email"
                params={{ email }}
                size="xs"
                leftSection={<IconUser size={14} />}
              >
                <Trans>All records of this person</Trans>
              </SecondaryLink>
            </Group>
            <PersonTimeline email={email} without="note" />
          </section>
        )}
      </div>
      <More>
        <Technical contact={contact} />
      </More>
      <div className={classes.next} role="toolbar" aria-label={t`Next step`}>
        {may.write && <NextStatus contact={contact} />}
        {may.write && (
          <SecondaryButton
            onClick={() => {
              notes.current?.scrollIntoView({ block: 'center' })
              notes.current?.querySelector('textarea')?.focus({ preventScroll: true })
            }}
          >
            <Trans>Note</Trans>
          </SecondaryButton>
        )}
        {reply}
      </div>
      <ContactDrawer opened={isEditing} onClose={editing.close} contact={contact} />
      <MergeDialog
        opened={isMerging}
        onClose={merging.close}
        ids={[contact.id]}
        onMerged={({ id }) => void navigate({ to: '/contacts/$id', params: { id }, replace: true })}
      />
    </Page>
  )
}

function Came({ contact: { created_at, company } }: { contact: Contact }) {
  return (
    <Group gap={6}>
      {company && (
        <>
          <span>{company}</span>
          <span aria-hidden="true">·</span>
        </>
      )}
      <Trans>
        Came in <Time at={created_at} inherit span />
      </Trans>
    </Group>
  )
}

/** The message under its label, then everything else they said. */
function TheirWords({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const form = useForm(contact.form_id)
  const fields = form.data?.fields ?? []
  const { messages, facts } = splitExtra(
    contact.extra,
    fields.map(({ name }) => name),
  )
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label || readableName(name)
  const { email, company, confirmation } = contact
  const about: Fact[] = [
    [FIELD_LABELS.email, email && <Address email={email} confirmation={confirmation} />],
    [FIELD_LABELS.company, company],
    ...facts.map(({ name, value }): Fact => [labelOf(name), value]),
  ]
  return (
    <>
      {messages.map(({ name, value }) => (
        <section key={name}>
          <Muted component="h2" fw={400} mb={6}>
            {labelOf(name)}
          </Muted>
          <Text component="blockquote" className={classes.text}>
            {value}
          </Text>
        </section>
      ))}
      <Facts label={t`About the contact`} facts={about.filter(([, value]) => value)} />
    </>
  )
}

function Address({ email, confirmation }: { email: string; confirmation: Contact['confirmation'] }) {
  return (
    <Group gap="xs">
      <Anchor href={`mailto:${encodeURIComponent(email)}`} size="sm">
        {email}
      </Anchor>
      <Copy value={email} />
      {confirmation === 'confirmed' && (
        <Badge color="teal">
          <Trans>Confirmed by its owner</Trans>
        </Badge>
      )}
      {confirmation === 'pending' && (
        <Badge color="yellow">
          <Trans>Not confirmed yet: a mail with a link was sent</Trans>
        </Badge>
      )}
    </Group>
  )
}

function NextStatus({ contact: { id, status } }: { contact: Contact }) {
  const { t } = useLingui()
  const { labelOf } = useStatuses()
  const change = useLeadChange(id)
  return (
    <Menu position="top-start" width={190}>
      <Menu.Target>
        <SecondaryButton rightSection={<IconChevronDown size={14} />} aria-label={t`${labelOf(status)}: next status`}>
          {labelOf(status)}
        </SecondaryButton>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems status={status} onChange={(next) => change.mutate({ status: next })} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Ids and parameters, by the names that programs know. */
function Technical({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const { id, webhook_id, delivery_id, extra } = contact
  const facts: Fact[] = [
    [t`Id`, <Copy key="id" value={id} label={t`Copy the id`} />],
    [t`Created`, <Time key="at" at={contact.created_at} exact size="sm" />],
    ...ORIGIN_FIELDS.map((name): Fact => [name, contact[name]]),
    ...splitExtra(extra).parameters.map(({ name, value }): Fact => [name, value]),
    [
      t`Received`,
      webhook_id && delivery_id && (
        <AnchorLink to="/webhooks/$id" params={{ id: webhook_id }} search={{ delivery: delivery_id }} size="sm">
          <Trans>Open what was received</Trans>
        </AnchorLink>
      ),
    ],
  ]
  return <Facts label={t`Technical details`} facts={facts.filter(([, value]) => value)} />
}
