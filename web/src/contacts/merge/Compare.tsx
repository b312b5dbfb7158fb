import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Badge, Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ExtraValue, pickFields, type StoredInput, splitExtra } from '../../../../src/contact-fields.ts'
import { mergeRecords, UNDO_DAYS } from '../../../../src/contacts/merge/rules.ts'
import type { Contact } from '../../api/schema.ts'
import { DialogButtons } from '../../parts/forms.tsx'
import { IconAlertTriangle, IconCheck } from '../../parts/icons.tsx'
import { formatList } from '../../parts/locale.ts'
import { Muted, Small, useTimeZone } from '../../parts/text.tsx'
import { Problem } from '../../parts/ui.tsx'
import { formatTime } from '../../parts/wall-clock.ts'
import { FIELD_LABELS, ORIGIN_FIELDS, PERSON_FIELDS, readableName } from '../names.ts'
import { useOwners, useStatuses } from '../reads.ts'
import classes from './Compare.module.css'

interface CompareProps {
  /** The oldest first. */
  records: readonly Contact[]
  of: { isPending: boolean; mutate: () => void; error: unknown }
  onBack: () => void
}

export function Compare({ records, of, onBack }: CompareProps) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const [oldest] = records as [Contact]
  const isPending = records.some(({ confirmation }) => confirmation === 'pending')
  const came = formatTime(oldest.created_at, zone)
  return (
    // Takes the focus, which would otherwise be lost with the elements of the previous step.
    <Stack ref={(node) => node?.focus()} tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
      <Small>
        <Trans>
          The oldest record, of {came}, stays and keeps what it says. What it lacks comes from the others, and their
          tags are added. Notes, messages and consents of all are with it afterwards.
        </Trans>
      </Small>
      <Addresses records={records} />
      {isPending && !of.error && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t`This cannot be merged yet`}>
          <Trans>One of these records is still to confirm its address by mail. Merge it when that is done.</Trans>
        </Alert>
      )}
      <SideBySide records={records} />
      <Muted>
        <Trans>
          Values that are crossed out are not lost: they stay readable under “Merged records” on the page. You can undo
          this for {UNDO_DAYS} days.
        </Trans>
      </Muted>
      {of.error ? <Problem error={of.error} /> : null}
      <DialogButtons
        of={of}
        label={plural(records.length, { one: 'Merge # record', other: 'Merge # records' })}
        back={t`Go back`}
        onBack={onBack}
        disabled={isPending}
      />
    </Stack>
  )
}

/** Other addresses are the usual sign of a wrong choice. */
function Addresses({ records }: Pick<CompareProps, 'records'>) {
  const { t } = useLingui()
  const addresses = new Map(records.flatMap(({ email }) => (email === null ? [] : [[email.toLowerCase(), email]])))
  if (addresses.size < 2) return null
  const [stays, ...others] = addresses.values()
  const left = formatList(others)
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />} title={t`These records have different e-mail addresses`}>
      <Trans>
        The contact keeps {stays}. Merge them only if {left} belongs to the same person.
      </Trans>
    </Alert>
  )
}

interface Line {
  name: string
  values: ReadonlyArray<{ shown: ReactNode; isKept: boolean }>
}

function SideBySide({ records }: Pick<CompareProps, 'records'>) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const lines = useLines(records)
  const region = { tabIndex: 0, role: 'region', 'aria-label': t`What stays` }
  return (
    <div className={classes.frame} {...region}>
      <Table
        aria-label={t`What stays`}
        layout="fixed"
        className={classes.table}
        style={{ '--records': records.length }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Td className={classes.corner} />
            {records.map(({ id, created_at }, index) => {
              const came = formatTime(created_at, zone)
              return (
                <Table.Th key={id} scope="col">
                  <Badge color={index === 0 ? 'teal.8' : 'gray'} variant={index === 0 ? 'filled' : 'light'}>
                    {index === 0 ? t`Stays` : t`Is merged`}
                  </Badge>
                  <Muted mt={4} fw={400}>
                    <Trans>Came in {came}</Trans>
                  </Muted>
                </Table.Th>
              )
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ name, values }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                <Muted>{name}</Muted>
              </Table.Th>
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one column for each record
                <Table.Td key={index}>
                  <Value {...value} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Value({ shown, isKept }: Line['values'][number]) {
  const { t } = useLingui()
  if (!shown) return <Muted>–</Muted>
  if (!isKept) {
    return (
      <Muted component="del" td="line-through" lineClamp={4}>
        {shown}
      </Muted>
    )
  }
  return (
    <div className={classes.kept}>
      <IconCheck size={16} aria-label={t`Stays`} />
      <Text size="sm" fw={600} component="span" lineClamp={4}>
        {shown}
      </Text>
    </div>
  )
}

/** The fields of all records, each with whether its value survives the merge. Fields that all lack are left out. */
function useLines(records: readonly Contact[]): Line[] {
  const { t } = useLingui()
  const { labelOf } = useStatuses()
  const { nameOf } = useOwners()
  const after = mergeRecords(records.map(toInput) as [StoredInput, ...StoredInput[]])
  const line = <V,>(
    name: string,
    of: (contact: Contact) => V,
    kept: V,
    show = (value: V): ReactNode => String(value),
  ) => ({
    name,
    values: records.map((record) => {
      const value = of(record)
      return value === null || value === undefined
        ? { shown: null, isKept: false }
        : { shown: show(value), isKept: value === kept }
    }),
  })
  const fields = (names: typeof PERSON_FIELDS) =>
    names.map((name) => line(FIELD_LABELS[name], (contact) => contact[name], after[name]))
  const extra = splitExtra(after.extra)
  const extras = (values: ReadonlyArray<{ name: string }>, label: (name: string) => string) =>
    values.map(({ name }) =>
      line(label(name), (contact): ExtraValue | undefined => contact.extra[name], after.extra[name]),
    )
  const tags = {
    name: t`Tags`,
    values: records.map((record) => ({
      shown: formatList(record.tags, 'unit'),
      isKept: record.tags.every((tag) => after.lead.tags.includes(tag)),
    })),
  }
  return [
    ...fields(PERSON_FIELDS),
    line(t`Status`, ({ status }) => status, after.lead.status, labelOf),
    line(
      t`Owner`,
      ({ owner_id }) => owner_id,
      after.lead.owner_id,
      (id) => id && nameOf(id),
    ),
    tags,
    ...extras([...extra.messages, ...extra.facts], readableName),
    ...fields(ORIGIN_FIELDS),
    ...extras(extra.parameters, (name) => name),
  ].filter(({ values }) => values.some(({ shown }) => shown))
}

function toInput(contact: Contact): StoredInput {
  const { extra, status, owner_id, tags } = contact
  return { ...pickFields(contact), email_key: null, extra, lead: { status, owner_id, tags } }
}
