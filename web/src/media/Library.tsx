import { Group, SegmentedControl, Stack } from '@mantine/core'
import { IconPhoto, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useList } from '../api/queries.ts'
import type { Media } from '../api/schema.ts'
import { choices } from '../parts/forms/choices.ts'
import { Empty, Read } from '../parts/states.tsx'
import { SearchField } from '../parts/tables/SearchField.tsx'
import { ShownOf } from '../parts/tables/ShownOf.tsx'
import { SecondaryButton } from '../parts/variants.ts'
import { FileGrid } from './FileGrid.tsx'
import { type FileKind, KINDS } from './file.ts'

export interface LibraryFilter {
  kind: FileKind | undefined
  q: string
}

interface LibraryProps {
  filter: LibraryFilter
  onFilter: (filter: LibraryFilter) => void
  onPress: (file: Media) => void
  chosen?: readonly Media[]
  /** What to do when there are no files at all. */
  empty: ReactNode
}

const ALL = 'all'

/** The files of the library, with a search. */
export function Library({ filter, onFilter, onPress, chosen, empty }: LibraryProps) {
  const files = useList(['media', 'list'], '/v1/media', { query: { limit: 30, type: filter.kind, q: filter.q } })
  const isFiltered = filter.kind !== undefined || filter.q !== ''
  const { rows, total, more } = files
  return (
    <Stack gap="md">
      <Group gap="sm">
        <SearchField
          label="Search files by name"
          placeholder="Search by name"
          value={filter.q}
          onChange={(q) => onFilter({ ...filter, q })}
          miw={180}
        />
        <SegmentedControl
          aria-label="Which files"
          value={filter.kind ?? ALL}
          onChange={(kind) => onFilter({ ...filter, kind: kind === ALL ? undefined : (kind as FileKind) })}
          data={choices({ [ALL]: 'All', ...KINDS })}
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
              title="No file matches"
              action={
                <SecondaryButton onClick={() => onFilter({ kind: undefined, q: '' })}>Show all files</SecondaryButton>
              }
            >
              Search for another name, or for another kind of file.
            </Empty>
          ) : (
            <Empty icon={IconPhoto} title="No files yet">
              {empty}
            </Empty>
          )
        }
      </Read>
    </Stack>
  )
}
