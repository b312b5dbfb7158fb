import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Provider } from '../../../../src/platforms/registry.ts'
import { ApiProblem } from '../../api/client.ts'
import { PROVIDER } from '../../parts/platforms.tsx'

interface ServerFormProps {
  provider: Provider
  /** Of the account that is connected again. */
  known: string | null
  isPending: boolean
  error: Error | null
  onServer: (address: string) => void
}

/** Asks which server the account is on, where a provider has many. */
export function ServerForm({ provider, known, isPending, error, onServer }: ServerFormProps) {
  const { label, service, api } = PROVIDER[provider]
  const [address, setAddress] = useState(known ?? '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onServer(address.trim())
      }}
    >
      <Stack>
        <TextInput
          label={`Address of your ${service?.noun ?? 'server'}`}
          description={`The part after the last @ of your name on ${label}, or the address you sign in at.`}
          placeholder={new URL(api.apiUrl).host}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          error={complaintOf(error, 'service_url')}
          required
          data-autofocus
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="url"
        />
        <Button type="submit" loading={isPending}>
          Continue
        </Button>
      </Stack>
    </form>
  )
}

/** What the API says about a field, which has no such name on the page. */
export function complaintOf(error: Error | null, field: 'service_url' | 'handle'): string | undefined {
  const said = error instanceof ApiProblem ? error.details[field]?.[0] : undefined
  return said?.replace(new RegExp(`^${field}`), 'This')
}
