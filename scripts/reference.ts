import { readFile, writeFile } from 'node:fs/promises'
import { eventDocs, routes } from '../src/app/routes.ts'
import { describeCommand, loadCommands } from '../src/commands/cli.ts'
import { SETTINGS } from '../src/config/settings.ts'
import type { Access } from '../src/http/call.ts'
import { sentence } from '../src/messages/sentence.ts'
import { providerOf, SENDERS } from '../src/webhooks/senders/registry.ts'
import { canProve, type Sender } from '../src/webhooks/senders/shared/contract.ts'
import { codeOfText, nameOfSecret } from '../src/webhooks/senders/shared/texts.ts'

// Writes the tables in docs/reference/ from the program. With --check it writes nothing, and fails if a file is out of
// date.

/** Texts of pages, mails and chats are left out: no program sees their codes. */
const CODES = [
  ['Publishing posts', 'publishing'],
  ['Posts', 'posts'],
  ['Accounts', 'connections'],
  ['What networks answer', 'networks'],
  ['Media', 'media'],
  ['Contacts', 'contacts'],
  ['Forms', 'forms'],
  ['Webhooks', 'webhooks'],
  ['Deliveries of webhooks and events', 'deliveries'],
  ['Events', 'events'],
  ['Links', 'links'],
  ['Backups', 'backups'],
  ['People and keys', 'users'],
  ['Mail', 'mails'],
  ['Files', 'files'],
  ['Fields', 'fields'],
  ['Values', 'values'],
  ['Warnings', 'warnings'],
  ['Any request', 'requests'],
] as const

const pages = {
  'settings.md': settings(),
  'commands.md': await commands(),
  'api.md': api(),
  'events.md': events(),
  'senders.md': senders(),
  'codes.md': await codes(),
}

for (const [name, text] of Object.entries(pages)) {
  const file = new URL(`../docs/reference/${name}`, import.meta.url)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`docs/reference/${name} is out of date. Run npm run reference.`)
    process.exitCode = 1
  }
}

function settings(): string {
  const rows = SETTINGS.map(({ name, fallback, meaning }) => [`\`${name}\``, fallback && `\`${fallback}\``, meaning])
  return `# Settings

Settings are environment variables, or lines in a file \`.env\` in the folder of the clone ([.env.example](../../.env.example)). The npm package reads \`.env\` in its data folder. All are optional.

${table(['Setting', 'Default', 'Meaning'], rows)}`
}

async function commands(): Promise<string> {
  const all = Object.entries(await loadCommands())
  const rows = all.map(([name, { summary }]) => [`[\`${name}\`](#${name.replaceAll(' ', '-')})`, firstLine(summary)])
  const parts = all.map(([name, command]) => {
    const [summary, ...rest] = describeCommand(name, command).trimEnd().split('\n\n')
    return `## ${name}\n\n${summary}\n\n\`\`\`text\n${rest.join('\n\n')}\n\`\`\`\n`
  })
  return `# Commands

In a clone a command is \`npm run -s doorpost -- keys list\`; with the npm package, the container or the Debian package it is \`doorpost keys list\`. Commands work whether or not the server is running, and use the same [settings](settings.md). Only \`migrate\` and \`restore\` create a database.

Those for contacts, posts, forms, links and media, and \`listen\`, ask a running server instead, here or elsewhere, with an API key: see [the command line](../how-to/command-line.md).

Every command takes \`--help\`, \`--json\` for programs, and \`--sandbox\` to work on the sandbox. Secrets are shown once, alone on the last line. The exit code is 0 if the command succeeded, 1 if it failed, 2 if it was used wrongly.

${table(['Command', 'What it does'], rows)}
${parts.join('\n')}`
}

