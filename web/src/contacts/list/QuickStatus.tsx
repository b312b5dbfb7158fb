import { Menu } from '@mantine/core'
import type { Contact } from '../../api/schema.ts'
import { useLeadChange } from '../lead-reads.ts'
import { StatusItems } from '../StatusBadge.tsx'
import classes from './ContactList.module.css'

export interface Quick {
  contact: Contact
  /** Where the badge is on the screen. */
  left: number
  top: number
}

/** One menu for all rows: each with its own would be too much for a list that scrolls fast. */
export function QuickStatus({ contact, left, top, onClose }: Quick & { onClose: () => void }) {
  const change = useLeadChange(contact.id)
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={190}>
      <Menu.Target>
        <span className={classes.quick} style={{ left, top }} />
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems status={contact.status} onChange={(status) => change.mutate({ status })} />
      </Menu.Dropdown>
    </Menu>
  )
}
