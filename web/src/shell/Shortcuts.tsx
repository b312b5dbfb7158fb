import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Kbd, Modal, Switch, Table } from '@mantine/core'
import type { DialogProps } from '../parts/dialogs.tsx'
import { useShortcutChoice } from './shortcut-choice.ts'

const SHORTCUTS = [
  ['Ctrl+K', msg`Find anything`],
  ['/', msg`Go to the search field of the page`],
  ['c', msg`Compose a post`],
  ['↑ ↓', msg`Move in a table or list`],
  ['Enter', msg`Open the row`],
  ['Space', msg`Select the row`],
  ['Esc', msg`Close a dialog`],
  ['Ctrl+Z', msg`Undo what was removed just now`],
  ['?', msg`Show this help`],
] as const

export function Shortcuts({ opened, onClose }: DialogProps) {
  const { t } = useLingui()
  const [isOn, setOn] = useShortcutChoice()
  return (
    <Modal opened={opened} onClose={onClose} title={t`Keyboard shortcuts`}>
      <Switch
        label={t`Use shortcuts of a single key`}
        description={<Trans>Off, the keys “/”, “c” and “?” do nothing in this browser.</Trans>}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
        mb="md"
      />
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
