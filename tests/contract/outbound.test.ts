import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// Every request to another server goes through the guarded fetch (src/lib/net): providers and their approvals,
// endpoints, handshakes, previews, files, buckets, leads. It refuses forbidden addresses, and names the version of
// Doorpost (tests/unit/net/safe-fetch.test.ts).

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CLIENT =
  /(?<![\w.'`])fetch\((?!\))|\{[^}]*\brequest\b[^}]*\}\s*(?:=\s*process\.getBuiltinModule\(|from\s+)'node:https?'|'(?:node:http2|undici)'|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b/

/** Files where it is allowed, and why. */
const ALLOWED: Record<string, string> = {
  'src/lib/net/exchange.ts': 'is the guarded fetch',
  'src/commands/health.ts': 'asks the server on this machine, with as little as possible',
  'src/commands/connections.ts': 'asks the simulators on this machine',
  'src/commands/listen.ts': 'sends to the program of a developer, on the machine where the command runs',
  'src/db/credential-cache.ts': 'has a function of that name, which asks the database',
}

const filesWith = (pattern: RegExp) =>
  globSync('src/**/*.ts', { cwd: ROOT })
    .filter((file) => pattern.test(withoutComments(readFileSync(join(ROOT, file), 'utf8'))))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
}

test('the check finds other outbound calls', () => {
  for (const line of [
    'await fetch(url)',
    `const { request: ask } = process.getBuiltinModule('node:https')`,
    `import { createServer, request } from 'node:http'`,
    `import { fetch } from 'undici'`,
    'new WebSocket(url)',
  ]) {
    assert.match(line, CLIENT)
  }
  for (const line of ['await safeFetch(request)', `import { createServer } from 'node:http'`, 'this.fetch(url)']) {
    assert.doesNotMatch(line, CLIENT)
  }
})

test('nothing but the guarded fetch talks to other servers over HTTP', () => {
  assert.deepEqual(filesWith(CLIENT), Object.keys(ALLOWED).sort())
})

test('only the check whether Meta can fetch a file uses another agent name', () => {
  assert.deepEqual(filesWith(/'user-agent': [A-Z]/), ['src/lib/net/exchange.ts', 'src/media/diagnose.ts'])
})
