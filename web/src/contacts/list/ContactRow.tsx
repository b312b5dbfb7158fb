import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Menu } from '@mantine/core'
import { type CSSProperties, memo } from 'react'
import type { Contact } from '../../api/schema.ts'
import tones from '../../parts/tones.module.css'
import { StatusItems } from '../Lead.tsx'
import { formOf, fullName, originOf } from '../names.ts'
import { TONE_OF, useLeadChange } from '../reads.ts'
import classes from './ContactList.module.css'

type Column = readonly [name: string, title: MessageDescriptor, className: string | undefined]

export const COLUMNS: readonly Column[] = [
  ['name', msg`Name`, classes.nameCell],
  ['email', msg`E-mail`, classes.email],
  ['status', msg`Status`, classes.status],
  ['company', msg`Company`, classes.company],
  ['source', msg({ message: 'Source', comment: 'Where a lead came from: newsletter, LinkedIn' }), classes.source],
  ['form', msg`Form`, classes.form],
  ['created', msg`Created`, classes.created],
]

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
            <input
              type="checkbox"
              aria-label={words.select(fullName(contact))}
              tabIndex={-1}
              checked={isTicked}
              readOnly
            />
          )}
        </td>
      )}
      {COLUMNS.map(([name, , className], column) => {
        const text = cells?.[column] ?? ''
        return (
          <td key={name} className={`${classes.cell} ${className}`} title={text}>
            {column === 0 ? (
              <a className={classes.name} href={contact && `/contacts/${contact.id}`} tabIndex={-1}>
                {text}
              </a>
            ) : contact && name === 'status' ? (
              <button
                type="button"
                className={`${classes.badge} ${tones[TONE_OF[contact.status]]}`}
                disabled={isTicked === undefined}
                tabIndex={-1}
                aria-label={isTicked === undefined ? undefined : words.changeStatus(text)}
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

/** Made once for all rows. */
export interface Words {
  select: (name: string) => string
  changeStatus: (status: string) => string
  created: (at: string) => string
  labelOf: (status: string) => string
  formName: (id: string) => string
}

function cellsOf(contact: Contact, { created, labelOf, formName }: Words): string[] {
  const { email, company, status, created_at } = contact
  const texts = [
    fullName(contact),
    email,
    labelOf(status),
    company,
    originOf(contact),
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
        <span aria-hidden className={classes.quick} style={{ left, top }} />
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems status={contact.status} onChange={(status) => change.mutate({ status })} />
      </Menu.Dropdown>
    </Menu>
  )
}
