import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Kbd, Modal, Table } from '@mantine/core'

const SHORTCUTS = [
  ['/', msg`Go to the search field of the page`],
  ['c', msg`Compose a post`],
  ['↑ ↓', msg`Move in a table or list`],
  ['Enter', msg`Open the row`],
  ['Esc', msg`Close a dialog`],
  ['?', msg`Show this help`],
] as const

export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal opened={opened} onClose={onClose} title={t`Keyboard shortcuts`}>
      <Table>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, meaning]) => (
            <Table.Tr key={keys}>
              <Table.Td w={90}>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{t(meaning)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
