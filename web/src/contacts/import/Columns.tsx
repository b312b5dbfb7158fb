import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { EXTRA_NAME_MAX } from '../../../../src/contact-fields.ts'
import { typed } from '../../parts/forms.tsx'
import { Hint, Tag } from '../../parts/text.tsx'
import { labelOfExtra } from '../names.ts'
import classes from './Columns.module.css'
import {
  type Decided,
  extraName,
  type PreviewColumn,
  TARGET_GROUPS,
  TARGETS,
  type Target,
  targetOf,
} from './targets.ts'

interface Props {
  columns: readonly PreviewColumn[]
  onDecide: (place: number, decision: Decided[number]) => void
}

/** The columns of the file: a click opens one and says what it becomes. */
export function Columns({ columns, onDecide }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Accordion variant="contained" value={open} onChange={setOpen} chevronPosition="left">
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <Accordion.Item key={index} value={String(index)}>
          <Accordion.Control>
            <Summary column={column} place={index + 1} />
          </Accordion.Control>
          <Accordion.Panel>
            {open === String(index) && (
              <Choice column={column} place={index + 1} onDecide={(decision) => onDecide(index + 1, decision)} />
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Summary({ column, place }: { column: PreviewColumn; place: number }) {
  const { name, samples, decided_by } = column
  return (
    <div className={classes.column}>
      <div className={classes.from}>
        <span className={classes.name}>{name || <Trans>Column {place}, without a name</Trans>}</span>
        <Hint component="span" lineClamp={1} className={classes.samples}>
          {samples.length === 0 ? <Trans>Empty in the first rows</Trans> : samples.join(' · ')}
        </Hint>
      </div>
      <span className={classes.arrow} aria-hidden>
        →
      </span>
      <div className={classes.to}>
        <Becomes column={column} />
        {decided_by === 'values' && (
          <Tag>
            <Trans comment="Why a column of a file is taken for e-mail addresses">by its values</Trans>
          </Tag>
        )}
        {decided_by === 'remembered' && (
          <Tag>
            <Trans comment="What becomes of a column of a file: the same as in the import before">as last time</Trans>
          </Tag>
        )}
      </div>
    </div>
  )
}

function Becomes({ column }: { column: PreviewColumn }) {
  const { t } = useLingui()
  const target = targetOf(column)
  if (column.use === 'json') return <Trans>Additional fields, as an export writes them</Trans>
  if (target === 'ignored') {
    return (
      <span className={classes.out}>
        <Trans>Left out</Trans>
      </span>
    )
  }
  if (target !== 'extra') return <strong>{t(TARGETS[target])}</strong>
  const field = labelOfExtra(extraName(column))
  return (
    <span>
      <Trans>Additional field “{field}”</Trans>
    </span>
  )
}

interface ChoiceProps {
  column: PreviewColumn
  place: number
  onDecide: (decision: Decided[number]) => void
}

function Choice({ column, place, onDecide }: ChoiceProps) {
  const { t } = useLingui()
  const target = targetOf(column)
  const name = column.name || t`Column ${place}`
  const groups = TARGET_GROUPS.map(([group, targets]) => ({
    group: t(group),
    items: targets.map((value) => ({ value, label: t(TARGETS[value]) })),
  }))
  return (
    <Stack gap="sm" maw={420}>
      <NativeSelect
        label={t`What “${name}” becomes`}
        data={groups}
        {...typed(target, (next) => onDecide(next as Target))}
      />
      {target === 'extra' && column.use === 'extra' && (
        <ExtraName key={extraName(column)} start={extraName(column)} onChange={(extra) => onDecide({ extra })} />
      )}
      {(target === 'status' || target === 'owner' || target === 'tags') && (
        <Hint>
          {target === 'status' && <Trans>A value that is none of your statuses is kept as an additional field.</Trans>}
          {target === 'owner' && (
            <Trans>
              By the e-mail address of somebody in your team. Any other value is kept as an additional field.
            </Trans>
          )}
          {target === 'tags' && <Trans>Separated by commas or semicolons.</Trans>}
        </Hint>
      )}
    </Stack>
  )
}

function ExtraName({ start, onChange }: { start: string; onChange: (name: string) => void }) {
  const { t } = useLingui()
  const [name, setName] = useState(start)
  const save = useDebouncedCallback((next: string) => {
    if (next.trim() !== '' && next.trim() !== start) onChange(next.trim())
  }, 600)
  return (
    <TextInput
      label={t`Name of the additional field`}
      maxLength={EXTRA_NAME_MAX}
      {...typed(name, (next) => {
        setName(next)
        save(next)
      })}
      onBlur={() => save.flush()}
    />
  )
}
