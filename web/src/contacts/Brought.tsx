import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Contact } from '../api/schema.ts'
import { useForm } from '../forms/reads.ts'
import { Facts } from '../parts/tables.tsx'
import { Heading, Muted, Time } from '../parts/text.tsx'
import { Loading, TextLink } from '../parts/ui.tsx'
import { useWebhook } from '../webhooks/source/reads.ts'
import { describeTouch, hostOf } from './names.ts'
import { type ShownContact, useLinkName, usePostName } from './reads.ts'

/** Says what brought this lead, with the names of posts, links and forms. */
export function Brought({ contact }: { contact: ShownContact }) {
  return (
    <section>
      <Heading mb="xs">
        <Trans>What brought this lead</Trans>
      </Heading>
      {/* A contact from a list is shown before its touches are loaded. */}
      {contact.attribution ? <Origin contact={contact} {...contact.attribution} /> : <Loading rows={2} />}
    </section>
  )
}

type Attribution = NonNullable<ShownContact['attribution']>

function Origin({ contact, first, touches }: Attribution & { contact: Contact }) {
  const { t } = useLingui()
  const { post_id, link_id, form_id, webhook_id } = contact
  const own = touches.find(({ contact_id }) => contact_id === contact.id)
  const post = usePostName(post_id)
  const link = useLinkName(post_id === null ? link_id : null)
  const form = useForm(form_id)
  const webhook = useWebhook(webhook_id)
  const { source, medium, campaign } = own?.utm ?? {
    source: contact.utm_source,
    medium: contact.utm_medium,
    campaign: null,
  }
  const formName = form.data?.name ?? (form.error ? t`A form that was deleted` : '…')
  const told = contact.extra.form === undefined ? null : String(contact.extra.form)
  const isEarlier = first !== null && first.contact_id !== contact.id
  const firstPost = usePostName(isEarlier ? first.post_id : null)
  const rows: Array<[string, ReactNode]> = [
    [
      t`Post`,
      post_id && (
        <TextLink to="/posts/$id" params={{ id: post_id }}>
          {post}
        </TextLink>
      ),
    ],
    [
      t`Link`,
      link_id && !post_id && (
        <TextLink to="/links/$id" params={{ id: link_id }}>
          {link}
        </TextLink>
      ),
    ],
    [
      t`Form`,
      form_id ? (
        <TextLink key="form" to="/forms/$id" params={{ id: form_id }} search={{ tab: 'submissions' }}>
          {formName}
        </TextLink>
      ) : (
        told
      ),
    ],
    [t({ message: 'Source', comment: 'Where a lead came from: newsletter, LinkedIn' }), showSource(source, medium)],
    [t`Campaign`, campaign],
    [t`Came from`, own?.referrer_origin && hostOf(own.referrer_origin)],
    [t`First page seen`, own?.landing_path],
    [
      t`Service`,
      webhook_id && (
        <TextLink to="/webhooks/$id" params={{ id: webhook_id }}>
          {webhook.data?.name ?? '…'}
        </TextLink>
      ),
    ],
    [
      t`First heard of you`,
      isEarlier && (
        <>
          {first.post_id ? (
            <TextLink to="/posts/$id" params={{ id: first.post_id }}>
              {firstPost}
            </TextLink>
          ) : (
            <TextLink to="/contacts/$id" params={{ id: first.contact_id }}>
              {describeTouch(first)}
            </TextLink>
          )}
          {', '}
          <Time at={first.at} exact span inherit />
        </>
      ),
    ],
  ]
  const known = rows.filter(([, value]) => value)
  if (known.length === 0) {
    return (
      <Muted>
        <Trans>
          Nothing is known about it: the contact was added by hand, imported, or came from a website that says nothing.
          Links in your posts and forms made here tell which post brought whom.
        </Trans>
      </Muted>
    )
  }
  return <Facts label={t`What brought this lead`} facts={known} />
}

/** "newsletter (email)" */
function showSource(source: string | null, medium: string | null): string | null {
  if (source === null || medium === null) return source ?? medium
  return `${source} (${medium})`
}
