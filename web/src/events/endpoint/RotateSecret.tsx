import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { Endpoint } from '../../api/schema.ts'
import { ShownOnce } from '../../parts/Secret.tsx'
import { Problem } from '../../parts/states.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { SecondaryButton } from '../../parts/variants.ts'
import { formatTime } from '../../parts/wall-clock.ts'
import { VerifyExample } from './VerifyExample.tsx'

interface RotateSecretProps {
  endpoint: Endpoint
  opened: boolean
  onClose: () => void
}

/** Explains the change, then shows the new secret this once. */
export function RotateSecret({ endpoint, opened, onClose }: RotateSecretProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Get a new secret" size="lg" closeOnClickOutside={false}>
      <Steps endpoint={endpoint} onClose={onClose} />
    </Modal>
  )
}

function Steps({ endpoint, onClose }: Omit<RotateSecretProps, 'opened'>) {
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
      <Group justify="flex-end">
        <SecondaryButton onClick={onClose}>Go back</SecondaryButton>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
          Get a new secret
        </Button>
      </Group>
    </Stack>
  )
}
