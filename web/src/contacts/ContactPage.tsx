import { Anchor, Card, Group, SimpleGrid, Stack, Timeline } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api, useMay, useRefresh } from '../api/client.ts'
import type { Contact, Touch } from '../api/schema.ts'
import { useForm } from '../forms/reads.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { IconPencil, IconRoute, IconTrash, icon } from '../parts/icons.tsx'
import { Page, RecordPage } from '../parts/Page.tsx'
import { Copy } from '../parts/Secret.tsx'
import { Facts } from '../parts/tables.tsx'
import { Heading, Muted, RecordName, Tag, Time, Wrapped } from '../parts/text.tsx'
import { AnchorLink, Loading, SecondaryButton, SecondaryLink, TextLink, tell } from '../parts/ui.tsx'
import { useWebhook } from '../webhooks/source/reads.ts'
import { ContactDrawer } from './ContactDrawer.tsx'
import { LeadCard } from './Lead.tsx'
import { Notes } from './Notes.tsx'
import { describeTouch, FIELD_LABELS, fullName, hostOf, ORIGIN_FIELDS, PERSON_FIELDS } from './names.ts'
import { type ShownContact, useContact } from './reads.ts'

const IconUser = icon`M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0M6 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2`

export function ContactPage() {
  const { id } = useParams({ from: '/inside/contacts/$id' })
  return (
    <RecordPage of={useContact(id)} title="Contact" back="contacts" missing="There is no such contact">
      {(contact) => <Shown contact={contact} />}
    </RecordPage>
  )
}

