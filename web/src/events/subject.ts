import { t } from '@lingui/core/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { AnyEvent } from '../api/events.ts'
import type { Connection } from '../api/schema.ts'
import { formatNumber } from '../parts/locale.ts'
import { networkLabel } from '../parts/networks.ts'
import type { Platform } from '../parts/platforms.tsx'
import type { Addressed, NetworkOf } from '../posts/accounts.ts'

type Told = Pick<AnyEvent, 'type' | 'data'>

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

export function summaryOf({ type, data }: Told, networkOf: NetworkOf): string {
  if (data.erased === true) return t`Erased`
  switch (type.split('.')[0]) {
    case 'contact': {
      if (data.deleted === true) return t`Its data is gone`
      const name = [text(data.first_name), text(data.last_name)].filter(Boolean).join(' ')
      return [name, text(data.email), text(data.company)].filter(Boolean).join(' · ')
    }
    case 'post':
      if (data.deleted === true) return t`It is gone`
      return [networkOf(data as Addressed).label, text(data.content) ?? text(data.caption)].filter(Boolean).join(': ')
    case 'connection':
      return [
        networkLabel(data.platform as Platform, data as Pick<Connection, 'provider'>),
        text(data.name) ?? text(data.handle),
      ]
        .filter(Boolean)
        .join(': ')
    case 'webhook':
      return text(data.body_text) ?? t`${formatNumber(Number(data.body_bytes))} bytes`
    case 'endpoint':
      return text(data.url) ?? ''
    default:
      return ''
  }
}

type SubjectLink = { label: string } & Pick<LinkProps, 'to' | 'params' | 'search'>

/** Null if it no longer exists. */
export function linkOf({ type, data }: Told): SubjectLink | null {
  const id = text(data.id)
  const webhook = text(data.webhook_id)
  if (id === null || data.erased === true || data.deleted === true) return null
  const links: Record<string, SubjectLink | null> = {
    contact: { label: t`Open the contact`, to: '/contacts/$id', params: { id } },
    post: { label: t`Open the post`, to: '/posts/$id', params: { id } },
    connection: { label: t`See the accounts`, to: '/settings/connections', params: {} },
    webhook:
      webhook === null
        ? null
        : { label: t`Open the delivery`, to: '/webhooks/$id', params: { id: webhook }, search: { delivery: id } },
    endpoint: { label: t`Open the endpoint`, to: '/events/endpoints/$id', params: { id } },
  }
  return links[type.split('.')[0]!] ?? null
}
