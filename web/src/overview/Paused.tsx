import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMay } from '../api/client.ts'
import type { Attention } from '../api/schema.ts'
import { IconPlayerPause } from '../parts/icons.tsx'
import { laterDialog } from '../parts/later.tsx'
import { More } from '../parts/Page.tsx'
import { plainReason, technicalReason } from '../parts/reasons.ts'
import { Small } from '../parts/text.tsx'

const LookAndResume = laterDialog(async () => (await import('./LookAndResume.tsx')).LookAndResume)

/** After a restore, nothing goes out until an owner has checked. */
export function PublishingPaused({ pause }: { pause: NonNullable<Attention['publishing']> }) {
  const { t } = useLingui()
  const { own } = useMay()
  const technical = technicalReason(pause)
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <Alert color="red" icon={<IconPlayerPause />} title={t`Publishing is paused`} mb="sm">
      <Stack gap="xs" align="flex-start">
        <Small>
          {plainReason(pause)}{' '}
          {own ? (
            <Trans>Nothing goes out until you have looked. Posts that are due wait.</Trans>
          ) : (
            <Trans>Nothing goes out until an owner has looked. Posts that are due wait.</Trans>
          )}
        </Small>
        {own && technical !== null && (
          <More>
            <Small>{technical}</Small>
          </More>
        )}
        {own && (
          <Button size="xs" color="red.8" onClick={open}>
            <Trans>Look, then resume</Trans>
          </Button>
        )}
      </Stack>
      <LookAndResume opened={isOpen} onClose={close} />
    </Alert>
  )
}
