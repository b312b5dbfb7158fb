import type { Sender } from '../../../../src/webhooks/senders/shared/contract.ts'
import type { SignatureValues } from './senders.ts'

interface CurlOptions {
  url: string
  sender: Sender
  signature: SignatureValues
  /** The secret as just typed, because a stored one cannot be read. */
  secret: string
  verifyToken: string
  body: unknown
}

/** Sends one delivery, signed as the webhook expects. */
export function curlFor({ url, sender, signature: rule, secret, verifyToken, body }: CurlOptions): string {
  if (sender.secret === undefined) return plain(url, withState(body, verifyToken))
  const isTimed = rule.template.includes('{timestamp}')
  const isNamed = rule.template.includes('{id}')
  const isBase64 = sender.secret.keyOf !== undefined
  const key = isBase64 ? '-mac HMAC -macopt hexkey:"$KEY"' : '-hmac "$SECRET"'
  const encoding = rule.encoding === 'base64' ? '-binary | openssl base64 -A' : "| sed 's/^.* //'"
  return [
    `SECRET=${quote((isBase64 ? padded(secret) : secret) || 'put the signing secret here')}`,
    ...(isBase64
      ? [`KEY=$(printf '%s' "\${SECRET#whsec_}" | openssl base64 -d -A | od -An -vtx1 | tr -d ' \\n')`]
      : []),
    `BODY=${quote(JSON.stringify(body))}`,
    ...(isTimed ? ['TIMESTAMP=$(date +%s)'] : []),
    ...(isNamed ? [`ID="msg_$(date +%s)"`] : []),
    `SIGNATURE=$(printf '%s' "${inShell(rule.template)}" | openssl dgst -${rule.hash} ${key} ${encoding})`,
    `curl ${quote(url)} -H 'Content-Type: application/json' \\`,
    ...(rule.timestamp_header ? [`  -H "${rule.timestamp_header}: $TIMESTAMP" \\`] : []),
    ...(rule.id_header ? [`  -H "${rule.id_header}: $ID" \\`] : []),
    `  -H "${rule.header || 'x-signature'}: ${inShell(rule.prefix)}$SIGNATURE" \\`,
    '  --data-binary "$BODY"',
  ].join('\n')
}

function plain(url: string, json: string): string {
  return `curl ${quote(url)} -H 'Content-Type: application/json' \\\n  --data-binary ${quote(json)}`
}

/** Microsoft returns the verify token as clientState. */
function withState(body: unknown, verifyToken: string): string {
  const state = verifyToken || 'the clientState that you entered'
  return JSON.stringify(body, (name, value) => (name === 'clientState' ? state : value))
}

/** Placeholders become shell variables, for use in double quotes. */
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
