import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Provider } from '../../../../src/platforms/registry.ts'
import { PROVIDER } from '../../parts/platforms.tsx'
import { complaintOf } from './ServerForm.tsx'

interface HandleFormProps {
  provider: Provider
  /** Of the account that is connected again. */
  known: string | null
  isPending: boolean
  error: Error | null
  onHandle: (handle: string) => void
}

/** Asks whose account it is, where that decides who is asked for the approval. */
export function HandleForm({ provider, known, isPending, error, onHandle }: HandleFormProps) {
  const { label } = PROVIDER[provider]
  const [handle, setHandle] = useState(known ?? '')
  const [sent, setSent] = useState<string | null>(null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setSent(handle)
        onHandle(handle.trim())
      }}
    >
      <Stack>
        <TextInput
          label="Handle"
          description={`The name of the account on ${label}, on whatever server it is.`}
          placeholder="name.bsky.social"
          value={handle}
          onChange={(event) => setHandle(event.currentTarget.value)}
          error={sent === handle && complaintOf(error, 'handle')}
          required
          data-autofocus
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
        />
        <Button type="submit" loading={isPending}>
          Continue
        </Button>
      </Stack>
    </form>
  )
}
