import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Group, SegmentedControl, Stack, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useList } from '../api/client.ts'
import type { Media } from '../api/schema.ts'
import { choices } from '../parts/forms.tsx'
import { IconPhoto, IconSearch } from '../parts/icons.tsx'
import { previewOf } from '../parts/preview.ts'
import { SearchField, ShownOf } from '../parts/tables.tsx'
import { Hint, Small } from '../parts/text.tsx'
import { Empty, Read, SecondaryButton } from '../parts/ui.tsx'
import { FileView } from './FileView.tsx'
import { describeFile, type FileKind, KINDS, kindOfType } from './file.ts'
import classes from './media.module.css'

export interface LibraryFilter {
  kind: FileKind | undefined
  q: string
}

interface LibraryProps {
  filter: LibraryFilter
  onFilter: (filter: LibraryFilter) => void
  onPress: (file: Media) => void
  chosen?: readonly Media[]
  empty: ReactNode
}

const ALL = 'all'

export function Library({ filter, onFilter, onPress, chosen, empty }: LibraryProps) {
  const { t } = useLingui()
  const files = useList(['media', 'list'], '/v1/media', { query: { limit: 30, type: filter.kind, q: filter.q } })
  const isFiltered = filter.kind !== undefined || filter.q !== ''
  const { rows, total, more } = files
  return (
    <Stack gap="md">
      <Group gap="sm">
        <SearchField
          label={t`Search files by name`}
          placeholder={t`Search by name`}
          value={filter.q}
          onChange={(q) => onFilter({ ...filter, q })}
          miw={180}
        />
        <SegmentedControl
          aria-label={t`Which files`}
          value={filter.kind ?? ALL}
          onChange={(kind) => onFilter({ ...filter, kind: kind === ALL ? undefined : (kind as FileKind) })}
          data={choices({
            [ALL]: t({ message: 'All', comment: 'Files of all kinds' }),
            image: t(KINDS.image),
            video: t(KINDS.video),
            document: t(KINDS.document),
          })}
        />
      </Group>
      <Read of={files}>
        {() =>
          rows.length > 0 ? (
            <>
              <FileGrid files={rows} onPress={onPress} chosen={chosen} />
              <ShownOf shown={rows.length} total={total} more={more} />
            </>
          ) : isFiltered ? (
            <Empty
              icon={IconSearch}
              title={t`No file matches`}
              action={
                <SecondaryButton onClick={() => onFilter({ kind: undefined, q: '' })}>
                  <Trans>Show all files</Trans>
                </SecondaryButton>
              }
            >
              <Trans>Search for another name, or for another kind of file.</Trans>
            </Empty>
          ) : (
            <Empty icon={IconPhoto} title={t`No files yet`}>
              {empty}
            </Empty>
          )
        }
      </Read>
    </Stack>
  )
}

interface FileGridProps {
  files: readonly Media[]
  onPress: (file: Media) => void
  chosen?: readonly Media[]
}

function FileGrid({ files, onPress, chosen }: FileGridProps) {
  const { t } = useLingui()
  return (
    <ul className={classes.grid} aria-label={t`Files`}>
      {files.map((file) => {
        const alt = file.alt_text
        const at = chosen?.findIndex(({ id }) => id === file.id) ?? -1
        return (
          <li key={file.id}>
            <UnstyledButton
              className={classes.tile}
              onClick={() => onPress(file)}
              {...(chosen && { 'aria-pressed': at !== -1 })}
            >
              <div className={classes.picture}>
                <FileView kind={kindOfType(file.type)} src={previewOf(file.url)} alt={file.alt_text ?? ''} />
                {at !== -1 && <span className={classes.number}>{at + 1}</span>}
              </div>
              <Box p={8}>
                <Small truncate title={file.name}>
                  {file.name}
                </Small>
                <Hint truncate>{describeFile(file)}</Hint>
                <Hint truncate>{alt ? t`Alt text: ${alt}` : t`No alt text`}</Hint>
              </Box>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
