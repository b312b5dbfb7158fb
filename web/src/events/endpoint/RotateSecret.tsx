import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { DialogButtons } from '../../parts/form.tsx'
import { ShownOnce } from '../../parts/Secret.tsx'
import { Problem } from '../../parts/states.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { formatTime } from '../../parts/wall-clock.ts'
import type { EndpointDialogProps } from './Recover.tsx'
import { VerifyExample } from './VerifyExample.tsx'

export function RotateSecret({ endpoint, onClose }: EndpointDialogProps) {
  const zone = useTimeZone()
  const queries = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => dataOf(api.POST('/v1/events/endpoints/{id}/rotate', { params: { path: { id: endpoint.id } } })),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['endpoints'] }),
  })
  if (rotate.data?.secret) {
    const until = rotate.data.previous_secret_until
    return (
      <Stack>
        <ShownOnce what="new secret" value={rotate.data.secret} />
        <Text size="sm">
          {until && `Until ${formatTime(until, zone)} every message is signed with both secrets. `}
          Put the new one into your program before then, and nothing is lost.
        </Text>
        <VerifyExample />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack>
      <Text>
        The endpoint gets a new signing secret. For 24 hours messages are signed with the old and the new one, so your
        program works on while you change it.
      </Text>
      {endpoint.previous_secret_until && (
        <Text fw={600}>
          The last change is still under way: the secret from before it, valid until{' '}
          {formatTime(endpoint.previous_secret_until, zone)}, ends at once.
        </Text>
      )}
      {rotate.error && <Problem error={rotate.error} />}
      <DialogButtons label="Get a new secret" of={rotate} back="Go back" onBack={onClose} />
    </Stack>
  )
}
