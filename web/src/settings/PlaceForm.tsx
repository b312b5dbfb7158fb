import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Provider } from '../../../src/platforms/registry.ts'
import { ApiProblem } from '../api/client.ts'
import { PROVIDER } from '../parts/platforms.tsx'

/** What tells where an account is: its server, where a provider has many, or its handle. */
export type Place = 'service_url' | 'handle'

interface PlaceFormProps {
  provider: Provider
  place: Place
  /** Of the account that is connected again. */
  known: string
  isPending: boolean
  error: Error | null
  onPlace: (text: string) => void
}

/** Asks where the account is, because that decides who is asked for the approval. */
export function PlaceForm({ provider, place, known, isPending, error, onPlace }: PlaceFormProps) {
  const [text, setText] = useState(known)
  const [sent, setSent] = useState<string | null>(null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setSent(text)
        onPlace(text.trim())
      }}
    >
      <Stack>
        <TextInput
          {...inputFor(place, provider)}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={sent === text && complaintOf(error, place)}
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

function inputFor(place: Place, provider: Provider) {
  const { label, service, api } = PROVIDER[provider]
  if (place === 'handle') {
    const description = `The name of the account on ${label}, on whatever server it is.`
    return { label: 'Handle', description, placeholder: 'name.bsky.social' }
  }
  return {
    label: `Address of your ${service?.noun ?? 'server'}`,
    description: `The part after the last @ of your name on ${label}, or the address you sign in at.`,
    placeholder: new URL(api.apiUrl).host,
    inputMode: 'url' as const,
  }
}

/** What the API says about a field, which has no such name on the page. */
export function complaintOf(error: Error | null, place: Place): string | undefined {
  const said = error instanceof ApiProblem ? error.details[place]?.[0] : undefined
  return said?.replace(new RegExp(`^${place}`), 'This')
}
