import { t } from '@lingui/core/macro'
import { Badge, Tooltip } from '@mantine/core'
import type { Webhook } from '../../api/schema.ts'
import { IconAlertTriangle, IconShieldCheck, IconShieldOff } from '../../parts/icons.tsx'
import { StateBadge } from '../../parts/ui.tsx'
import { lacksSecret } from './senders.ts'

export function WebhookState({ webhook: { active, paused } }: { webhook: Webhook }) {
  return <StateBadge state={!active ? 'revoked' : paused ? 'paused' : 'active'} />
}

export const whyUnverified = () =>
  t`Nothing proves who sends to this webhook. Anybody who learns its URL can add deliveries, and contacts with them.`
export const whyRefusing = () =>
  t`It has no signing secret yet, so it refuses everything. Set the secret in its settings.`
const whyVerified = () =>
  t`Every delivery has to carry a signature that only the sender can make. All others are refused.`

export function VerifiedBadge({ webhook }: { webhook: Webhook }) {
  const [label, why, color, Icon] = lacksSecret(webhook)
    ? ([t`Secret missing`, whyRefusing(), 'red', IconAlertTriangle] as const)
    : webhook.verified === 'verified'
      ? ([t`Verified`, whyVerified(), 'teal', IconShieldCheck] as const)
      : ([t`Unverified`, whyUnverified(), 'orange', IconShieldOff] as const)
  return (
    <Tooltip label={why} multiline w={280}>
      <Badge
        variant="outline"
        color={color}
        radius="sm"
        tt="none"
        c="var(--mantine-color-text)"
        style={{ flexShrink: 0 }}
        leftSection={<Icon size={13} color={`var(--mantine-color-${color}-light-color)`} />}
      >
        {label}
      </Badge>
    </Tooltip>
  )
}
