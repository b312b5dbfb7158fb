import type { AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { AnchorLink } from '../parts/links.tsx'

interface WebhookLinkProps extends AnchorProps {
  id: string
  search?: Record<string, string>
  children: ReactNode
}

/** A link to the page of a webhook, inside a sentence. */
export function WebhookLink({ id, search = {}, ...anchor }: WebhookLinkProps) {
  return <AnchorLink to="/webhooks/$id" params={{ id }} search={search} inherit underline="always" {...anchor} />
}
