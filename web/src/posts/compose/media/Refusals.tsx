import { Alert, CloseButton, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Wrapped } from '../../../parts/variants.ts'
import type { QueueState, UploadQueue } from './uploads/upload-queue.ts'

/** Files that were not taken, each with the reason and what would be taken. */
export function Refusals({ refusals, dismiss }: Pick<QueueState, 'refusals'> & Pick<UploadQueue, 'dismiss'>) {
  if (refusals.length === 0) return null
  return (
    <Alert color="red" p="xs" icon={<IconAlertTriangle aria-hidden />} aria-label="Files that were not added">
      <Stack gap={6}>
        {refusals.map(({ id, name, reason }) => (
          <Group key={id} gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
            <Wrapped>
              <strong>{name}</strong> was not added. {reason}
            </Wrapped>
            <CloseButton size="sm" aria-label={`Close the message about ${name}`} onClick={() => dismiss(id)} />
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}
