import { t } from '@lingui/core/macro'
import type { Sender, TokenPlace } from '../../../../src/webhooks/senders/shared/contract.ts'
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

/** A command that sends one delivery, with the proof that the webhook expects. */
export function curlFor({ url, sender, signature: rule, secret, verifyToken, body }: CurlOptions): string {
  const { token, secret: known } = sender
  if (known === undefined || (known.isOptional && secret === ''))
    return plain(url, sender, withState(body, verifyToken))
  if (token) return withToken(url, sender, token[0]!, secret, body)
  const isTimed = rule.template.includes('{timestamp}')
  const isNamed = rule.template.includes('{id}')
  const key = known.key ? '-mac HMAC -macopt hexkey:"$KEY"' : '-hmac "$SECRET"'
  const encoding = rule.encoding === 'base64' ? '-binary | openssl base64 -A' : "| sed 's/^.* //'"
  return [
    secretLine(known.key === 'base64' ? padded(secret) : secret),
    ...(known.key ? [KEY_LINES[known.key]] : []),
    `BODY=${quote(JSON.stringify(body))}`,
    ...(rule.template.includes('{url}') ? [`URL=${quote(url)}`] : []),
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

const KEY_LINES = {
  base64: `KEY=$(printf '%s' "\${SECRET#whsec_}" | openssl base64 -d -A | od -An -vtx1 | tr -d ' \\n')`,
  hex: 'KEY=$SECRET',
}

function secretLine(secret: string): string {
  return `SECRET=${quote(secret || t`put the signing secret here`)}`
}

/** The secret goes where the sender puts it, in the first of the possible places. */
function withToken(url: string, sender: Sender, place: TokenPlace, secret: string, body: unknown): string {
  if (place.startsWith('body:/')) {
    const name = place.slice('body:/'.length)
    return plain(url, sender, { ...(body as object), [name]: secret || t`put the signing secret here` })
  }
  const header = place.startsWith('header:') ? `${place.slice(7)}: $SECRET` : 'Authorization: Bearer $SECRET'
  const option = place === 'basic' ? '-u "doorpost:$SECRET"' : `-H "${header}"`
  return `${secretLine(secret)}\n${plain(url, sender, body, ` ${option}`)}`
}

function plain(url: string, { sendsForm }: Sender, body: unknown, option = ''): string {
  if (!sendsForm) {
    return `curl ${quote(url)}${option} -H 'Content-Type: application/json' \\\n  --data-binary ${quote(JSON.stringify(body))}`
  }
  const how = sendsForm === 'multipart' ? '--form-string' : '--data-urlencode'
  const fields = Object.entries(body as Record<string, string>)
  return [`curl ${quote(url)}${option}`, ...fields.map((pair) => `  ${how} ${quote(pair.join('='))}`)].join(' \\\n')
}

/** Microsoft returns the verify token as clientState. */
function withState(body: unknown, verifyToken: string): unknown {
  const state = verifyToken || t`the clientState that you entered`
  return JSON.parse(JSON.stringify(body, (name, value) => (name === 'clientState' ? state : value)))
}

/** Placeholders become shell variables, for use in double quotes. */
function inShell(template: string): string {
  const safe = template.replace(/["$`\\]/g, '\\$&').replace('{method}', 'POST')
  return safe.replace(/\{(body|timestamp|id|url)\}/g, (_, name: string) => `\${${name.toUpperCase()}}`)
}

/** openssl reads base64 only in groups of four. */
function padded(secret: string): string {
  const text = secret.replace(/^whsec_/, '').replace(/=+$/, '')
  return text === '' ? '' : `whsec_${text.padEnd(Math.ceil(text.length / 4) * 4, '=')}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
