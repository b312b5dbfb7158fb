import { Stack } from '@mantine/core'
import { useDragOrder } from '../../../parts/forms/useDragOrder.ts'
import { keyed, moved } from '../../media.ts'
import type { Issue } from '../draft/checks.ts'
import { MediaItem } from './MediaItem.tsx'
import type { Network } from './prepare/plan.ts'
import { useUploaded } from './uploads/use-uploads.ts'

export interface MediaListProps {
  /** URLs, and keys of files that are being uploaded. */
  value: string[]
  onChange: (next: (media: string[]) => string[]) => void
  /** That will show these files. */
  networks: readonly Network[]
  issues: Issue[]
  /** Messages begin with the names of their platforms. */
  named: boolean
}

/** Files are moved by dragging, with the buttons, or with Alt and an arrow key. */
export function MediaList({ value, onChange, networks, issues, named }: MediaListProps) {
  const { find, nameOf, say } = useUploaded()
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return
    onChange((media) => moved(media, from, to))
    say(`${nameOf(value[from]!)} is now file ${to + 1} of ${value.length}.`)
  }
  const dragOf = useDragOrder(move)
  const remove = (index: number) => {
    onChange((media) => media.filter((_, at) => at !== index))
    say(`${nameOf(value[index]!)} is removed.`)
  }
  return (
    <Stack component="ol" gap={8} m={0} p={0} aria-label="Media, in the order shown">
      {keyed(value).map(({ key, url }, index) => (
        <MediaItem
          // The same before and after the upload, so that nobody is interrupted while they type.
          key={find(url)?.key ?? key}
          entry={url}
          name={nameOf(url)}
          at={index}
          count={value.length}
          networks={networks}
          issues={issues.filter(({ field }) => field === `media_urls[${index}]` || field === `alt_texts[${index}]`)}
          named={named}
          onMove={(to) => move(index, to)}
          onRemove={() => remove(index)}
          drag={dragOf(index)}
        />
      ))}
    </Stack>
  )
}
