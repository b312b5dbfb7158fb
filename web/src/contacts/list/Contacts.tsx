import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/client.ts'
import { AddFilter } from '../../parts/AddFilter.tsx'
import { useUrl } from '../../parts/forms.tsx'
import { Help } from '../../parts/Help.tsx'
import { IconAddressBook, IconDownload, IconPlus, IconUpload, icon } from '../../parts/icons.tsx'
import { formatNumber } from '../../parts/locale.ts'
import { ActionMenu, Page } from '../../parts/Page.tsx'
import { SearchField } from '../../parts/tables.tsx'
import { Muted, useTimeZone } from '../../parts/text.tsx'
import { ButtonLink, Empty, Sample, SecondaryButton, SecondaryLink } from '../../parts/ui.tsx'
import { ContactDrawer } from '../ContactDrawer.tsx'
import { ContactList, type Count } from './ContactList.tsx'
import { ROWS_MAX } from './contact-rows.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { type ContactsQuery, hasAny, NO_FILTERS, toQuery, useFilters } from './filters.ts'
import { useContactFilters } from './use-contact-filters.tsx'
import { SaveView, Views } from './Views.tsx'

const IconSearchOff = icon`M5.039 5.062a7 7 0 0 0 9.91 9.89m1.584 -2.434a7 7 0 0 0 -9.038 -9.057M3 3l18 18`

export function Contacts() {
  const { t } = useLingui()
  const may = useMay()
  const zone = useTimeZone()
  const navigate = useNavigate()
  const [filters, change] = useFilters()
  const [{ new: isNew }, setUrl] = useUrl()
  const newContact = { open: () => setUrl({ new: 'yes' }), close: () => setUrl({ new: undefined }) }
  const [isExport, exporting] = useDisclosure()
  const [count, setCount] = useState<Count | null>(null)
  const query = toQuery(filters, zone)
  const isFiltered = hasAny(filters)

  return (
    <Page
      title={t`Contacts`}
      help={
        <Help about={t`Contacts`} page="leads">
          <Trans>
            Everybody who wrote to you or was added. Those that came in through a form, a link or another service are
            leads.
          </Trans>
        </Help>
      }
      count={count?.total}
      isWide
      actions={
        <Group gap="xs" visibleFrom="sm">
          {may.write && (
            <SecondaryLink to="/contacts/import" leftSection={<IconUpload size={16} />}>
              <Trans>Import</Trans>
            </SecondaryLink>
          )}
          <SecondaryButton leftSection={<IconDownload size={16} />} onClick={exporting.open}>
            <Trans>Export</Trans>
          </SecondaryButton>
        </Group>
      }
      primary={
        may.write && (
          <Button leftSection={<IconPlus size={16} />} onClick={newContact.open}>
            <Trans>New contact</Trans>
          </Button>
        )
      }
      more={
        <Group hiddenFrom="sm">
          <ActionMenu
            width={200}
            actions={[
              may.write && [t`Import`, IconUpload, () => void navigate({ to: '/contacts/import' })],
              [t`Export`, IconDownload, exporting.open],
            ]}
          />
        </Group>
      }
    >
      <Views filters={filters} zone={zone} onChange={change} />
      <Group gap="xs">
        <SearchField
          label={t`Search contacts`}
          placeholder={t`Search by name, e-mail or company`}
          flex="1 1 200px"
          maw={{ sm: 360 }}
          value={filters.q ?? ''}
          onChange={(q) => change({ q })}
        />
        <AddFilter filters={useContactFilters(filters, change)} onClearAll={() => change(NO_FILTERS)} />
        <SaveView filters={filters} zone={zone} />
      </Group>
      <ContactList
        query={query}
        onCount={setCount}
        empty={({ isCapped }) =>
          isFiltered ? (
            <Empty
              icon={IconSearchOff}
              title={t`No contact matches`}
              action={
                <SecondaryButton onClick={() => change(NO_FILTERS)}>
                  <Trans>Show all contacts</Trans>
                </SecondaryButton>
              }
            >
              <Trans>
                Try fewer letters or another filter. The search looks into names, e-mail addresses and companies.
              </Trans>{' '}
              {isCapped && <OnlyNewest />}
            </Empty>
          ) : (
            <NoContacts onNew={may.write ? newContact.open : null} />
          )
        }
      >
        {(count) => <Found count={count} query={query} />}
      </ContactList>
      {may.write && <ContactDrawer opened={isNew === 'yes'} onClose={newContact.close} contact={null} />}
      <ExportDialog opened={isExport} onClose={exporting.close} query={query} isFiltered={isFiltered} />
    </Page>
  )
}

/** A search, or several filters, only cover the newest contacts. */
function OnlyNewest() {
  return <Trans>Only the newest contacts were searched: set an end date to search older ones.</Trans>
}

/** Readers hear how many there are; it is shown if there is more to say. */
function Found({ count, query }: { count: Count | null; query: ContactsQuery }) {
  const { q, created_after: _, created_before: __, ...conditions } = query
  const { total, isCapped } = count ?? { total: 0, isCapped: false }
  const isReadInParts = Boolean(q) || Object.values(conditions).filter((value) => value !== undefined).length > 1
  const found = plural(total, { one: '# contact found', other: '# contacts found' })
  const listed = formatNumber(ROWS_MAX)
  return (
    <>
      <VisuallyHidden role="status">{count && found}</VisuallyHidden>
      {isCapped && isReadInParts && (
        <Muted>
          <OnlyNewest />
        </Muted>
      )}
      {total > ROWS_MAX && (
        <Muted>
          <Trans>The newest {listed} are listed: search or filter to reach the others.</Trans>
        </Muted>
      )}
    </>
  )
}

/** Teaches where contacts come from, with the action for each way. */
function NoContacts({ onNew }: { onNew: (() => void) | null }) {
  const { t } = useLingui()
  return (
    <Empty
      icon={IconAddressBook}
      title={t`No contacts yet`}
      sample={
        <Sample title={t`Ana Silva`} text={t`“Do you lay tiles outdoors, too?”`} aside={t`From your newsletter`} />
      }
      action={
        onNew && (
          <Group gap="xs" justify="center">
            <ButtonLink to="/forms">
              <Trans>Make a form</Trans>
            </ButtonLink>
            <SecondaryLink to="/contacts/import" leftSection={<IconUpload size={16} />}>
              <Trans>Import a list</Trans>
            </SecondaryLink>
            <SecondaryButton leftSection={<IconPlus size={16} />} onClick={onNew}>
              <Trans>Add somebody by hand</Trans>
            </SecondaryButton>
          </Group>
        )
      }
    >
      <Trans>
        Everybody who fills in one of your forms stands here a moment later, with what they wrote and the post or link
        that brought them.
      </Trans>
    </Empty>
  )
}
