import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, dataOf, onceKey } from '../../api/client.ts'
import type { EndpointWithSecret, NewEndpoint as NewEndpointBody } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { ShownResult } from '../../parts/MakeDialog.tsx'
import { ShownOnce } from '../../parts/Secret.tsx'
import { SecondaryButton } from '../../parts/variants.ts'
import { EndpointForm } from './EndpointForm.tsx'
import { VerifyExample } from './VerifyExample.tsx'

const BLANK = { url: '', description: '', events: null }

/** A button that opens the form, then shows the secret. Viewers see nothing. */
export function NewEndpoint() {
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure()
  const [made, setMade] = useState<EndpointWithSecret | null>(null)
  const queries = useQueryClient()
  const once = useRef(onceKey())
  if (!may.write) return null

  const create = async (body: NewEndpointBody) => {
    const endpoint = await dataOf(api.POST('/v1/events/endpoints', { params: { header: once.current }, body }))
    once.current = onceKey()
    setMade(endpoint)
    void queries.invalidateQueries({ queryKey: ['endpoints'] })
  }

  return (
    <>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => {
          setMade(null)
          open()
        }}
      >
        New endpoint
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={made ? 'The endpoint is ready' : 'New endpoint'}
        size="lg"
        // A click outside must lose neither what is typed nor a secret that is shown once.
        closeOnClickOutside={false}
      >
        {made ? (
          <Made endpoint={made} onClose={close} />
        ) : (
          <EndpointForm initial={BLANK} label="Create the endpoint" onSubmit={create} onCancel={close} />
        )}
      </Modal>
    </>
  )
}

function Made({ endpoint: { id, secret }, onClose }: { endpoint: EndpointWithSecret; onClose: () => void }) {
  return (
    <ShownResult>
      {secret === null ? (
        <Alert color="orange" title="The endpoint was there already">
          The first answer got lost on its way, and with it the secret. Open the endpoint and get a new secret.
        </Alert>
      ) : (
        <>
          <ShownOnce what="signing secret" value={secret} />
          <Text size="sm">
            Every message is signed with it. Your program checks the signature before it believes a message: otherwise
            anybody who knows the address could send one.
          </Text>
          <VerifyExample />
        </>
      )}
      <Group justify="flex-end">
        <SecondaryButton onClick={onClose}>Close</SecondaryButton>
        <ButtonLink to="/events/endpoints/$id" params={{ id }} onClick={onClose}>
          Open it and send a test
        </ButtonLink>
      </Group>
    </ShownResult>
  )
}
