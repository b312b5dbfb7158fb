import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Checkbox, Group, NativeSelect, Paper, Radio, Stack } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, isProblem, onceKey } from '../../api/client.ts'
import type { Import, ImportPreview } from '../../api/schema.ts'
import { choices, ticked, typed } from '../../parts/forms.tsx'
import { IconAlertTriangle, IconFileOff } from '../../parts/icons.tsx'
import { formatNumber } from '../../parts/locale.ts'
import { More } from '../../parts/Page.tsx'
import { Heading, Muted, Small } from '../../parts/text.tsx'
import { LinkButton, Loading, Problem, SmallButton } from '../../parts/ui.tsx'
import classes from './Columns.module.css'
import { Columns } from './Columns.tsx'
import { type ChosenFile, type ImportQuery, postFile } from './file.ts'
import { FirstRows, RowReasons } from './PreviewTables.tsx'
import { type Decided, decide } from './targets.ts'

interface PreviewProps {
  file: ChosenFile
  onBack: () => void
  onStarted: (started: Import) => void
}

/** The preview of an import: columns on the left, the result and the button beside them. */
export function Preview({ file, onBack, onStarted }: PreviewProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ImportQuery>({ duplicates: 'merge', remember: true })
  const [notify, setNotify] = useState(false)
  const [decided, setDecided] = useState<Decided>({})
  const change = (next: ImportQuery) => setChosen({ ...chosen, ...next })
  const columns = Object.keys(decided).length > 0 ? JSON.stringify(decided) : undefined
  const options: ImportQuery = { ...chosen, columns }
  const preview = useQuery({
    queryKey: ['imports', 'preview', file.id, options],
    queryFn: async ({ signal }) => {
      const answer = await postFile(file, { params: { query: { dry_run: true, ...options } }, signal })
      if ('good' in answer) return answer
      throw new Error(t`The file was imported instead of being looked at.`)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const read = preview.data
  const isRemembered = read?.columns.some(({ decided_by }) => decided_by === 'remembered')
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Heading style={{ overflowWrap: 'anywhere' }}>{file.name}</Heading>
        <SmallButton onClick={onBack}>
          <Trans>Choose another file</Trans>
        </SmallButton>
      </Group>
      {preview.error && <Refused error={preview.error} retry={() => void preview.refetch()} />}
      {!read && !preview.error && <Loading rows={6} />}
      {read && (
        <div className={classes.pair}>
          <Stack gap="xs">
            <Heading>
              <Trans>What the columns become</Trans>
            </Heading>
            <Muted>
              <Trans>Click a column to change it. The next file with the same columns is read the same way.</Trans>
            </Muted>
            <Columns columns={read.columns} onDecide={(place, to) => setDecided(decide(decided, place, to))} />
            {(isRemembered || columns !== undefined) && (
              <LinkButton
                w="fit-content"
                onClick={() => {
                  setDecided({})
                  change({ remember: false })
                }}
              >
                <Trans>Guess all columns again</Trans>
              </LinkButton>
            )}
            <Reading file={file} preview={read} chosen={chosen} onChange={change} onReset={() => setDecided({})} />
          </Stack>
          <Result
            preview={read}
            isOld={preview.isPlaceholderData || preview.error !== null}
            file={file}
            // Decisions made after “Guess all columns again” are remembered, too.
            options={{ ...options, notify, remember: chosen.remember || columns !== undefined }}
            onChange={change}
            onNotify={setNotify}
            onStarted={onStarted}
          />
        </div>
      )}
      {read && <Rows preview={read} />}
    </Stack>
  )
}

const ENCODINGS: Record<ImportPreview['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  macintosh: 'Macintosh',
  shift_jis: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
}

interface ReadingProps {
  file: ChosenFile
  preview: ImportPreview
  chosen: ImportQuery
  onChange: (next: ImportQuery) => void
  /** Forgets the decisions about columns: another separator makes different columns. */
  onReset: () => void
}

/** For files that were read wrongly. */
function Reading({ file, preview, chosen, onChange, onReset }: ReadingProps) {
  const { t } = useLingui()
  const { encoding, separator, raw = false } = chosen
  const separators = { comma: t`Comma`, semicolon: t`Semicolon`, tab: t`Tab` }
  const found = preview.separator === ';' ? 'semicolon' : preview.separator === '\t' ? 'tab' : 'comma'
  const detected = (label: string) => ({ value: '', label: t`${label} (detected)` })
  return (
    <More label={<Trans>Does something look wrong?</Trans>}>
      <Stack gap="sm">
        {!file.isSpreadsheet && (
          <Group grow align="flex-end">
            <NativeSelect
              label={t`Letters look wrong: how the file was saved`}
              data={[detected(ENCODINGS[preview.encoding]), ...choices(ENCODINGS)]}
              {...typed(encoding ?? '', (next) => onChange({ encoding: (next || undefined) as typeof encoding }))}
            />
            <NativeSelect
              label={t`All in one column: what separates the cells`}
              data={[detected(separators[found]), ...choices(separators)]}
              {...typed(separator ?? '', (next) => {
                onChange({ separator: (next || undefined) as typeof separator })
                onReset()
              })}
            />
          </Group>
        )}
        <Checkbox
          label={t`Keep apostrophes in front of values`}
          description={t`Only for a file that was exported for another program. Otherwise an apostrophe that guards against formulas is taken off.`}
          {...ticked(raw, (raw) => onChange({ raw }))}
        />
      </Stack>
    </More>
  )
}

function Refused({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useLingui()
  if (!(error instanceof ApiProblem) || !isProblem(error, 'validation_error', 'payload_too_large')) {
    return <Problem error={error} retry={retry} />
  }
  const messages = Object.values(error.details).flat()
  return (
    <Alert color="red" role="alert" icon={<IconFileOff />} title={t`This file cannot be imported`}>
      {(messages.length > 0 ? messages : [error.message]).map((message) => (
        <Small key={message}>{message}</Small>
      ))}
    </Alert>
  )
}

type Duplicates = NonNullable<ImportQuery['duplicates']>

interface ResultProps extends Omit<PreviewProps, 'onBack'> {
  preview: ImportPreview
  isOld: boolean
  options: ImportQuery
  onChange: (next: ImportQuery) => void
  onNotify: (notify: boolean) => void
}

function Result({ preview, isOld, file, options, onChange, onNotify, onStarted }: ResultProps) {
  const { t } = useLingui()
  const { good, merged } = preview
  // One key per file and options, so that pressing twice imports once.
  const intent = JSON.stringify(options)
  const once = useRef({ intent, header: onceKey() })
  if (once.current.intent !== intent) once.current = { intent, header: onceKey() }
  const start = useMutation({
    mutationFn: () => postFile(file, { params: { query: options, header: once.current.header } }),
    onSuccess: (started) => 'id' in started && onStarted(started),
  })
  const ways: Array<[Duplicates, string, string]> = [
    ['merge', t`Fill in what is missing`, t`Adds to the newest record of the person. Nothing is overwritten.`],
    ['skip', t`Leave the row out`, t`The person stays as they are.`],
    ['add', t`Add one more record`, t`The person then has several.`],
  ]
  const label =
    good === 0 && merged > 0
      ? plural(merged, { one: 'Update # contact', other: 'Update # contacts' })
      : plural(good, { one: 'Import # contact', other: 'Import # contacts' })
  return (
    <Paper withBorder p="lg" component="section" aria-label={t`What will happen`} className={classes.result}>
      <Stack gap="md">
        <div className={isOld ? classes.old : undefined} aria-busy={isOld}>
          <Outcome preview={preview} />
        </div>
        {preview.warnings.map(({ code, message }) => (
          <Alert key={code} color="yellow" icon={<IconAlertTriangle />}>
            {message}
          </Alert>
        ))}
        <Radio.Group
          label={t`If somebody is here already`}
          description={t`Known by their e-mail address.`}
          value={options.duplicates ?? 'merge'}
          onChange={(value) => onChange({ duplicates: value as Duplicates })}
        >
          <Stack gap="xs" mt="xs">
            {ways.map(([value, name, description]) => (
              <Radio key={value} value={value} label={name} description={description} />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          label={t`Tell the team about each contact`}
          description={t`By mail, chat and phone, as for a new lead. Leave it off for an old list.`}
          {...ticked(options.notify ?? false, onNotify)}
        />
        {start.error && <Problem error={start.error} />}
        <Button
          fullWidth
          disabled={good + merged === 0 || isOld}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {label}
        </Button>
        <Muted ta="center">
          {good + merged === 0 ? (
            <Trans>There is nothing to import: no row becomes a contact.</Trans>
          ) : (
            <Trans>Nothing is stored until you press this.</Trans>
          )}
        </Muted>
      </Stack>
    </Paper>
  )
}

/** The counts as sentences, those that are zero left out. */
function Outcome({ preview: { rows, good, merged, skipped, bad } }: { preview: ImportPreview }) {
  return (
    <Stack gap={4} role="status">
      <Heading>
        <Plural value={rows} one="# row in the file" other="# rows in the file" />
      </Heading>
      {good > 0 && (
        <Small>
          <Plural value={good} one="# becomes a new contact" other="# become new contacts" />
        </Small>
      )}
      {merged > 0 && (
        <Small>
          <Plural
            value={merged}
            one="# adds to a person who is here already"
            other="# add to people who are here already"
          />
        </Small>
      )}
      {skipped > 0 && (
        <Small>
          <Plural value={skipped} one="# is left out" other="# are left out" />
        </Small>
      )}
      {bad > 0 && (
        <Small>
          <Plural value={bad} one="# cannot be imported: see why below" other="# cannot be imported: see why below" />
        </Small>
      )}
    </Stack>
  )
}

function Rows({ preview }: { preview: ImportPreview }) {
  const { problems, contacts, bad, skipped } = preview
  const all = formatNumber(bad + skipped)
  const shown = formatNumber(problems.length)
  return (
    <>
      {problems.length > 0 && (
        <Stack gap="xs">
          <Heading>
            <Trans>Rows that make no contact</Trans>
          </Heading>
          <Muted>
            {bad + skipped > problems.length ? (
              <Trans>
                The first {shown} of {all}. All are listed after the import, and you can download them to correct them.
              </Trans>
            ) : (
              <Trans>They are listed after the import again, and you can download them to correct them.</Trans>
            )}
          </Muted>
          <RowReasons rows={problems} />
        </Stack>
      )}
      {contacts.length > 0 && (
        <Stack gap="xs">
          <Heading>
            <Trans>The first contacts, as they would be stored</Trans>
          </Heading>
          <FirstRows contacts={contacts} />
        </Stack>
      )}
    </>
  )
}
