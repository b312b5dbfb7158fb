import { Alert, Button, Card, Checkbox, Group, NativeSelect, Stack } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, api, dataOf, isProblem, onceKey, type QueryOf } from '../../api/client.ts'
import type { Import, ImportPreview } from '../../api/schema.ts'
import { choices, ticked, typed } from '../../parts/forms.tsx'
import { IconAlertTriangle, IconFileOff } from '../../parts/icons.tsx'
import { Heading, Muted, Small } from '../../parts/text.tsx'
import { Loading, Problem, SmallButton } from '../../parts/ui.tsx'
import { countOf } from '../names.ts'
import { type ChosenFile, readHeader } from './file.ts'
import { Columns, Counts, type Decided, FirstRows, RowReasons } from './PreviewTables.tsx'

const ENCODING_LABELS: Record<ImportPreview['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows (Western)',
  shift_jis: 'Shift_JIS',
}
const SEPARATORS = { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' }
const SIGNS = { comma: ',', semicolon: ';', tab: '\t' } as const

type ImportQuery = QueryOf<'/v1/contacts/imports', 'post'>

interface FileOptions {
  params: { query: ImportQuery; header?: ReturnType<typeof onceKey> }
  signal?: AbortSignal
}

function postFile({ content }: ChosenFile, options: FileOptions) {
  const file = { body: '', bodySerializer: () => content, headers: { 'content-type': 'application/octet-stream' } }
  return dataOf(api.POST('/v1/contacts/imports', { ...options, ...file }))
}

interface PreviewProps {
  file: ChosenFile
  onBack: () => void
  onStarted: (started: Import) => void
}

export function Preview({ file, onBack, onStarted }: PreviewProps) {
  const [chosen, setChosen] = useState<ImportQuery>({ skip_existing: true, raw: false })
  const [notify, setNotify] = useState(false)
  const [decided, setDecided] = useState<Decided>({})
  const change = (next: ImportQuery) => setChosen({ ...chosen, ...next })
  const { encoding, separator, raw = false } = chosen
  const columns = Object.keys(decided).length > 0 ? JSON.stringify(decided) : undefined
  const options: ImportQuery = { ...chosen, columns }
  const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, placeholderData: keepPreviousData }
  const names = useQuery({
    queryKey: ['imports', 'header', file.id, encoding, separator, raw],
    enabled: !file.isSpreadsheet,
    queryFn: () => readHeader(file, { encoding, separator: separator && SIGNS[separator], raw }),
    ...kept,
  })
  const preview = useQuery({
    queryKey: ['imports', 'preview', file.id, options],
    queryFn: async ({ signal }) => {
      const answer = await postFile(file, { params: { query: { dry_run: true, ...options } }, signal })
      if ('good' in answer) return answer
      throw new Error('Doorpost has imported the file instead of looking at it.')
    },
    ...kept,
  })
  const read = preview.data
  // Only the server knows the header of a spreadsheet, and a refusal does not contain it.
  const sheetNames = useRef<string[]>([])
  if (read && file.isSpreadsheet) sheetNames.current = read.columns.map(({ name }) => name)
  const header = file.isSpreadsheet ? sheetNames.current : names.data
  const detected = (label: string | undefined, isOwn: boolean) => ({
    value: '',
    label: label === undefined || !isOwn ? 'Detect it' : `${label} (detected)`,
  })
  const found = choices(SEPARATORS).find(({ value }) => SIGNS[value] === read?.separator)
  return (
    <Stack gap="lg">
      <Card withBorder padding="lg">
        <Group justify="space-between" mb="sm">
          <Heading style={{ overflowWrap: 'anywhere' }}>{file.name}</Heading>
          <SmallButton onClick={onBack}>Choose another file</SmallButton>
        </Group>
        <Stack gap="sm">
          <Checkbox
            label="Leave out people who are here already"
            description="Rows whose e-mail address a contact has, or a row further up in the file. Otherwise they become one more record of the same person."
            {...ticked(chosen.skip_existing ?? true, (skip_existing) => change({ skip_existing }))}
          />
          <Checkbox
            label="Keep apostrophes in front of values"
            description="Only for a file that was exported with “Leave values exactly as they are”. Otherwise an apostrophe that guards against formulas is taken off."
            {...ticked(raw, (raw) => change({ raw }))}
          />
          {!file.isSpreadsheet && (
            <Group grow maw={560}>
              <NativeSelect
                label="Letters look wrong?"
                description="How the file was saved"
                data={[detected(read && ENCODING_LABELS[read.encoding], !encoding), ...choices(ENCODING_LABELS)]}
                {...typed(encoding ?? '', (next) => change({ encoding: (next || undefined) as typeof encoding }))}
              />
              <NativeSelect
                label="All in one column?"
                description="What separates the cells"
                data={[detected(found?.label, !separator), ...choices(SEPARATORS)]}
                {...typed(separator ?? '', (next) => {
                  change({ separator: (next || undefined) as typeof separator })
                  // The choices were made for other columns.
                  setDecided({})
                })}
              />
            </Group>
          )}
        </Stack>
      </Card>
      {preview.error ? (
        <Refused error={preview.error} retry={() => void preview.refetch()} />
      ) : read ? (
        <Found
          preview={read}
          isOld={preview.isPlaceholderData}
          file={file}
          options={{ ...options, notify }}
          onNotify={setNotify}
          onStarted={onStarted}
        />
      ) : (
        <Loading rows={6} />
      )}
      {header && header.length > 0 && (
        <Stack gap="xs">
          <Heading>Columns</Heading>
          <Columns
            names={header}
            columns={preview.error ? null : (read?.columns ?? null)}
            decided={decided}
            onDecide={(place, target) => {
              const { [place]: _, ...others } = decided
              setDecided(target === '' ? others : { ...others, [place]: target })
            }}
          />
        </Stack>
      )}
    </Stack>
  )
}

function Refused({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiProblem) || !isProblem(error, 'validation_error', 'payload_too_large')) {
    return <Problem error={error} retry={retry} />
  }
  const messages = Object.values(error.details).flat()
  return (
    <Alert color="red" role="alert" icon={<IconFileOff />} title="This file cannot be imported">
      {(messages.length > 0 ? messages : [error.message]).map((message) => (
        <Small key={message}>{message}</Small>
      ))}
    </Alert>
  )
}

interface FoundProps extends Omit<PreviewProps, 'onBack'> {
  preview: ImportPreview
  isOld: boolean
  options: ImportQuery
  onNotify: (notify: boolean) => void
}

function Found({ preview, isOld, file, options, onNotify, onStarted }: FoundProps) {
  const { rows, good, skipped, bad } = preview
  // One key per file and options, so that pressing twice imports once.
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
      {preview.warnings.map(({ code, message }) => (
        <Alert key={code} color="yellow" icon={<IconAlertTriangle />}>
          {message}
        </Alert>
      ))}
      {start.error && <Problem error={start.error} />}
      <Checkbox
        label="Tell the team about each contact"
        description="By mail, chat and phone, as for a new lead. Leave it off for an old list."
        {...ticked(options.notify ?? false, onNotify)}
      />
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
            <IconAlertTriangle size={18} />
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
      {preview.contacts.length > 0 && (
        <Stack gap="xs">
          <Heading>The first contacts, as they would be stored</Heading>
          <FirstRows contacts={preview.contacts} />
        </Stack>
      )}
    </Stack>
  )
}
