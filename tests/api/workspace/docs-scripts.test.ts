import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startServer } from '../../helpers/server.ts'

// The scripts in docs/how-to/events.md as a reader would copy them, run against a server that misbehaves.

const guide = readFileSync(new URL('../../../docs/how-to/events.md', import.meta.url), 'utf8')
const server = await startServer()
const key = await server.key()

interface Script {
  file: string
  command: string[]
  /** Programs that it needs besides its interpreter. */
  tools: string[]
}

const SCRIPTS: Script[] = [
  { file: 'poll.sh', command: ['sh'], tools: ['curl', 'jq', 'awk'] },
  { file: 'poll.mjs', command: [process.execPath], tools: [] },
  { file: 'poll.py', command: ['python3'], tools: [] },
]

function scriptOf(file: string): string {
  const [, text] =
    new RegExp(`^\`${file.replace('.', '\\.')}\`.*\\n\\n<!--.*-->\\n\`\`\`\\w+\\n([\\s\\S]*?)\\n\`\`\``, 'm').exec(
      guide,
    ) ?? []
  assert.ok(text, `docs/how-to/events.md has no ${file}`)
  return text
}

function isInstalled(tool: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
}

type Respond = (response: ServerResponse, url: string) => void | Promise<void>

/** Gives these answers in turn, then those of the real server. */
async function startTrouble(answers: Respond[]) {
  const asked: string[] = []
  const trouble = createServer(async (request, response) => {
    asked.push(request.url!)
    const next = answers.shift()
    if (next) return next(response, request.url!)
    const { authorization = '' } = request.headers
    const real = await fetch(`${server.url}${request.url}`, { headers: { authorization } })
    response.writeHead(real.status, { 'content-type': 'application/json' }).end(await real.text())
  })
  trouble.listen(0, '127.0.0.1')
  await once(trouble, 'listening')
  after(() => trouble.close())
  return { url: `http://127.0.0.1:${(trouble.address() as AddressInfo).port}`, asked }
}

const refuse =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: 'x', message: `No, said ${status}.` }))

async function runScript({ file, command }: Script, folder: string, url: string, secret: string) {
  const path = join(folder, file)
  writeFileSync(path, scriptOf(file).replaceAll('https://doorpost.example', url))
  const child = spawn(command[0]!, [...command.slice(1), path], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, KEY: secret },
    timeout: 30_000,
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const [code] = await once(child, 'close')
  return { code, events: out.split('\n').filter(Boolean), err }
}

const cursorIn = (folder: string) => readFileSync(join(folder, 'cursor'), 'utf8').trim()

for (const script of SCRIPTS) {
  const missing = [script.command[0]!, ...script.tools].filter((tool) => !isInstalled(tool))
  describe(script.file, { skip: missing.length > 0 ? `${missing.join(', ')} is not installed` : false }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'doorpost-poll-'))
    after(() => rmSync(folder, { recursive: true }))
    const addContact = async (first_name: string) => {
      await server.send('POST', '/v1/contacts', { key, json: { first_name } })
      await server.deps.courier.runDue()
    }
    const namesOf = (events: string[]) => events.map((line) => JSON.parse(line).data.first_name)

    test('reads new events, once each', async () => {
      const { url } = await startTrouble([])
      await addContact('Ana')
      const first = await runScript(script, folder, url, key)
      assert.equal(first.code, 0, first.err)
      assert.equal(namesOf(first.events).at(-1), 'Ana')
      await addContact('Ben')
      const second = await runScript(script, folder, url, key)
      assert.deepEqual([second.code, namesOf(second.events)], [0, ['Ben']], second.err)
    })

    test('waits as told after 429 and 503, and misses nothing', async () => {
      await addContact('Cleo')
      const at: number[] = []
      const timed =
        (respond: Respond): Respond =>
        (response, url) => {
          at.push(performance.now())
          return respond(response, url)
        }
      const before = cursorIn(folder)
      const { url, asked } = await startTrouble([
        timed(refuse(429, { 'retry-after': '1' })),
        timed(refuse(503, { 'Retry-After': '0' })),
        timed(refuse(503, { 'retry-after': '0' })),
      ])
      const { code, events, err } = await runScript(script, folder, url, key)
      assert.deepEqual([code, namesOf(events)], [0, ['Cleo']], err)
      for (const each of asked.slice(0, 4)) assert.match(each, new RegExp(`cursor=${before}`), 'the cursor was lost')
      assert.ok(at[1]! - at[0]! >= 900, 'it came back before it was told to')
      assert.notEqual(cursorIn(folder), before)
    })

    test('stops at a refusal, says why, and keeps its cursor', async () => {
      const before = cursorIn(folder)
      const { url } = await startTrouble([])
      const wrong = await runScript(script, folder, url, 'svc_pk_wrong')
      assert.notEqual(wrong.code, 0)
      assert.match(wrong.err, /answered 401: \w/)
      assert.deepEqual([wrong.events, cursorIn(folder)], [[], before])
      const broken = await startTrouble([refuse(500)])
      assert.match((await runScript(script, folder, broken.url, key)).err, /answered 500: No, said 500/)
      assert.equal(cursorIn(folder), before)
      await addContact('Dora')
      const { events } = await runScript(script, folder, url, key)
      assert.deepEqual(namesOf(events), ['Dora'])
    })
  })
}

test('a shell can parse every shell command in the documents', () => {
  const files = ['README.md', ...globSync('docs/*/*.md', { cwd: new URL('../../../', import.meta.url) })]
  assert.ok(files.length > 20)
  for (const file of files) {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
    for (const [, script] of text.matchAll(/```sh\n([\s\S]*?)\n```/g)) {
      const { status, stderr } = spawnSync('sh', ['-n'], { input: script })
      assert.equal(status, 0, `${file}: ${stderr}\n${script}`)
    }
  }
})
