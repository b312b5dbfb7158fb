import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { type QueryOf, useMay, writeQuery } from '../../api/client.ts'
import type { DialogProps } from '../../parts/dialogs.tsx'
import { ticked } from '../../parts/forms.tsx'
import { IconAddressBook, IconAlertTriangle, IconDownload, IconPlus, IconUpload, icon } from '../../parts/icons.tsx'
import { Page } from '../../parts/Page.tsx'
import { Muted, useTimeZone } from '../../parts/text.tsx'
import { Empty, SecondaryButton, SecondaryLink } from '../../parts/ui.tsx'
import { ContactDrawer } from '../ContactDrawer.tsx'
import { countOf } from '../names.ts'
import { ContactList, type Count } from './ContactList.tsx'
import { ROWS_MAX } from './contact-rows.ts'
import { FilterBar, FilterChips, Views } from './Filters.tsx'
import { type ContactsQuery, hasAny, NO_FILTERS, toQuery, useFilters } from './filters.ts'

const IconSearchOff = icon`M5.039 5.062a7 7 0 0 0 9.91 9.89m1.584 -2.434a7 7 0 0 0 -9.038 -9.057M3 3l18 18`

export function Contacts() {
  const may = useMay()
  const zone = useTimeZone()
  const [filters, change] = useFilters()
  const [isNew, newContact] = useDisclosure()
  const [isExport, exporting] = useDisclosure()
  const query = toQuery(filters, zone)
  const isFiltered = hasAny(filters)

  const writing = may.write && (
    <>
      <SecondaryLink to="/contacts/import" leftSection={<IconUpload size={16} />}>
        Import
      </SecondaryLink>
      <Button leftSection={<IconPlus size={16} />} onClick={newContact.open}>
        New contact
      </Button>
    </>
  )
  return (
    <Page
      title="Contacts"
      lead="Everybody who filled in a form, came through a webhook or was imported, newest first."
      actions={
        <>
          <SecondaryButton leftSection={<IconDownload size={16} />} onClick={exporting.open}>
            Export
          </SecondaryButton>
          {writing}
        </>
      }
    >
      <Views filters={filters} zone={zone} onChange={change} />
      <FilterBar filters={filters} onChange={change} />
      {isFiltered && <FilterChips filters={filters} onChange={change} />}
      <ContactList
        query={query}
        empty={({ isCapped }) =>
          isFiltered ? (
            <Empty
              icon={IconSearchOff}
              title="No contact matches"
              action={<SecondaryButton onClick={() => change(NO_FILTERS)}>Show all contacts</SecondaryButton>}
            >
              Try fewer letters or another filter. The search looks into names, e-mail addresses and companies.
              {isCapped && ` ${OLDER}`}
            </Empty>
          ) : (
            <Empty icon={IconAddressBook} title="No contacts yet" action={writing && <Group gap="xs">{writing}</Group>}>
              Contacts appear here when somebody fills in a form of your website or a webhook brings them.
              {may.write && ' You can also import a CSV file or add somebody by hand.'}
            </Empty>
          )
        }
      >
        {(count) => (
          <Muted role="status">{count === null ? 'Counting…' : describeCount(count, query, isFiltered)}</Muted>
        )}
      </ContactList>
      <ContactDrawer opened={isNew} onClose={newContact.close} contact={null} />
      <ExportDialog opened={isExport} onClose={exporting.close} query={query} isFiltered={isFiltered} />
    </Page>
  )
}

/** A search, or several filters, only cover the newest contacts. */
const OLDER = 'Only the newest contacts were searched: set an end date to search older ones.'

function describeCount({ total, isCapped }: Count, query: ContactsQuery, isFiltered: boolean) {
  const { q, created_after: _, created_before: __, ...conditions } = query
  const isReadInParts = Boolean(q) || Object.values(conditions).filter((value) => value !== undefined).length > 1
  const found = `${countOf(total, 'contact')}${isFiltered ? ' found' : ''}`
  if (isCapped && isReadInParts) return `${found}. ${OLDER}`
  const counted = isCapped ? `More than ${found}` : found
  return total > ROWS_MAX
    ? `${counted}. The newest ${ROWS_MAX.toLocaleString()} are listed: search or filter to reach the others`
    : counted
}

interface ExportDialogProps extends DialogProps {
  query: ContactsQuery
  isFiltered: boolean
}

function ExportDialog({ opened, onClose, query, isFiltered }: ExportDialogProps) {
  const [bom, setBom] = useState(true)
  const [raw, setRaw] = useState(false)
  const options: QueryOf<'/v1/contacts/export'> = { ...query, bom: bom || undefined, raw: raw || undefined }
  return (
    <Modal opened={opened} onClose={onClose} title="Export contacts as CSV" centered>
      <Stack>
        <Text size="sm">
          {isFiltered
            ? 'The file has all contacts that match the search and filters, newest first.'
            : 'The file has all contacts, newest first. Set filters before to export some of them.'}{' '}
          Every additional field has a column of its own.
        </Text>
        <Checkbox
          label="For Excel"
          description="Adds a mark by which Excel shows accents and other letters right."
          {...ticked(bom, setBom)}
        />
        <Checkbox
          label="Leave values exactly as they are"
          description="For other programs. Otherwise a value that a spreadsheet would run as a formula gets an apostrophe in front, so that it does no harm; an import takes it off again."
          {...ticked(raw, setRaw)}
        />
        {raw && (
          <Alert color="orange" icon={<IconAlertTriangle />}>
            Do not open this file in a spreadsheet: whoever filled in a form could have put a formula into it.
          </Alert>
        )}
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>Go back</SecondaryButton>
          <Button
            component="a"
            href={`/v1/contacts/export?${writeQuery(options)}`}
            download
            leftSection={<IconDownload size={16} />}
            onClick={onClose}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
