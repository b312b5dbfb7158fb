import { Drawer } from '@mantine/core'
import { useState } from 'react'
import type { Contact } from '../../api/schema.ts'
import { ContactForm } from './ContactForm.tsx'

interface ContactDrawerProps {
  opened: boolean
  onClose: () => void
  /** To be changed; a new one when there is none. */
  contact?: Contact
}

export function ContactDrawer({ opened, onClose, contact }: ContactDrawerProps) {
  const [isDirty, setDirty] = useState(false)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={contact ? 'Edit contact' : 'New contact'}
      styles={{ title: { fontWeight: 600 } }}
      // A click beside it must not throw away what was typed.
      closeOnClickOutside={!isDirty}
      closeOnEscape={!isDirty}
    >
      <ContactForm contact={contact ?? null} onDone={onClose} onDirty={setDirty} />
    </Drawer>
  )
}
