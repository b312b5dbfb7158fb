import { useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DialogProps } from '../../parts/dialogs.tsx'
import { SearchPanel } from './SearchPanel.tsx'

export function SearchDialog({ opened, onClose }: DialogProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Find anything`}
      size="lg"
      yOffset="8dvh"
      fullScreen={isPhone}
      styles={{ title: { fontWeight: 600 } }}
      // If it faded out and was opened again meanwhile, it would still contain the previous text.
      transitionProps={{ duration: 0 }}
    >
      <SearchPanel onClose={onClose} />
    </Modal>
  )
}
