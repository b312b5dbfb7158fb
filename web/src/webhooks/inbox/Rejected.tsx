import { Alert, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf, useList, useMay, useRead } from '../../api/client.ts'
import type { Rejection, Webhook } from '../../api/schema.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { useUrl } from '../../parts/forms.tsx'
import { IconCheck, IconShieldCheck, IconShieldX, IconTrash } from '../../parts/icons.tsx'
import { Hint, Muted, Strong, Time, Wrapped } from '../../parts/text.tsx'
import { Empty, Read } from '../../parts/ui.tsx'
import { REFRESH_MS } from '../source/reads.ts'
import { formatBytes, summaryOf } from './body.ts'
import { ReceivedDetail, type ReceivedProps, useReceivedChange } from './Received.tsx'
import { SelectList } from './SelectList.tsx'

const REASONS: Record<Rejection['code'], string> = {
  missing_signature: 'No signature',
  malformed_signature: 'Signature in the wrong form',
  wrong_signature: 'Wrong signature',
  repeated_header: 'A header came twice',
  missing_timestamp: 'No timestamp',
  malformed_timestamp: 'Timestamp in the wrong form',
  too_old: 'Too old',
  too_new: 'From the future',
  missing_id: 'No id',
  malformed_id: 'Id in the wrong form',
  malformed_body: 'Content in the wrong form',
  no_secret: 'No secret is set here',
  no_rule: 'No signature rule is set here',
}

/** Codes of later versions are shown as they are. */
const reasonInWords = (code: Rejection['code']) => REASONS[code] ?? code

export function Rejected({ webhook }: { webhook: Webhook }) {
  const newest = { path: { id: webhook.id }, again: REFRESH_MS }
  const list = useList(['webhooks', webhook.id, 'rejections'], '/v1/webhooks/{id}/rejections', newest)
  return (
    <SelectList
      label="Rejected deliveries"
      of={list}
      param="rejection"
      empty={
        <Empty icon={IconShieldCheck} title="Nothing was refused">
          {webhook.verified === 'verified'
            ? 'Deliveries without the right signature are refused and kept here, so that you can see why and accept those you trust.'
            : 'This webhook does not check who sends, so it refuses nothing. Set up verification under Settings to change that.'}
        </Empty>
      }
      lead={
        <Muted mb="md" maw={720}>
          These were answered with a refusal, because nothing proves who sent them. The newest 1,000 are kept. Accept
          one only if you know that it is real.
        </Muted>
      }
      renderRow={(row) => (
        <>
          <Strong>{reasonInWords(row.code)}</Strong>
          <Wrapped lineClamp={2}>{summaryOf(row)}</Wrapped>
          <Hint component="div">
            <Time at={row.received_at} span inherit /> · {formatBytes(row.body_bytes)}
          </Hint>
        </>
      )}
      renderDetail={(id, listed) => <Detail key={id} webhook={webhook} id={id} listed={listed} />}
    />
  )
}

function Detail({ webhook, id, listed }: ReceivedProps<Rejection>) {
  const key = ['webhooks', webhook.id, 'rejection', id]
  const rejection = useRead(key, '/v1/webhooks/{id}/rejections/{rejection_id}', {
    path: { id: webhook.id, rejection_id: id },
    placeholderData: listed,
  })
  return (
    <Read of={rejection}>
      {(read) => (
        <ReceivedDetail received={read} actions={<Actions webhook={webhook} id={id} />}>
          <Alert color="red" icon={<IconShieldX />} title={`Refused: ${reasonInWords(read.code).toLowerCase()}`}>
            {read.reason}
          </Alert>
        </ReceivedDetail>
      )}
    </Read>
  )
}

function Actions({ webhook, id }: { webhook: Webhook; id: string }) {
  const may = useMay()
  const changed = useReceivedChange(webhook.id, 'rejections')
  const navigate = useNavigate()
  const [, set] = useUrl()
  if (!may.write) return null
  const params = { path: { id: webhook.id, rejection_id: id } }
  const accept = () =>
    changed(
      dataOf(api.POST('/v1/webhooks/{id}/rejections/{rejection_id}/accept', { params })),
      ({ id: delivery }) => navigate({ to: `/webhooks/${webhook.id}`, search: { delivery } }),
      ({ duplicate }) =>
        duplicate
          ? 'It had come again and was taken already: counted as a repeat of that one.'
          : 'Accepted. It is a delivery now, marked as not verified.',
    )
  const erase = () =>
    changed(
      api.DELETE('/v1/webhooks/{id}/rejections/{rejection_id}', { params }),
      () => set({ rejection: undefined }),
      () => 'The rejected delivery is erased.',
    )
  return (
    <Group gap="xs">
      <ConfirmButton
        button={{ children: 'Accept', size: 'xs', leftSection: <IconCheck size={14} /> }}
        title="Accept this as a delivery"
        label="Accept the delivery"
        danger={false}
        onConfirm={accept}
      >
        Nothing proves who sent it: you vouch for it. It becomes a delivery, marked as not verified, your event
        endpoints are told of it{webhook.mapping ? ', and it can become a contact' : ''}.
      </ConfirmButton>
      <ConfirmButton
        button={{ children: 'Erase', size: 'xs', leftSection: <IconTrash size={14} /> }}
        title="Erase this rejected delivery"
        label="Erase it"
        onConfirm={erase}
      >
        It is gone for good and cannot be accepted later.
      </ConfirmButton>
    </Group>
  )
}
