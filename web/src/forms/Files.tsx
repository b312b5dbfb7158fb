import { Anchor, Group } from '@mantine/core'
import type { Submission } from '../api/schema.ts'

/** Files that came with a submission. They are saved, never shown: nobody has looked at them. */
export function Files({ files }: Pick<Submission, 'files'>) {
  if (files.length === 0) return null
  return (
    <Group gap="sm">
      {files.map(({ id, name }) => (
        <Anchor key={id} href={`/v1/forms/files/${id}`} download={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Anchor>
      ))}
    </Group>
  )
}
