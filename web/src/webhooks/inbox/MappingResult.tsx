import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, List, Text } from '@mantine/core'
import { isProblem } from '../../api/client.ts'
import type { Delivery, Webhook } from '../../api/schema.ts'
import { useContact } from '../../contacts/reads.ts'
import { formatNumber } from '../../parts/locale.ts'
import { spoken } from '../../parts/spoken.ts'
import { Muted, Small } from '../../parts/text.tsx'
import { TextLink } from '../../parts/ui.tsx'

const SHOWN_MAX = 8

export function MappingResult({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { state, issues, contact_ids: ids } = delivery.mapping
  const toMapping = (
    <TextLink to="." search={{ tab: 'mapping', delivery: delivery.id }}>
      {webhook.mapping ? t`Open the mapping with this delivery` : t`Set up a mapping`}
    </TextLink>
  )
  if (state === 'none') {
    return (
      <Muted>
        {webhook.mapping
          ? t`It came before this webhook had a mapping. Replay it to make a contact.`
          : t`No contact is made of it.`}{' '}
        {toMapping}
      </Muted>
    )
  }
  return (
    <Alert
      color={state === 'failed' ? 'red' : state === 'mapped' ? 'teal' : 'gray'}
      title={state === 'mapped' && ids.length > 1 ? t`It became ${formatNumber(ids.length)} contacts` : TITLES[state]}
    >
      {ids.length > 0 && (
        <List size="sm" mb={issues ? 'xs' : 0}>
          {ids.slice(0, SHOWN_MAX).map((id) => (
            <List.Item key={id}>
              <ContactLink id={id} />
            </List.Item>
          ))}
          {ids.length > SHOWN_MAX && <List.Item>{t`and ${formatNumber(ids.length - SHOWN_MAX)} more`}</List.Item>}
        </List>
      )}
      <Issues issues={issues} />
      {state === 'failed' && (
        <Small mt="xs">
          <Trans>{toMapping}, correct it, then replay the delivery.</Trans>
        </Small>
      )}
    </Alert>
  )
}

const TITLES = spoken({
  mapped: msg`It became a contact`,
  failed: msg`It did not become a contact`,
  skipped: msg`It is not meant to become a contact`,
  pending: msg`It is being mapped`,
})

export function Issues({ issues }: { issues: Record<string, string[]> | null }) {
  if (issues === null) return null
  return (
    <List size="sm" listStyleType="none" spacing={2}>
      {Object.entries(issues).flatMap(([field, texts]) =>
        texts.map((text) => (
          <List.Item key={`${field} ${text}`} style={{ overflowWrap: 'anywhere' }}>
            {['mapping', 'body', 'when'].includes(field) ? '' : <b>{field}: </b>}
            {text}
          </List.Item>
        )),
      )}
    </List>
  )
}

function ContactLink({ id }: { id: string }) {
  const contact = useContact(id)
  if (isProblem(contact.error, 'not_found'))
    return (
      <Text inherit>
        <Trans>A contact that was erased since</Trans>
      </Text>
    )
  const { first_name = '', last_name = '', email = null } = contact.data ?? {}
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return (
    <TextLink to="/contacts/$id" params={{ id }}>
      {name ? (email ? `${name}, ${email}` : name) : t`Open the contact`}
    </TextLink>
  )
}
