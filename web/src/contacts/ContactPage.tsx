import { Anchor, Card, Group, SimpleGrid, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconTrash, IconUser, IconUserOff } from '@tabler/icons-react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api, dataOf, isProblem } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import type { Contact } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { AnchorLink, ButtonLink } from '../parts/links.tsx'
import { Page } from '../parts/Page.tsx'
import { Copy } from '../parts/Secret.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { Time } from '../parts/Time.tsx'
import { tell } from '../parts/tell.ts'
import { Heading, Muted, SecondaryButton } from '../parts/variants.ts'
import { Facts } from './Facts.tsx'
import { ContactDrawer } from './form/ContactDrawer.tsx'
import { formOf, fullName } from './names.ts'

const BACK = { to: '/contacts', label: 'Contacts' }

export function ContactPage() {
  const { id } = useParams({ from: '/inside/contacts/$id' })
  const contact = useRead(['contacts', 'one', id], ({ signal }) =>
    api.GET('/v1/contacts/{id}', { params: { path: { id } }, signal }),
  )
  if (isProblem(contact.error, 'not_found')) {
    return (
      <Page title="Contact" back={BACK}>
        <Empty
          icon={IconUserOff}
          title="This contact is not here"
          action={<ButtonLink to="/contacts">Go to the contacts</ButtonLink>}
        >
          It was deleted, or a letter of the link is missing.
        </Empty>
      </Page>
    )
  }
  if (contact.data) return <Shown contact={contact.data} />
  return (
    <Page title="Contact" back={BACK}>
      <Read of={contact}>{() => null}</Read>
    </Page>
  )
}

function Shown({ contact }: { contact: Contact }) {
  const may = useMay()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isEditing, editing] = useDisclosure()
  const { email } = contact
  const extra = Object.entries(contact.extra)

  const remove = async () => {
    await api.DELETE('/v1/contacts/{id}', { params: { path: { id: contact.id } } })
    tell.done(`${fullName(contact)} is deleted.`)
    // Otherwise the list would show the deleted contact until it is loaded again.
    queries.removeQueries({ queryKey: ['contacts', 'rows'] })
    await navigate({ to: '/contacts' })
    queries.removeQueries({ queryKey: ['contacts', 'one', contact.id] })
    void queries.invalidateQueries({ queryKey: ['contacts'] })
    void queries.invalidateQueries({ queryKey: ['people'] })
  }

  return (
    <Page
      title={fullName(contact)}
      back={BACK}
      lead={
        <Group gap={6}>
          Created <Time at={contact.created_at} exact c="dimmed" />
        </Group>
      }
      actions={
        may.write && (
          <>
            <SecondaryButton leftSection={<IconPencil size={16} aria-hidden />} onClick={editing.open}>
              Edit
            </SecondaryButton>
            <ConfirmButton
              button={{
                children: 'Delete',
                c: 'var(--mantine-color-error)',
                leftSection: <IconTrash size={16} aria-hidden />,
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
              facts={[
                ['First name', contact.first_name],
                ['Last name', contact.last_name],
                [
                  'E-mail',
                  email && (
                    <Group gap="xs" justify="space-between">
                      <Anchor href={`mailto:${encodeURIComponent(email)}`} size="sm">
                        {email}
                      </Anchor>
                      <Copy value={email} />
                    </Group>
                  ),
                ],
                ['Company', contact.company],
              ]}
            />
            {email && (
              <ButtonLink
                to="/contacts/people/$email"
                params={{ email }}
                variant="default"
                mt="md"
                leftSection={<IconUser size={16} aria-hidden />}
              >
                All records of this person
              </ButtonLink>
            )}
          </Card>
          <Card withBorder padding="lg">
            <Heading mb="sm">Additional fields</Heading>
            {extra.length === 0 ? (
              <Muted>None. Whatever else a form sends, such as phone or city, is kept here.</Muted>
            ) : (
              <Facts facts={extra.map(([name, value]) => [name, String(value)])} />
            )}
          </Card>
        </Stack>
        <Origin contact={contact} />
      </SimpleGrid>
      <ContactDrawer opened={isEditing} onClose={editing.close} contact={contact} />
    </Page>
  )
}

function Origin({ contact }: { contact: Contact }) {
  const { webhook_id, delivery_id } = contact
  const webhook = useQuery({
    queryKey: ['webhooks', 'one', webhook_id],
    queryFn:
      webhook_id === null
        ? skipToken
        : () => dataOf(api.GET('/v1/webhooks/{id}', { params: { path: { id: webhook_id } } })),
  })
  return (
    <Card withBorder padding="lg" h="fit-content">
      <Heading mb="sm">Where it came from</Heading>
      <Facts
        facts={[
          ['Source', contact.utm_source],
          ['Medium', contact.utm_medium],
          ['Form', formOf(contact)],
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
      {webhook_id === null && (
        <Muted mt="sm">No webhook brought it: it came from a website form, the API, an import or was added here.</Muted>
      )}
    </Card>
  )
}
