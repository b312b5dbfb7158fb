import { type CSSProperties, memo } from 'react'
import type { Contact } from '../../api/schema.ts'
import { formOf, fullName } from '../names.ts'
import classes from './ContactList.module.css'

export const COLUMNS = [
  ['Name', classes.nameCell],
  ['E-mail', classes.email],
  ['Company', classes.company],
  ['Source', classes.source],
  ['Medium', classes.medium],
  ['Form', classes.form],
  ['Created', classes.created],
] as const

interface ContactRowProps {
  index: number
  contact: Contact | undefined
  top: number
  height: number
  isActive: boolean
  created: (at: string) => string
}

/** Plain elements, and few: they stay while their texts change, as `slots.ts` says. */
export const ContactRow = memo(function ContactRow({
  index,
  contact,
  top,
  height,
  isActive,
  created,
}: ContactRowProps) {
  const place: CSSProperties = { height, transform: `translateY(${top}px)` }
  const cells = contact && cellsOf(contact, created)
  return (
    <tr
      className={contact ? classes.row : `${classes.row} ${classes.waiting}`}
      style={place}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      aria-rowindex={index + 2}
      aria-busy={contact === undefined}
    >
      {COLUMNS.map(([title, className], column) => {
        const text = cells?.[column] ?? ''
        return (
          <td key={title} className={`${classes.cell} ${className}`} title={text}>
            {column === 0 ? (
              <a className={classes.name} href={contact && `/contacts/${contact.id}`} tabIndex={-1}>
                {text}
              </a>
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

function cellsOf(contact: Contact, created: (at: string) => string): string[] {
  const { email, company, utm_source, utm_medium, created_at } = contact
  const texts = [fullName(contact), email, company, utm_source, utm_medium, formOf(contact), created(created_at)]
  return texts.map((text) => text ?? '')
}
