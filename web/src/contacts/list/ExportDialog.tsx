import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type QueryOf, writeQuery } from '../../api/client.ts'
import type { DialogProps } from '../../parts/dialogs.tsx'
import { ticked } from '../../parts/forms.tsx'
import { IconAlertTriangle, IconDownload } from '../../parts/icons.tsx'
import { SecondaryButton } from '../../parts/ui.tsx'
import type { ContactsQuery } from './filters.ts'

interface ExportDialogProps extends DialogProps {
  query: ContactsQuery
  isFiltered: boolean
}

export function ExportDialog({ opened, onClose, query, isFiltered }: ExportDialogProps) {
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