function Shown({ contact }: { contact: ShownContact }) {
  const may = useMay()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const refresh = useRefresh()
  const [isEditing, editing] = useDisclosure()
  const { email } = contact
  const extra = Object.entries(contact.extra)

  const remove = async () => {
    await api.DELETE('/v1/contacts/{id}', { params: { path: { id: contact.id } } })
    tell.done(`${fullName(contact)} is deleted.`)
    // Otherwise the list would show the deleted contact until it is reloaded.
    queries.removeQueries({ queryKey: ['contacts', 'rows'] })
    await navigate({ to: '/contacts' })
    queries.removeQueries({ queryKey: ['contacts', contact.id] })
    void refresh('contacts', 'people')
  }

  return (
    <Page
      title={fullName(contact)}
      back="contacts"
      lead={
        <Group gap={6}>
          Created <Time at={contact.created_at} exact c="dimmed" />
        </Group>
      }
      actions={
        may.write && (
          <>
            <SecondaryButton leftSection={<IconPencil size={16} />} onClick={editing.open}>
              Edit
            </SecondaryButton>
            <ConfirmButton
              button={{
                children: 'Delete',
                c: 'var(--mantine-color-error)',
                leftSection: <IconTrash size={16} />,
              }}
              title="Delete this contact?"
              label="Delete the contact"
              onConfirm={remove}
            >
              This record of {fullName(contact)} is deleted for good.
              {email && ' Other records with the same e-mail address stay; to remove them all, erase the person.'}
            </ConfirmButton>
          </>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Card withBorder padding="lg">
            <Heading mb="sm">Contact</Heading>
            <Facts
              label="Contact"
              facts={PERSON_FIELDS.map((name) => [
                FIELD_LABELS[name],
                name === 'email' && email ? (
                  <Group key={name} gap="xs" justify="space-between">
                    <Anchor href={`mailto:${encodeURIComponent(email)}`} size="sm">
                      {email}
                    </Anchor>
                    <Copy value={email} />
                  </Group>
                ) : (
                  contact[name]
                ),
              ])}
            />
            {email && (
              <SecondaryLink
                to="/contacts/people/$email"
                params={{ email }}
                mt="md"
                leftSection={<IconUser size={16} />}
              >
                All records of this person
              </SecondaryLink>
            )}
          </Card>
          <Card withBorder padding="lg">
            <Heading mb="sm">Additional fields</Heading>
            {extra.length === 0 ? (
              <Muted>None. Whatever else a form sends, such as phone or city, is kept here.</Muted>
            ) : (
              <Facts label="Additional fields" facts={extra.map(([name, value]) => [name, String(value)])} />
            )}
          </Card>
        </Stack>
        <Stack gap="lg">
          <LeadCard contact={contact} />
          <Card withBorder padding="lg">
            <Heading mb="sm">What brought this lead</Heading>
            {/* A contact from a list is shown before its touches are loaded. */}
            {contact.attribution ? <Touches id={contact.id} {...contact.attribution} /> : <Loading rows={2} />}
          </Card>
          <Origin contact={contact} />
        </Stack>
      </SimpleGrid>
      <Notes contactId={contact.id} />
      <ContactDrawer opened={isEditing} onClose={editing.close} contact={contact} />
    </Page>
  )
}

const CONFIRMATION = {
  pending: 'Not confirmed yet: a mail with a link was sent',
  confirmed: 'Confirmed by its owner',
}

function Origin({ contact }: { contact: Contact }) {
  const { webhook_id, delivery_id, form_id } = contact
  const form = useForm(form_id)
  const webhook = useWebhook(webhook_id)
  return (
    <Card withBorder padding="lg" h="fit-content">
      <Heading mb="sm">Where it came from</Heading>
      <Facts
        label="Where it came from"
        facts={[
          ...ORIGIN_FIELDS.map((name) => [FIELD_LABELS[name], contact[name]] as const),
          [
            'Form',
            form_id ? (
              <TextLink key="form" to="/forms/$id" params={{ id: form_id }} search={{ tab: 'submissions' }}>
                {form.data?.name ?? (form.error ? 'A form that was deleted' : 'Open the form')}
              </TextLink>
            ) : contact.extra.form === undefined ? null : (
              String(contact.extra.form)
            ),
          ],
          contact.confirmation !== null && ['E-mail address', CONFIRMATION[contact.confirmation]],
          [
            'Webhook',
            webhook_id && (
              <AnchorLink to="/webhooks/$id" params={{ id: webhook_id }}>
                {webhook.data?.name ?? 'Open the webhook'}
              </AnchorLink>
            ),
          ],
          [
            'Delivery',
            webhook_id && delivery_id && (
              <AnchorLink to="/webhooks/$id" params={{ id: webhook_id }} search={{ delivery: delivery_id }}>
                Open what was received
              </AnchorLink>
            ),
          ],
          ['Id', <Copy key="id" value={contact.id} label="Copy the id" />],
        ]}
      />
      {webhook_id === null && form_id === null && (
        <Muted mt="sm">
          No form or webhook made here brought it: it came from a website’s own form, the API, an import or was added
          here.
        </Muted>
      )}
    </Card>
  )
}

const SHOWN_MAX = 8

function Touches({ id, first, last, touches }: NonNullable<ShownContact['attribution']> & { id: string }) {
  if (first === null) {
    return (
      <Muted>
        Nothing was said about it. A form that sends the dp and utm_ parameters of its page along tells which post or
        campaign it was.
      </Muted>
    )
  }
  const newest = touches.slice(-SHOWN_MAX)
  const shown = newest.some(({ contact_id }) => contact_id === first.contact_id) ? newest : [first, ...newest.slice(1)]
  const isCut = touches.length > shown.length
  return (
    <>
      <Timeline pt={4} bulletSize={26} lineWidth={2} active={shown.length} color="teal">
        {shown.map((touch) => (
          <Timeline.Item
            key={touch.contact_id}
            bullet={<IconRoute size={14} />}
            title={
              <Group gap="xs">
                <RecordName>{describeTouch(touch)}</RecordName>
                {touch.contact_id === first.contact_id && <Tag>First touch</Tag>}
                {touch.contact_id === last?.contact_id && <Tag>Last touch</Tag>}
              </Group>
            }
          >
            <TouchFacts touch={touch} isOwn={touch.contact_id === id} />
          </Timeline.Item>
        ))}
      </Timeline>
      {isCut && <Muted mt="sm">The first and the newest of all touches of this person.</Muted>}
    </>
  )
}

function TouchFacts({ touch, isOwn }: { touch: Touch; isOwn: boolean }) {
  const { post_id, link_id, referrer_origin, landing_path } = touch
  const way = [referrer_origin && `from ${hostOf(referrer_origin)}`, landing_path && `landed on ${landing_path}`]
  return (
    <>
      <Time at={touch.at} exact size="sm" c="dimmed" />
      {way.some(Boolean) && <Wrapped>{way.filter(Boolean).join(', ')}</Wrapped>}
      <Group gap="md">
        {post_id && (
          <AnchorLink size="sm" to="/posts/$id" params={{ id: post_id }}>
            Open the post
          </AnchorLink>
        )}
        {link_id && !post_id && (
          <AnchorLink size="sm" to="/links/$id" params={{ id: link_id }}>
            Open the link
          </AnchorLink>
        )}
        {!isOwn && (
          <AnchorLink size="sm" to="/contacts/$id" params={{ id: touch.contact_id }}>
            Open that contact
          </AnchorLink>
        )}
      </Group>
    </>
  )
}
