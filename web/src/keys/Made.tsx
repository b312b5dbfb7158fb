import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useWorkspace } from '../api/client.ts'
import type { CreatedApiKey } from '../api/schema.ts'
import type { MadeProps } from '../parts/dialogs.tsx'
import { CodeLine, ShownOnce } from '../parts/Secret.tsx'
import { Small, Strong } from '../parts/text.tsx'
import type { Scope } from '../settings/values.ts'

/** The new key, which is shown once, and what to try with it. */
export function Made({ made: { name, key, scopes }, onDone }: MadeProps<CreatedApiKey>) {
  const { t } = useLingui()
  const { data } = useWorkspace()
  const base = data?.installation.base_url ?? location.origin
  const examples = EXAMPLES.filter(({ needs }) => scopes.includes(needs)).slice(0, 2)
  return (
    <Stack>
      {key === null ? (
        <Alert color="orange" title={t`The key was made, but its answer was lost on the way`}>
          <Trans>It cannot be shown again. Revoke “{name}” in the list and generate another one.</Trans>
        </Alert>
      ) : (
        <>
          <ShownOnce what="key" value={key} />
          <Small>
            <Trans>
              Keep it like a password: whoever has it can do what it may do. It belongs on servers, never into a web
              page.
            </Trans>
          </Small>
          {examples.length > 0 && <Strong>{t`Try it in a terminal`}</Strong>}
          {examples.map((example) => (
            <Stack key={example.path} gap={4}>
              <Small>{t(example.title)}</Small>
              <CodeLine value={curl(base, key, example)} />
            </Stack>
          ))}
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>{key === null ? t`Back to the list` : t`I have copied it`}</Button>
      </Group>
    </Stack>
  )
}

interface Example {
  needs: Scope
  title: MessageDescriptor
  path: string
  body?: Record<string, string>
}

const EXAMPLES: Example[] = [
  { needs: 'contacts:read', title: msg`List contacts`, path: '/v1/contacts?limit=5' },
  {
    needs: 'contacts:write',
    title: msg`Create a contact`,
    path: '/v1/contacts',
    body: { first_name: 'Ana', email: 'ana@example.com', utm_source: 'newsletter' },
  },
  { needs: 'posts:read', title: msg`List posts`, path: '/v1/posts?limit=5' },
  {
    needs: 'posts:write',
    title: msg`Save a draft`,
    path: '/v1/posts/professional',
    body: { content: 'Hello', status: 'draft' },
  },
  { needs: 'webhooks:read', title: msg`List webhooks`, path: '/v1/webhooks' },
  { needs: 'events:read', title: msg`Read the feed of events`, path: '/v1/events?limit=5' },
]

function curl(base: string, apiKey: string, { path, body }: Example): string {
  const lines = [`curl "${base}${path}"`, `-H "Authorization: Bearer ${apiKey}"`]
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`)
  return lines.join(' \\\n  ')
}
