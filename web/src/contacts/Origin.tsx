import { Card } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { Contact } from '../api/schema.ts'
import { AnchorLink } from '../parts/links.tsx'
import { Copy } from '../parts/Secret.tsx'
import { Heading, Muted } from '../parts/variants.ts'
import { Facts } from './Facts.tsx'
import { formOf } from './names.ts'

/** Where a contact came from. */
export function Origin({ contact }: { contact: Contact }) {
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
