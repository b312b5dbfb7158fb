import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Checkbox, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type QueryOf, writeQuery } from '../../api/client.ts'
import { fileForPeople, type Separator, useSeparator } from '../../parts/csv-format.ts'
import type { DialogProps } from '../../parts/dialogs.tsx'
import { ticked } from '../../parts/forms.tsx'
import { IconAlertTriangle, IconDownload } from '../../parts/icons.tsx'
import { SecondaryButton } from '../../parts/ui.tsx'
import type { ContactsQuery } from './filters.ts'

interface ExportDialogProps extends DialogProps {
  query: ContactsQuery
  isFiltered: boolean
}

/** A file for people by default: it opens in columns, with names beside the ids. */
export function ExportDialog({ opened, onClose, query, isFiltered }: ExportDialogProps) {
  const { t } = useLingui()
  const { separator, choose, usual: guess } = useSeparator()
  const [raw, setRaw] = useState(false)
  const forPeople = { ...fileForPeople(), names: true }
  const options: QueryOf<'/v1/contacts/export'> = { ...query, separator, ...(raw ? { raw } : forPeople) }
  const usual = t`as usual in your language`
  const choices: Array<[Separator, string, string]> = [
    ['semicolon', t`Semicolons`, guess === 'semicolon' ? usual : t`as Excel expects in German, French or Spanish`],
    ['comma', t`Commas`, guess === 'comma' ? usual : t`as Excel expects in English, and most other tools`],
  ]
  return (
    <Modal opened={opened} onClose={onClose} title={t`Export contacts`} centered>
      <Stack>
        <Text size="sm">
          {isFiltered ? (
            <Trans>The file has all contacts that match the search and the filters, newest first.</Trans>
          ) : (
            <Trans>The file has all contacts, newest first. To export some of them, set filters first.</Trans>
          )}
        </Text>
        <Radio.Group
          label={t`Columns are separated by`}
          description={t`If a spreadsheet shows everything in one column, choose the other.`}
          value={separator}
          onChange={(value) => choose(value as Separator)}
        >
          <Stack gap="xs" mt="xs">
            {choices.map(([value, label, description]) => (
              <Radio key={value} value={value} label={label} description={description} />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          label={t`For another program`}
          description={t`Values stay exactly as they are, and names are left out. Otherwise a value that a spreadsheet would run as a formula gets an apostrophe in front.`}
          {...ticked(raw, setRaw)}
        />
        {raw && (
          <Alert color="orange" icon={<IconAlertTriangle />}>
            <Trans>
              Do not open this file in a spreadsheet: somebody who filled in a form could have put a formula into it.
            </Trans>
          </Alert>
        )}
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>
            <Trans>Cancel</Trans>
          </SecondaryButton>
          <Button
            component="a"
            href={`/v1/contacts/export?${writeQuery(options)}`}
            download
            leftSection={<IconDownload size={16} />}
            onClick={onClose}
          >
            <Trans>Download</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
