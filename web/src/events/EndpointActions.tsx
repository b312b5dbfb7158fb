import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { api, useMay } from '../api/client.ts'
import type { Endpoint } from '../api/schema.ts'
import { Confirm } from '../parts/dialogs.tsx'
import { useRemoved } from '../parts/forms.tsx'
import {
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '../parts/icons.tsx'
import { ActionMenu } from '../parts/Page.tsx'
import { tell } from '../parts/ui.tsx'
import { type EndpointDialogProps, RecoverForm, RotateSecret, TestForm } from './dialogs.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { nameOf, usePatchEndpoint } from './endpoints.ts'

const DIALOGS = {
  test: { title: 'Send a test', size: 'lg', Body: TestForm },
  recover: { title: 'Send what it missed', centered: true, Body: RecoverForm },
  rotate: { title: 'Get a new secret', size: 'lg', closeOnClickOutside: false, Body: RotateSecret },
  change: { title: 'Change the endpoint', size: 'lg', closeOnClickOutside: false, Body: ChangeForm },
}

/** Viewers see no actions. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const may = useMay()
  const change = usePatchEndpoint(endpoint)
  const removed = useRemoved(['endpoints', endpoint.id])
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | 'delete' | null>(null)
  const close = () => setDialog(null)
  if (!may.write) return null

  const isActive = endpoint.status === 'active'
  const pause = () => change({ status: 'paused' }, 'Paused: what happens now waits until you resume.')
  const resume = () => change({ status: 'active' }, 'It is on: what waited is on its way.')
  const remove = () => {
    const call = api.DELETE('/v1/events/endpoints/{id}', { params: { path: { id: endpoint.id } } })
    return removed(call, 'The endpoint is deleted.', { to: '/events' })
  }

  return (
    <>
      <Button leftSection={<IconSend size={16} />} onClick={() => setDialog('test')}>
        Send a test
      </Button>
      <ActionMenu
        width={230}
        actions={[
          ['Change', IconPencil, () => setDialog('change')],
          isActive && ['Pause', IconPlayerPause, () => void pause().catch(tell.problem)],
          !isActive && [
            endpoint.status === 'paused' ? 'Resume' : 'Turn on again',
            IconPlayerPlay,
            () => void resume().catch(tell.problem),
          ],
          ['Send what it missed', IconHistory, () => setDialog('recover')],
          // The secret of a chat is its address.
          endpoint.kind === 'webhook' && ['Get a new secret', IconKey, () => setDialog('rotate')],
          'divider',
          ['Delete', IconTrash, () => setDialog('delete')],
        ]}
      />
      {Object.entries(DIALOGS).map(([name, { Body, ...modal }]) => (
        <Modal key={name} opened={dialog === name} onClose={close} {...modal}>
          <Body endpoint={endpoint} onClose={close} />
        </Modal>
      ))}
      <Confirm
        opened={dialog === 'delete'}
        onClose={close}
        title={`Delete ${nameOf(endpoint)}?`}
        label="Delete the endpoint"
        onConfirm={remove}
      >
        <Text>
          Nothing more is sent to it, what waits is dropped, and the record of its deliveries goes with it. This cannot
          be undone. To stop for a while, pause it instead.
        </Text>
      </Confirm>
    </>
  )
}

function ChangeForm({ endpoint, onClose }: EndpointDialogProps) {
  const change = usePatchEndpoint(endpoint)
  const { kind, url, description, events } = endpoint
  const isChat = kind !== 'webhook'
  return (
    <EndpointForm
      initial={{ kind, url: isChat ? '' : url, description: description ?? '', events }}
      {...(isChat ? { storedUrl: url } : {})}
      label="Save"
      onCancel={onClose}
      onSubmit={async (values) => {
        await change(values, 'Saved.')
        onClose()
      }}
    />
  )
}
