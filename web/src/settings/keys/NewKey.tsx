import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { CreatedApiKey } from '../../api/schema.ts'
import { ShownOnce } from '../../parts/Secret.tsx'
import { CurlExamples } from './CurlExamples.tsx'
import { KeyForm } from './KeyForm.tsx'

/** Makes a key and shows it, this once. A stray click does not close what cannot be seen again. */
export function NewKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<CreatedApiKey | null>(null)
  const isPhone = useMediaQuery('(max-width: 48em)')
  const close = () => {
    onClose()
    setMade(null)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? `Your new key “${made.name}”` : 'Generate a new API key'}
      size={made ? 'xl' : 'lg'}
      fullScreen={isPhone}
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
    >
      {made ? <Made made={made} onDone={close} /> : <KeyForm onMade={setMade} onCancel={close} />}
    </Modal>
  )
}

function Made({ made, onDone }: { made: CreatedApiKey; onDone: () => void }) {
  return (
    <Stack>
      {made.key === null ? (
        <Alert color="orange" title="The key was made, but its answer was lost on the way">
          <Text size="sm">It cannot be shown again. Revoke “{made.name}” in the list and generate another one.</Text>
        </Alert>
      ) : (
        <>
          <ShownOnce what="key" value={made.key} />
          <Text size="sm">
            Keep it like a password: whoever has it can do what it may do. It belongs on servers, never into a web page.
          </Text>
          <CurlExamples apiKey={made.key} scopes={made.scopes} />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>{made.key === null ? 'Back to the list' : 'I have copied it'}</Button>
      </Group>
    </Stack>
  )
}
