import { Alert, Button, Card, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconFileOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, api, dataOf, isProblem, onceKey } from '../../api/client.ts'
import type { Import, ImportPreview } from '../../api/schema.ts'
import { Loading, Problem } from '../../parts/states.tsx'
import { Heading, Muted, SecondaryButton } from '../../parts/variants.ts'
import { countOf } from '../names.ts'
import type { ChosenFile } from './file.ts'
import { Columns, Counts, FirstRows, RowReasons } from './PreviewTables.tsx'

interface FileOptions {
  params: { query: { dry_run?: boolean; skip_existing: boolean; raw: boolean }; header?: ReturnType<typeof onceKey> }
  signal?: AbortSignal
}

function postFile({ content }: ChosenFile, options: FileOptions) {
  const file = { body: '', bodySerializer: () => content, headers: { 'content-type': 'text/csv' } }
  return dataOf(api.POST('/v1/contacts/imports', { ...options, ...file }))
}

interface PreviewProps {
  file: ChosenFile
  onBack: () => void
  onStarted: (started: Import) => void
}

/** What the file would do, as the API says; it is asked again when an option changes. */
export function Preview({ file, onBack, onStarted }: PreviewProps) {
  const [skip_existing, setSkip] = useState(true)
  const [raw, setRaw] = useState(false)
  const options = { skip_existing, raw }
  const preview = useQuery({
    queryKey: ['imports', 'preview', file.id, options],
    queryFn: async ({ signal }) => {
      const answer = await postFile(file, { params: { query: { dry_run: true, ...options } }, signal })
      if ('good' in answer) return answer
      throw new Error('Doorpost has imported the file instead of looking at it.')
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  return (
    <Stack gap="lg">
      <Card withBorder padding="lg">
        <Group justify="space-between" mb="sm">
          <Heading style={{ overflowWrap: 'anywhere' }}>{file.name}</Heading>
          <SecondaryButton size="xs" onClick={onBack}>
            Choose another file
          </SecondaryButton>
        </Group>
        <Stack gap="sm">
          <Checkbox
            label="Leave out people who are here already"
            description="Rows whose e-mail address a contact has, or a row further up in the file. Otherwise they become one more record of the same person."
            checked={skip_existing}
            onChange={(event) => setSkip(event.currentTarget.checked)}
          />
          <Checkbox
            label="Keep apostrophes in front of values"
            description="Only for a file that was exported with “Leave values exactly as they are”. Otherwise an apostrophe that guards against formulas is taken off."
            checked={raw}
            onChange={(event) => setRaw(event.currentTarget.checked)}
          />
        </Stack>
      </Card>
      {preview.error ? (
        <Refused error={preview.error} retry={() => void preview.refetch()} />
      ) : preview.data ? (
        <Found
          preview={preview.data}
          isOld={preview.isPlaceholderData}
          file={file}
          options={options}
          onStarted={onStarted}
        />
      ) : (
        <Loading rows={6} />
      )}
    </Stack>
  )
}

/** What is wrong with the file, in the words of the API. */
function Refused({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiProblem) || !isProblem(error, 'validation_error', 'payload_too_large')) {
    return <Problem error={error} retry={retry} />
  }
  const messages = Object.values(error.details).flat()
  return (
    <Alert color="red" role="alert" icon={<IconFileOff aria-hidden />} title="This file cannot be imported">
      {(messages.length > 0 ? messages : [error.message]).map((message) => (
        <Text key={message} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  )
}

interface FoundProps extends Omit<PreviewProps, 'onBack'> {
  preview: ImportPreview
  isOld: boolean
  options: { skip_existing: boolean; raw: boolean }
}

function Found({ preview, isOld, file, options, onStarted }: FoundProps) {
  const { rows, good, skipped, bad } = preview
  // One key for one file with these options: pressing twice imports once.
  const intent = JSON.stringify(options)
  const once = useRef({ intent, header: onceKey() })
  if (once.current.intent !== intent) once.current = { intent, header: onceKey() }
  const start = useMutation({
    mutationFn: () => postFile(file, { params: { query: options, header: once.current.header } }),
    onSuccess: (started) => 'id' in started && onStarted(started),
  })
  return (
    <Stack gap="lg" style={isOld ? { opacity: 0.55 } : {}} aria-busy={isOld}>
      <Counts
        counts={[
          ['Rows in the file', rows],
          ['Become a contact', good],
          ['Are left out', skipped],
          ['Cannot be imported', bad],
        ]}
      />
      {start.error && <Problem error={start.error} />}
      <Group justify="space-between" gap="sm">
        <Muted maw={560}>
          {good === 0
            ? 'There is nothing to import: no row becomes a contact.'
            : 'Nothing is stored yet. Rows that make no contact are listed at the end again, so that you can mend them.'}
        </Muted>
        <Button disabled={good === 0 || isOld} loading={start.isPending} onClick={() => start.mutate()}>
          Import {countOf(good, 'contact')}
        </Button>
      </Group>
      {preview.problems.length > 0 && (
        <Stack gap="xs">
          <Group gap="xs">
            <IconAlertTriangle size={18} aria-hidden />
            <Heading>Rows that make no contact</Heading>
          </Group>
          {bad + skipped > preview.problems.length && (
            <Muted>
              The first {preview.problems.length} of {(bad + skipped).toLocaleString()}. All are listed after the
              import.
            </Muted>
          )}
          <RowReasons rows={preview.problems} />
        </Stack>
      )}
      <Stack gap="xs">
        <Heading>Columns</Heading>
        <Columns columns={preview.columns} />
      </Stack>
      {preview.contacts.length > 0 && (
        <Stack gap="xs">
          <Heading>The first contacts, as they would be stored</Heading>
          <FirstRows contacts={preview.contacts} />
        </Stack>
      )}
    </Stack>
  )
}
