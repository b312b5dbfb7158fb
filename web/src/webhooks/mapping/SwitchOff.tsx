import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { Webhook } from '../../api/schema.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { tell } from '../../parts/tell.ts'
import { SecondaryButton } from '../../parts/variants.ts'

/** No contacts are made any more; the mapping is forgotten. */
export function SwitchOff({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const queries = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure()
  const switchOff = async () => {
    const saved = await dataOf(
      api.PATCH('/v1/webhooks/{id}', { params: { path: { id: webhook.id } }, body: { mapping: null } }),
    )
    onDone()
    queries.setQueryData(['webhooks', webhook.id], saved)
    tell.done('The mapping is switched off. Deliveries are kept and become no contacts.')
  }
  return (
    <>
      <SecondaryButton onClick={open}>Switch off</SecondaryButton>
      <Confirm
        opened={isOpen}
        onClose={close}
        title="Switch the mapping off"
        label="Switch it off"
        onConfirm={switchOff}
      >
        Deliveries are still taken and kept, but become no contacts. This mapping is forgotten; to keep it for later,
        copy it from JSON first. Contacts that were made stay.
      </Confirm>
    </>
  )
}
