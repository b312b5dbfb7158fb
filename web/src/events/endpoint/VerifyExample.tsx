import { Anchor, Stack, Tabs } from '@mantine/core'
import { CodeLine } from '../../parts/Secret.tsx'
import { Muted } from '../../parts/variants.ts'

const LIBRARY = `import { Webhook } from 'standardwebhooks'

// rawBody: the bytes as they came in, before they are parsed
const event = new Webhook(process.env.DOORPOST_SECRET).verify(rawBody, request.headers)`

const PYTHON = `from standardwebhooks.webhooks import Webhook

# raw_body: the bytes as they came in, before they are parsed
event = Webhook(os.environ["DOORPOST_SECRET"]).verify(raw_body, request.headers)`

const PHP = `$signed = $_SERVER['HTTP_WEBHOOK_ID'] . '.' . $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] . '.' . file_get_contents('php://input');
$key = base64_decode(substr(getenv('DOORPOST_SECRET'), strlen('whsec_')));
$wanted = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
$matches = array_filter(explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE']), fn ($given) => hash_equals($wanted, $given));
if (!$matches || abs(time() - (int) $_SERVER['HTTP_WEBHOOK_TIMESTAMP']) > 300) { http_response_code(401); exit; }`

const SHELL = `# ID, TIMESTAMP: the headers webhook-id and webhook-timestamp; body.json: the bytes as they came in
KEY=$(printf %s "\${DOORPOST_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
{ printf '%s.%s.' "$ID" "$TIMESTAMP"; cat body.json; } \\
  | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64
# has to be what stands behind "v1," in webhook-signature`

const EXAMPLES = [
  ['node', 'Node', LIBRARY],
  ['python', 'Python', PYTHON],
  ['php', 'PHP', PHP],
  ['shell', 'Shell', SHELL],
] as const

export function VerifyExample() {
  return (
    <Stack gap="xs">
      <Tabs defaultValue="node" keepMounted={false}>
        <Tabs.List mb="xs">
          {EXAMPLES.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {EXAMPLES.map(([value, , code]) => (
          <Tabs.Panel key={value} value={value}>
            <CodeLine value={code} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Muted>
        Messages follow{' '}
        <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" size="sm" underline="always">
          Standard Webhooks
        </Anchor>
        , which has a library for most languages. Keep the secret where only your program reads it, such as an
        environment variable. Answer with a status from 200 to 299 within 15 seconds, and drop ids you have seen: a
        message can come twice.
      </Muted>
    </Stack>
  )
}
