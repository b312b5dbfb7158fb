import { PLAIN_SIGNATURE, type Provider, type SignatureValues } from './senders.ts'

/** How each provider signs, in the words of a signature rule. */
const RULES: Partial<Record<Provider, Partial<SignatureValues>>> = {
  github: { header: 'X-Hub-Signature-256', prefix: 'sha256=' },
  meta: { header: 'X-Hub-Signature-256', prefix: 'sha256=' },
  shopify: { header: 'X-Shopify-Hmac-Sha256', encoding: 'base64' },
  x: { header: 'X-Twitter-Webhooks-Signature', prefix: 'sha256=', encoding: 'base64' },
  linkedin: { header: 'X-Li-Signature', template: 'hmacsha256={body}' },
  stripe: { header: 'Stripe-Signature', prefix: 't={timestamp},v1=', template: '{timestamp}.{body}' },
  slack: {
    header: 'X-Slack-Signature',
    prefix: 'v0=',
    template: 'v0:{timestamp}:{body}',
    timestamp_header: 'X-Slack-Request-Timestamp',
  },
  standard: {
    header: 'webhook-signature',
    prefix: 'v1,',
    encoding: 'base64',
    template: '{id}.{timestamp}.{body}',
    timestamp_header: 'webhook-timestamp',
    id_header: 'webhook-id',
  },
}

interface CurlOptions {
  url: string
  provider: Provider
  signature: SignatureValues | null
  /** As it was typed a moment ago; a stored one cannot be read. */
  secret: string
  verifyToken: string
  body: unknown
}

/** Commands for a terminal that send one delivery, signed as the webhook expects it. */
export function curlFor({ url, provider, signature, secret, verifyToken, body }: CurlOptions): string {
  if (provider === 'microsoft') {
    const clientState = verifyToken || 'the clientState that you entered'
    return plain(url, { value: [{ clientState, changeType: 'created', resource: 'users/1/events/1' }] })
  }
  if (provider === 'none') return plain(url, body)
  const rule = { ...PLAIN_SIGNATURE, ...(provider === 'hmac' ? signature : RULES[provider]) }
  const isTimed = rule.template.includes('{timestamp}')
  const isNamed = rule.template.includes('{id}')
  const key = provider === 'standard' ? '-mac HMAC -macopt hexkey:"$KEY"' : '-hmac "$SECRET"'
  const encoding = rule.encoding === 'base64' ? '-binary | openssl base64 -A' : "| sed 's/^.* //'"
  return [
    `SECRET=${quote((provider === 'standard' ? padded(secret) : secret) || 'put the signing secret here')}`,
    ...(provider === 'standard'
      ? [`KEY=$(printf '%s' "\${SECRET#whsec_}" | openssl base64 -d -A | od -An -vtx1 | tr -d ' \\n')`]
      : []),
    `BODY=${quote(JSON.stringify(body))}`,
    ...(isTimed ? ['TIMESTAMP=$(date +%s)'] : []),
    ...(isNamed ? [`ID="msg_$(date +%s)"`] : []),
    `SIGNATURE=$(printf '%s' "${inShell(rule.template)}" | openssl dgst -${rule.hash} ${key} ${encoding})`,
    `curl ${quote(url)} -H 'Content-Type: application/json' \\`,
    ...(rule.timestamp_header ? [`  -H "${rule.timestamp_header}: $TIMESTAMP" \\`] : []),
    ...(rule.id_header ? [`  -H "${rule.id_header}: $ID" \\`] : []),
    `  -H "${rule.header || 'X-Signature'}: ${inShell(rule.prefix)}$SIGNATURE" \\`,
    '  --data-binary "$BODY"',
  ].join('\n')
}

function plain(url: string, body: unknown): string {
  return `curl ${quote(url)} -H 'Content-Type: application/json' \\\n  --data-binary ${quote(JSON.stringify(body))}`
}

/** Turns the placeholders of a template into shell variables, for use inside double quotes. */
function inShell(template: string): string {
  const safe = template.replace(/["$`\\]/g, '\\$&')
  return safe.replace(/\{(body|timestamp|id)\}/g, (_, name: string) => `\${${name.toUpperCase()}}`)
}

/** openssl reads base64 only in groups of four. */
function padded(secret: string): string {
  const text = secret.replace(/^whsec_/, '').replace(/=+$/, '')
  return text === '' ? '' : `whsec_${text.padEnd(Math.ceil(text.length / 4) * 4, '=')}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
