import { ActionIcon, Button, Menu, Modal, Text } from '@mantine/core'
import {
  IconDots,
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { Endpoint, EndpointPatch } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { tell } from '../../parts/tell.ts'
import { nameOf } from '../endpoints.ts'
import { EndpointForm } from './EndpointForm.tsx'
import { type EndpointDialogProps, RecoverForm } from './Recover.tsx'
import { RotateSecret } from './RotateSecret.tsx'
import { TestForm } from './TestForm.tsx'

const DIALOGS = {
  test: { title: 'Send a test', size: 'lg', Body: TestForm },
  recover: { title: 'Send what it missed', centered: true, Body: RecoverForm },
  rotate: { title: 'Get a new secret', size: 'lg', closeOnClickOutside: false, Body: RotateSecret },
  change: { title: 'Change the endpoint', size: 'lg', closeOnClickOutside: false, Body: ChangeForm },
}

/** Viewers see no actions. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const may = useMay()
  const queries = useQueryClient()
  const change = useChange(endpoint)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | 'delete' | null>(null)
  const close = () => setDialog(null)
  const params = { path: { id: endpoint.id } }
  if (!may.write) return null

  const setStatus = (status: 'active' | 'paused', done: string) => change({ status }, done).catch(tell.problem)
  const remove = async () => {
    await api.DELETE('/v1/events/endpoints/{id}', { params })
    await navigate({ to: '/events' })
    queries.removeQueries({ queryKey: ['endpoints', endpoint.id] })
    void queries.invalidateQueries({ queryKey: ['endpoints'] })
    tell.done('The endpoint is deleted.')
  }

  return (
    <>
      <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setDialog('test')}>
        Send a test
      </Button>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog('change')}>
            Change
          </Menu.Item>
          {endpoint.status === 'active' ? (
            <Menu.Item
              leftSection={<IconPlayerPause size={16} />}
              onClick={() => void setStatus('paused', 'Paused: what happens now waits until you resume.')}
            >
              Pause
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPlayerPlay size={16} />}
              onClick={() => void setStatus('active', 'It is on: what waited is on its way.')}
            >
              {endpoint.status === 'paused' ? 'Resume' : 'Turn on again'}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => setDialog('recover')}>
            Send what it missed
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setDialog('rotate')}>
            Get a new secret
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setDialog('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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

function useChange({ id }: Endpoint) {
  const queries = useQueryClient()
  return async (body: EndpointPatch, done: string) => {
    await api.PATCH('/v1/events/endpoints/{id}', { params: { path: { id } }, body })
    await queries.invalidateQueries({ queryKey: ['endpoints'] })
    tell.done(done)
  }
}

function ChangeForm({ endpoint, onClose }: EndpointDialogProps) {
  const change = useChange(endpoint)
  return (
    <EndpointForm
      initial={{ url: endpoint.url, description: endpoint.description ?? '', events: endpoint.events }}
      label="Save"
      onCancel={onClose}
      onSubmit={async (values) => {
        await change(values, 'Saved.')
        onClose()
      }}
    />
  )
}