function api(): string {
  const tags = [...new Set(routes.map(([, , , { tag }]) => tag))]
  const parts = tags.map((tag) => {
    const rows = routes
      .filter(([, , , operation]) => operation.tag === tag)
      .map(([method, path, access, { summary }]) => {
        return [`\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``, who(access), summary]
      })
    return `## ${tag}\n\n${table(['Request', 'Who', 'What it does'], rows)}`
  })
  return `# API

Fields, examples and errors of each request are at \`/docs/api\` of a running Doorpost and in [openapi.json](../../openapi.json). The rules that all requests share are in [interface.md](interface.md).

"Who" is the permission that an API key needs; people who are signed in have it by their role. Some requests are for people only, some need no key.

${parts.join('\n')}`
}

function events(): string {
  const parts = eventDocs.map(
    ({ type, when, example }) => `## ${type}\n\n${when}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`,
  )
  return `# Events

How they are delivered, verified and sent again is in [the guide](../how-to/events.md).

${parts.join('\n')}`
}

function senders(): string {
  const groups = Map.groupBy(SENDERS, ({ group }) => group)
  const parts = [...groups].map(([group, members]) => {
    const rows = members.map((sender) => [
      sender.label,
      `\`${providerOf(sender)}\``,
      sender.mapping ? `\`${sender.mapping.preset}\`` : '',
      proof(sender),
      secretOf(sender),
    ])
    return `## ${group}\n\n${table(['Sender', '`provider`', 'Preset', 'Proves itself by', 'What you enter as `secret`'], rows)}`
  })
  return `# Senders of webhooks

What a webhook of each sender needs. The dashboard says where to enter the URL at the sender. A sender that proves nothing, or a webhook whose optional secret is not set, is shown as unverified: whoever knows the URL can send to it. [mapping.md](../how-to/mapping.md) says how deliveries become contacts.

${parts.join('\n')}`
}

async function codes(): Promise<string> {
  const parts: string[] = []
  for (const [title, name] of CODES) {
    const { [name]: texts } = (await import(`../src/messages/en/${name}.ts`)) as Record<string, Record<string, string>>
    const rows = Object.entries(texts!).flatMap(([code, text]) =>
      name === 'mails' && !code.startsWith('mail.')
        ? []
        : [[`\`${code}\``, `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``]],
    )
    parts.push(`## ${title}\n\n${table(['Code', 'Sentence'], rows)}`)
  }
  return `# Codes of reasons

A refusal has one of the twelve codes in [errors.md](errors.md). Why something could not be done later is a *reason*: \`reason_code\` of posts, accounts, endpoints, rejections, held submissions and backups, and \`message_code\` of attempts. Codes never change their meaning; sentences may be reworded, and are in the language of \`Accept-Language\`. What stands in braces is in \`reason_values\` or \`message_values\`.

${parts.join('\n')}`
}

function proof(sender: Sender): string {
  const { signatures = [], token = [], checkBody } = sender
  if (sender.name === 'hmac') return 'a signature, by your own rule'
  if (!canProve(sender)) return 'nothing: it does not sign'
  if (checkBody) return 'the verify token in the body'
  const headers = signatures.map(({ header }) => `\`${header}\``).join(' or ')
  const schemes: Record<string, string> = { bearer: '`Authorization: Bearer`', basic: 'HTTP Basic' }
  const places = token.map((place) => schemes[place] ?? `\`${place.replace(/^(?:header:|body:\/)/, '')}\``)
  return headers ? `the signature in ${headers}` : `the secret itself: ${places.join(', ')}`
}

function secretOf(sender: Sender): string {
  const { secret, verifyToken } = sender
  if (secret) return sentence(nameOfSecret(sender)) + (secret.isOptional ? ' (optional)' : '')
  return verifyToken
    ? `none, but the ${sentence({ code: codeOfText(sender, 'verify_label') })} as \`verify_token\``
    : ''
}

function who(access: Access): string {
  if (access.mode === 'key_or_public') return `\`${access.scope}\`, or no key`
  if ('scope' in access) return `\`${access.scope}\``
  if ('role' in access) return `people: ${access.role}`
  if (access.mode === 'any_key') return 'any key'
  return access.mode === 'webhook' ? 'anyone with the URL' : 'anyone'
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n').concat('\n')
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!
}
