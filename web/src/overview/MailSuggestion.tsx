import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper } from '@mantine/core'
import { api, dataOf, ME, useMe, useRead } from '../api/client.ts'
import { useAction, useSaved } from '../parts/action.ts'
import { IconMail } from '../parts/icons.tsx'
import { Small } from '../parts/text.tsx'
import { SecondaryButton } from '../parts/ui.tsx'

/** Offers mail once, after the first lead. Its query belongs to contacts, so that it appears with that lead. */
export function MailSuggestion() {
  const { t } = useLingui()
  const { data: me } = useMe()
  const enabled = me?.features.mail && me.lead_mail === 'off'
  const told = useRead(['contacts', 'mail suggestion'], '/v1/me/notifications', { enabled })
  const saved = useSaved(ME, 'contacts', 'notifications')
  const accept = useAction(() =>
    saved(dataOf(api.PATCH('/v1/me', { body: { lead_mail: 'each' } })), t`You get a mail about each new lead.`),
  )
  const decline = useAction(() => api.PATCH('/v1/me/notifications', { body: { mail_suggested: false } }), 'contacts')
  // Hidden at once, and shown again if the server refuses.
  const isAnswered = decline.isPending || decline.isSuccess
  if (!enabled || isAnswered || !told.data?.mail_suggested) return null
  const { email } = me.user
  return (
    <Paper withBorder p="md" component="section" aria-label={t`Mail about new leads`}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap" flex="1 1 280px" miw={0}>
          <IconMail size={20} style={{ flexShrink: 0 }} />
          <Small style={{ overflowWrap: 'anywhere' }}>
            <Trans>Leads are coming in. Doorpost can mail each new one to {email}.</Trans>
          </Small>
        </Group>
        <Group gap="xs">
          <SecondaryButton size="xs" loading={accept.isPending} onClick={() => accept.mutate()}>
            <Trans>Mail me about each lead</Trans>
          </SecondaryButton>
          <Button variant="subtle" color="gray" size="xs" onClick={() => decline.mutate()}>
            <Trans>No thanks</Trans>
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
