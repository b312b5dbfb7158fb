import { Kbd, Modal, Table } from '@mantine/core'

const SHORTCUTS = [
  ['/', 'Go to the search field of the page'],
  ['c', 'Compose a post'],
  ['↑ ↓', 'Move in a table or list'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close a dialog'],
  ['?', 'Show this help'],
] as const

export function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard">
      <Table>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, meaning]) => (
            <Table.Tr key={keys}>
              <Table.Td w={90}>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
