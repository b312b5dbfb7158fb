import { Modal, Stack, Text } from '@mantine/core'
import { useWorkspace } from '../api/client.ts'
import { CodeTabs } from '../parts/Secret.tsx'
import { Muted } from '../parts/text.tsx'

const formFor = (base: string) => `<form id="contact-form">
  <label>First name <input name="first_name" required maxlength="255" autocomplete="given-name"></label>
  <label>Last name <input name="last_name" maxlength="255" autocomplete="family-name"></label>
  <label>E-mail <input name="email" type="email" autocomplete="email"></label>
  <button>Send</button>
  <p role="status"></p>
</form>
<script>
  const form = document.getElementById('contact-form')
  const place = new URLSearchParams(location.search)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const status = form.querySelector('[role=status]')
    const contact = Object.fromEntries(new FormData(form))
    contact.form = 'contact-form'
    for (const name of ['utm_source', 'utm_medium']) if (place.get(name)) contact[name] = place.get(name)
    try {
      const answer = await fetch('${base}/v1/contacts', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(contact),
      })
      status.textContent = answer.ok ? 'Thank you. We will write to you.' : (await answer.json()).message
      if (answer.ok) form.reset()
    } catch {
      status.textContent = 'That did not work. Check your connection and send it again.'
    }
  })
</script>`

const curlFor = (base: string) => `curl ${base}/v1/contacts \\
  -H 'Content-Type: application/json' \\
  -d '{"first_name": "Ana", "email": "ana@example.com", "utm_source": "website"}'`

export default function FormExample({ onClose }: { onClose: () => void }) {
  const { data } = useWorkspace()
  const base = data?.installation.base_url ?? location.origin
  return (
    <Modal opened onClose={onClose} title="Put a form on your website" size="xl">
      <Stack>
        <Text>
          Paste this into a page of your website. What visitors send becomes a contact here, with the source and medium
          from the address of the page (utm_source and utm_medium). Add fields of your own as you like: they are kept,
          too.
        </Text>
        <CodeTabs codes={{ Form: formFor(base), 'Try it with curl': curlFor(base) }} />
        <Muted>
          No key is needed, and none belongs into a page: everybody could read it. Which websites may send is set in the
          settings of the workspace. This step is ticked off with the first contact that comes in without a key.
        </Muted>
      </Stack>
    </Modal>
  )
}
