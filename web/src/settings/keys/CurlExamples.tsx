import { Stack, Text } from '@mantine/core'
import { useWorkspace } from '../../api/workspace.ts'
import { CodeLine } from '../../parts/Secret.tsx'
import { Strong } from '../../parts/variants.ts'
import type { Scope } from './scopes.ts'

interface Example {
  needs: Scope
  title: string
  path: string
  body?: Record<string, string>
}

const EXAMPLES: Example[] = [
  { needs: 'contacts:read', title: 'List contacts', path: '/v1/contacts?limit=5' },
  {
    needs: 'contacts:write',
    title: 'Create a contact',
    path: '/v1/contacts',
    body: { first_name: 'Ana', email: 'ana@example.com', utm_source: 'newsletter' },
  },
  { needs: 'posts:read', title: 'List posts', path: '/v1/posts?limit=5' },
  {
    needs: 'posts:write',
    title: 'Save a draft',
    path: '/v1/posts/professional',
    body: { content: 'Hello from our API', status: 'draft' },
  },
  { needs: 'webhooks:read', title: 'List webhooks', path: '/v1/webhooks' },
  { needs: 'events:read', title: 'Read the feed of events', path: '/v1/events?limit=5' },
]

const SHOWN = 2

/** Commands that work as they are, with the new key in them. */
export function CurlExamples({ apiKey, scopes }: { apiKey: string; scopes: readonly string[] }) {
  const { data } = useWorkspace()
  const base = data?.installation.base_url ?? location.origin
  const fitting = EXAMPLES.filter(({ needs }) => scopes.includes(needs)).slice(0, SHOWN)
  if (fitting.length === 0) return null
  return (
    <Stack gap="xs">
      <Strong>Try it in a terminal</Strong>
      {fitting.map((example) => (
        <Stack key={example.title} gap={4}>
          <Text size="sm">{example.title}</Text>
          <CodeLine value={curl(base, apiKey, example)} />
        </Stack>
      ))}
    </Stack>
  )
}

function curl(base: string, apiKey: string, { path, body }: Example): string {
  const lines = [`curl "${base}${path}"`, `-H "Authorization: Bearer ${apiKey}"`]
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`)
  return lines.join(' \\\n  ')
}
