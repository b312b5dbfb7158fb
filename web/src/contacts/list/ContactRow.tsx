import { Menu } from '@mantine/core'
import { type CSSProperties, memo } from 'react'
import type { Contact } from '../../api/schema.ts'
import tones from '../../parts/tones.module.css'
import { StatusItems } from '../Lead.tsx'
import { formOf, fullName } from '../names.ts'
import { TONE_OF, useLeadChange } from '../reads.ts'
import classes from './ContactList.module.css'

export const COLUMNS = [
  ['Name', classes.nameCell],
  ['E-mail', classes.email],
  ['Status', classes.status],
  ['Company', classes.company],
  ['Source', classes.source],
  ['Medium', classes.medium],
  ['Form', classes.form],
  ['Created', classes.created],
] as const

const STATUS_COLUMN = COLUMNS.findIndex(([title]) => title === 'Status')

interface ContactRowProps {
  index: number
  contact: Contact | undefined
  top: number
  height: number
  isActive: boolean
  words: Words
  /** Undefined if rows cannot be ticked. */
  isTicked: boolean | undefined
}

/** Few plain elements, which are reused while their texts change (see slots.ts). */
export const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { index, contact, top, height, isActive, words, isTicked } = props
  const place: CSSProperties = { height, transform: `translateY(${top}px)` }
  const cells = contact && cellsOf(contact, words)
  return (
    <tr
      className={contact ? classes.row : `${classes.row} ${classes.waiting}`}
      style={place}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      aria-rowindex={index + 2}
      aria-busy={contact === undefined}
    >
      {isTicked !== undefined && (
        <td className={classes.tick}>
          {contact && (
            <input type="checkbox" aria-label={`Tick ${fullName(contact)}`} tabIndex={-1} checked={isTicked} readOnly />
          )}
        </td>
      )}
      {COLUMNS.map(([title, className], column) => {
        const text = cells?.[column] ?? ''
        return (
          <td key={title} className={`${classes.cell} ${className}`} title={text}>
            {column === 0 ? (
              <a className={classes.name} href={contact && `/contacts/${contact.id}`} tabIndex={-1}>
                {text}
              </a>
            ) : contact && column === STATUS_COLUMN ? (
              <button
                type="button"
                className={`${classes.badge} ${tones[TONE_OF[contact.status]]}`}
                disabled={isTicked === undefined}
                tabIndex={-1}
                aria-label={isTicked === undefined ? undefined : `Status: ${text}. Change it`}
                data-status
              >
                {text}
              </button>
            ) : contact && text === '' ? (
              '–'
            ) : (
              text
            )}
          </td>
        )
      })}
    </tr>
  )
})

export interface Words {
  created: (at: string) => string
  labelOf: (status: string) => string
  formName: (id: string) => string
}

function cellsOf(contact: Contact, { created, labelOf, formName }: Words): string[] {
  const { email, company, status, utm_source, utm_medium, created_at } = contact
  const texts = [
    fullName(contact),
    email,
    labelOf(status),
    company,
    utm_source,
    utm_medium,
    formOf(contact, formName),
    created(created_at),
  ]
  return texts.map((text) => text ?? '')
}

export interface Quick {
  contact: Contact
  left: number
  top: number
}

/** One menu for all rows: one for each would slow down scrolling. */
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
