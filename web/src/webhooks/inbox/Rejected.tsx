import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf, useList, useMay, useRead } from '../../api/client.ts'
import type { Rejection, Webhook } from '../../api/schema.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { useUrl } from '../../parts/forms.tsx'
import { IconCheck, IconShieldCheck, IconShieldX, IconTrash } from '../../parts/icons.tsx'
import { formatBytes } from '../../parts/locale.ts'
import { spoken } from '../../parts/spoken.ts'
import { Hint, Muted, Strong, Time, Wrapped } from '../../parts/text.tsx'
import { Empty, Read } from '../../parts/ui.tsx'
import { REFRESH_MS } from '../source/reads.ts'
import { summaryOf } from './body.ts'
import { ReceivedDetail, type ReceivedProps, useReceivedChange } from './Received.tsx'
import { SelectList } from './SelectList.tsx'

const REASONS: Record<Rejection['code'], string> = spoken({
  missing_signature: msg`No signature`,
  malformed_signature: msg`Signature in the wrong form`,
  wrong_signature: msg`Wrong signature`,
  repeated_header: msg`A header came twice`,
  missing_timestamp: msg`No timestamp`,
  malformed_timestamp: msg`Timestamp in the wrong form`,
  too_old: msg`Too old`,
  too_new: msg`From the future`,
  missing_id: msg`No id`,
  malformed_id: msg`Id in the wrong form`,
  malformed_body: msg`Content in the wrong form`,
  no_secret: msg`No secret is set here`,
  no_rule: msg`No signature rule is set here`,
})

/** Codes of later versions are shown as they are. */
const reasonInWords = (code: Rejection['code']) => REASONS[code] ?? code

export function Rejected({ webhook }: { webhook: Webhook }) {
  const newest = { path: { id: webhook.id }, again: REFRESH_MS }
  const list = useList(['webhooks', webhook.id, 'rejections'], '/v1/webhooks/{id}/rejections', newest)
  return (
    <SelectList
      label={t`Rejected deliveries`}
      of={list}
      param="rejection"
      empty={
        <Empty icon={IconShieldCheck} title={t`Nothing was refused`}>
          {webhook.verified === 'verified'
            ? t`Deliveries without the right signature are refused and kept here, so that you can see why and accept those you trust.`
            : t`This webhook does not check who sends, so it refuses nothing. Set up verification under Settings to change that.`}
        </Empty>
      }
      lead={
        <Muted mb="md" maw={720}>
          <Trans>
            These were answered with a refusal, because nothing proves who sent them. The newest 1,000 are kept. Accept
            one only if you know that it is real.
          </Trans>
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
          <Alert color="red" icon={<IconShieldX />} title={reasonInWords(read.code)}>
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
          ? t`It had come again and was taken already: counted as a repeat of that one.`
          : t`Accepted. It is a delivery now, marked as not verified.`,
    )
  const erase = () =>
    changed(
      api.DELETE('/v1/webhooks/{id}/rejections/{rejection_id}', { params }),
      () => set({ rejection: undefined }),
      () => t`The rejected delivery is erased.`,
    )
  return (
    <Group gap="xs">
      <ConfirmButton
        button={{ children: t`Accept`, size: 'xs', leftSection: <IconCheck size={14} /> }}
        title={t`Accept this as a delivery`}
        label={t`Accept the delivery`}
        danger={false}
        onConfirm={accept}
      >
        {webhook.mapping
          ? t`Nothing proves who sent it: you vouch for it. It becomes a delivery, marked as not verified, your event endpoints are told of it, and it can become a contact.`
          : t`Nothing proves who sent it: you vouch for it. It becomes a delivery, marked as not verified, and your event endpoints are told of it.`}
      </ConfirmButton>
      <ConfirmButton
        button={{ children: t`Erase`, size: 'xs', leftSection: <IconTrash size={14} /> }}
        title={t`Erase this rejected delivery`}
        label={t`Erase it`}
        onConfirm={erase}
      >
        <Trans>It is gone for good and cannot be accepted later.</Trans>
      </ConfirmButton>
    </Group>
  )
}
