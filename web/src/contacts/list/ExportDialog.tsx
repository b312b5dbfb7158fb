import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { type QueryOf, writeQuery } from '../../api/client.ts'
import type { DialogProps } from '../../parts/MakeDialog.tsx'
import { SecondaryButton } from '../../parts/variants.ts'
import type { ContactsQuery } from './filters.ts'

interface ExportDialogProps extends DialogProps {
  query: ContactsQuery
  isFiltered: boolean
}

export function ExportDialog({ opened, onClose, query, isFiltered }: ExportDialogProps) {
  const [isForExcel, setForExcel] = useState(true)
  const [isRaw, setRaw] = useState(false)
  const options: QueryOf<'/v1/contacts/export'> = {
    ...query,
    ...(isForExcel ? { bom: true } : {}),
    ...(isRaw ? { raw: true } : {}),
  }
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
          checked={isForExcel}
          onChange={(event) => setForExcel(event.currentTarget.checked)}
        />
        <Checkbox
          label="Leave values exactly as they are"
          description="For other programs. Otherwise a value that a spreadsheet would run as a formula gets an apostrophe in front, so that it does no harm; an import takes it off again."
          checked={isRaw}
          onChange={(event) => setRaw(event.currentTarget.checked)}
        />
        {isRaw && (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
            Do not open this file in a spreadsheet: whoever filled in a form could have put a formula into it.
          </Alert>
        )}
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>Go back</SecondaryButton>
          <Button
            component="a"
            href={`/v1/contacts/export?${writeQuery(options)}`}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={onClose}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
