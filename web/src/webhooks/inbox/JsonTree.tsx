import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../parts/locale.ts'
import { escapeSegment } from './body.ts'
import classes from './JsonTree.module.css'

const SHOWN_FIRST = 50
const OPEN_DEPTH = 4

export type WrapValue = (pointer: string, name: string, shown: ReactNode) => ReactNode

/** Long lists are shown in steps. */
export function JsonTree({ value, label, wrap }: { value: unknown; label: string; wrap?: WrapValue | undefined }) {
  return (
    <ul className={classes.tree} aria-label={label}>
      <Node name={null} value={value} pointer="" depth={0} wrap={wrap} />
    </ul>
  )
}

interface NodeProps {
  name: string | null
  value: unknown
  pointer: string
  depth: number
  wrap?: WrapValue | undefined
}

function Node({ name, value, pointer, depth, wrap }: NodeProps) {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : null
  const [isOpen, setOpen] = useState(depth < OPEN_DEPTH && (entries === null || depth < 2 || entries.length <= 20))
  const [most, setMost] = useState(SHOWN_FIRST)
  const title = name !== null && <span className={classes.name}>{name}</span>
  if (entries === null || entries.length === 0) {
    const shown = <Value value={value} />
    return (
      <li className={classes.leaf}>
        {title}
        {title && ': '}
        {wrap && entries === null && value !== null ? wrap(pointer, name ?? '', shown) : shown}
      </li>
    )
  }
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`
  return (
    <li>
      <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={classes.sign} aria-hidden>
          {isOpen ? '▾' : '▸'}
        </span>
        {title || <span className={classes.name}>{Array.isArray(value) ? t`List` : t`Everything`}</span>}{' '}
        <span className={classes.size}>{size}</span>
      </button>
      {isOpen && (
        <ul>
          {entries.slice(0, most).map(([key, each]) => (
            <Node
              key={key}
              name={key}
              value={each}
              pointer={`${pointer}/${escapeSegment(key)}`}
              depth={depth + 1}
              wrap={wrap}
            />
          ))}
          {entries.length > most && (
            <li className={classes.leaf}>
              <Anchor component="button" type="button" inherit onClick={() => setMost(most + 200)}>
                <Trans>Show more: {formatNumber(entries.length - most)} are left</Trans>
              </Anchor>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

function Value({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span className={classes.text}>{value === '' ? '""' : value}</span>
  if (typeof value === 'number') return <span className={classes.number}>{value}</span>
  return <span className={classes.word}>{JSON.stringify(value)}</span>
}

export { classes as treeClasses }
