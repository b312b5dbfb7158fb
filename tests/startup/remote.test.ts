import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serverOptions } from '../../scripts/server-options.ts'
import { verifyEvent } from '../../sdk/src/index.ts'
import { createPlace, createTemplate, type Finished, spawnNode, until } from '../helpers/process.ts'
import { openTcpProxy } from '../helpers/tcp-proxy.ts'

// The commands that ask a server through its API. The sandbox has accounts of networks.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const template = await createTemplate({ after })
const env = { SANDBOX: 'true', RATE_LIMIT_AUTHENTICATED: '100000' }
const place = createPlace({ after }, { template, env })
const server = await place.start()
const key = (await place.cli(['keys', 'create', '--name', 'cli'])).stdout.trim().split('\n').at(-1)!
const remote = (words: string[], given: Record<string, string> = {}): Promise<Finished> =>
  place.cli(words, { env: { DOORPOST_URL: server.url, DOORPOST_KEY: key, ...given } })

async function print(words: string[]): Promise<string> {
  const { code, stdout, stderr } = await remote(words)
  assert.equal(code, 0, stderr)
  return stdout
}

// biome-ignore lint/suspicious/noExplicitAny: what the API says
async function json(words: string[]): Promise<any> {
  return JSON.parse(await print([...words, '--json']))
}

async function refused(words: string[], given: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await remote(words, given)
  assert.notEqual(code, 0)
  assert.equal(stdout, '')
  return stderr
}

describe('nouns', () => {
  test('contacts: create, list, show, update, export, delete', async () => {
    const made = await print([
      'contacts',
      'create',
      '--first-name',
      'Ana',
      '--email',
      'ana@example.com',
      '--utm-source',
      'cli',
    ])
    const id = made.trim().split('\n').at(-1)!
    const table = await print(['contacts', 'list', '--utm-source', 'cli'])
    assert.match(table, /^ID +NAME +EMAIL +SOURCE +STATUS +CREATED\n/)
    assert.match(table, new RegExp(`${id} +Ana +ana@example\\.com +cli +new `))
    assert.match(await print(['contacts', 'show', id]), /first_name +Ana\n/)
    await print(['contacts', 'update', id, '--status', 'won', '--email', ''])
    const [listed] = await json(['contacts', 'list', '--utm-source', 'cli'])
    assert.deepEqual([listed.status, listed.email], ['won', null])
    assert.match(await print(['contacts', 'export', '--utm-source', 'cli']), /Ana/)
    const file = join(place.folder, 'out.csv')
    await print(['contacts', 'export', '--to', file])
    assert.match(fs.readFileSync(file, 'utf8'), /Ana/)
    assert.equal((await json(['contacts', 'delete', id])).deleted, true)
    assert.match(await print(['contacts', 'list', '--utm-source', 'cli']), /There are no such contacts/)
  })

  test('a list goes over pages, up to --limit', async () => {
    for (let at = 0; at < 5; at++) await print(['contacts', 'create', '--first-name', `P${at}`, '--utm-source', 'many'])
    assert.equal((await json(['contacts', 'list', '--utm-source', 'many', '--limit', '3'])).length, 3)
    assert.match(await refused(['contacts', 'list', '--limit', 'all']), /--limit must be a number/)
  })

  test('what strangers wrote cannot control the terminal', async () => {
    const name = 'Eve\u001b[31m\u202eevE'
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ first_name: 'Eve\u202eevE', company: 'a\nb', utm_source: 'eve' })
    assert.equal((await fetch(`${server.url}/v1/contacts`, { method: 'POST', headers, body })).status, 201)
    const shown = await print(['contacts', 'list', '--utm-source', 'eve'])
    assert.ok(!shown.includes(name) && !shown.includes('\u202e'))
    assert.match(shown, /Eve evE/)
  })

  test('links: create, update, list, show, delete', async () => {
    const made = await print(['links', 'create', 'https://example.com/spring', '--name', 'Spring'])
    assert.match(made.trim().split('\n').at(-1)!, /\/l\/\w+$/)
    const [link] = await json(['links', 'list'])
    assert.equal(
      (await json(['links', 'update', link.id, '--target', 'https://example.com/summer'])).target,
      'https://example.com/summer',
    )
    assert.match(await print(['links', 'list']), /https:\/\/example\.com\/summer/)
    await print(['links', 'delete', link.id])
    assert.match(await refused(['links', 'show', link.id]), /^doorpost: /)
  })

  test('forms: create, list, submissions, delete', async () => {
    const made = await print(['forms', 'create', '--name', 'Contact'])
    assert.match(made.trim().split('\n').at(-1)!, /^http/)
    const [form] = await json(['forms', 'list'])
    const sent = await fetch(form.submit_url.replace(/^https?:\/\/[^/]+/, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Bo', email: 'bo@example.com' }),
    })
    assert.equal(sent.status, 201)
    assert.match(await print(['forms', 'submissions', form.id]), /^ID +STATE/)
    assert.equal((await json(['forms', 'submissions', form.id])).length, 1)
    await print(['forms', 'delete', form.id])
  })

  test('media: upload, list, delete', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const file = join(place.folder, 'pixel.png')
    fs.writeFileSync(file, Buffer.from(pixel, 'base64'))
    const shown = await print(['media', 'upload', file, '--alt', 'A pixel'])
    assert.match(shown, /^image\/png, \d+ bytes:\nhttp.*\n$/)
    const [media] = await json(['media', 'list'])
    assert.deepEqual([media.name, media.alt_text], ['pixel.png', 'A pixel'])
    await print(['media', 'delete', media.id])
    assert.match(await refused(['media', 'upload', join(place.folder, 'none.png')]), /cannot be read/)
  })
})

describe('contacts import', () => {
  const file = join(place.folder, 'list.csv')

  test('stores the rows and says what became of them', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `Row ${at},row${at}@example.com,import`)
    fs.writeFileSync(file, ['first_name,email,utm_source', ...rows].join('\n'))
    assert.match(
      await print(['contacts', 'import', file, '--dry-run']),
      /^300 rows: 300 would be stored, .*Nothing was stored/,
    )
    assert.deepEqual(await json(['contacts', 'list', '--utm-source', 'import']), [])
    assert.match(
      await print(['contacts', 'import', file]),
      /^300 rows: 300 created, 0 merged, 0 skipped, 0 refused\.\n$/,
    )
    const again = await json(['contacts', 'import', file, '--duplicates', 'skip'])
    assert.deepEqual([again.state, again.skipped], ['done', 300])
  })

  test('ends with 1 if rows were refused, and names the file that it cannot read', async () => {
    fs.writeFileSync(file, 'first_name,email\nGood,good@example.com\nBad,nothing\n')
    const { code, stdout } = await remote(['contacts', 'import', file])
    assert.deepEqual([code, stdout.split('\n', 1)[0]], [1, '2 rows: 1 created, 0 merged, 0 skipped, 1 refused.'])
    assert.match(await refused(['contacts', 'import', 'missing.csv']), /cannot be read: missing\.csv/)
    assert.match(await refused(['contacts', 'import', file, '--duplicates', 'drop']), /add, skip or merge/)
  })

  test('shows on a terminal how far it is', {
    skip: spawnSync('script', ['--version']).error ? 'script is not installed' : false,
  }, async () => {
    const rows = Array.from({ length: 4_000 }, (_, at) => `Row ${at},long${at}@example.com,long`)
    fs.writeFileSync(file, ['first_name,email,utm_source', ...rows].join('\n'))
    const command = [process.execPath, ...serverOptions(), 'src/cli.ts', 'contacts', 'import', file].join(' ')
    const given = { ...process.env, DOORPOST_URL: server.url, DOORPOST_KEY: key, TERM: 'xterm' }
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { cwd: ROOT, env: given, encoding: 'utf8' })
    assert.match(stdout, /Importing: \[#*\.*\] +\d+ %, [\d,]+ of 4,000 rows/)
    assert.match(stdout, /4,000 rows: 4000 created/)
  })
})

describe('post', () => {
  test('without a time it is a draft on each network', async () => {
    const shown = await print(['post', 'Doors open at nine.', '--on', 'x,bluesky'])
    assert.match(shown, /^It is a draft, on x:\S+, bluesky:\S+\.\n/)
    const posts = await json(['posts', 'list'])
    assert.deepEqual(
      posts.map(({ status, content }: Record<string, string>) => [status, content]),
      [
        ['draft', 'Doors open at nine.'],
        ['draft', 'Doors open at nine.'],
      ],
    )
    for (const { id } of posts) await print(['posts', 'delete', id])
  })

  test('a time is on the clocks of the workspace, and is said back', async () => {
    await place.sql(`update workspaces set time_zone = 'America/New_York'`)
    const shown = await print(['post', 'Later.', '--on', 'x', '--at', '2099-01-05 9:00'])
    assert.match(shown, /^It goes out on Mon 5 Jan 2099, 9:00 in New York, on x:/)
    const [post] = await json(['posts', 'list'])
    assert.deepEqual([post.status, post.scheduled_date], ['scheduled', '2099-01-05T14:00:00.000Z'])
    assert.match(await print(['posts', 'list']), /2099-01-05T14:00:00Z/)
    await print(['posts', 'cancel', post.id])
    assert.equal((await json(['posts', 'show', post.id])).status, 'draft')
    await print(['posts', 'delete', post.id])
  })

  test('now goes out', async () => {
    const { posts } = await json(['post', 'Right now.', '--on', 'x', '--at', 'now'])
    await until(async () => (await json(['posts', 'show', posts[0].id])).publication.state === 'published')
  })

  test('a dry run stores nothing and shows what is wrong', async () => {
    const before = (await json(['posts', 'list'])).length
    const shown = await print(['post', '語'.repeat(200), '--on', 'x', '--dry-run'])
    assert.match(shown, /^Nothing was stored\. It is a draft, on x:\S+\n {2}x:\S+: .*280/)
    assert.equal((await json(['posts', 'list'])).length, before)
  })

  test('an unclear or past time, a network that is none, and one without an account are refused', async () => {
    const at = async (time: string) => refused(['post', 'Text', '--on', 'x', '--at', time])
    assert.match(await at('03/04 9:00'), /the day or the month first/)
    assert.match(await at('2020-01-01 9:00'), /has passed/)
    assert.match(await at('whenever'), /no time of day/)
    assert.match(
      await refused(['post', 'Text', '--on', 'blusky']),
      /Did you mean "bluesky"\?.*Connected are .*x:sandbox/,
    )
    assert.match(await refused(['post', 'Text', '--on', 'x:nobody']), /no account for "x:nobody"/)
    assert.match(await refused(['post', 'Text', '--on', 'x,x']), /twice/)
    assert.match(await refused(['post', 'Text']), /--on is required/)
    assert.match(await refused(['post', '--on', 'x']), /TEXT is missing/)
  })
})

describe('listen', () => {
  test('sends every event once and signed, though the connection breaks, and shows each result', async () => {
    const received: Array<{ headers: IncomingHttpHeaders; body: string }> = []
    const program = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        received.push({ headers: request.headers, body })
        response.writeHead(received.length === 2 ? 500 : 204).end()
      })
    }).listen(0, '127.0.0.1')
    after(() => void program.close())
    const proxy = await openTcpProxy({ host: '127.0.0.1', port: server.port })
    after(() => proxy.close())
    const port = () => (program.address() as AddressInfo).port
    const words = ['listen', '--forward-to', `http://127.0.0.1:${port()}/hooks`, '--events', 'contact.*']
    const given = { DOORPOST_URL: `http://127.0.0.1:${proxy.port}`, DOORPOST_KEY: key }
    const listening = spawnNode([...serverOptions(), join(ROOT, 'src/cli.ts'), ...words], { env: given, cwd: ROOT })
    after(() => void listening.child.kill('SIGKILL'))
    await until(() => listening.stdout.includes('Connected.'))
    const secret = /whsec_\S+/.exec(listening.stdout)![0]
    const sent: string[] = []
    for (let at = 0; at < 12; at++) {
      sent.push((await json(['contacts', 'create', '--first-name', `L${at}`])).id)
      if (at === 4 || at === 8) proxy.cut()
    }
    await json(['links', 'create', 'https://example.com/not-a-contact'])
    const ids = () => received.map(({ body }) => JSON.parse(body).data.id as string)
    await until(() => sent.every((id) => ids().includes(id)))
    assert.deepEqual(ids(), sent, 'each once, in order')
    for (const { headers, body } of received) {
      const event = await verifyEvent({ headers, body, secret })
      assert.deepEqual([event.type, event.id], ['contact.created', headers['webhook-id']])
    }
    await until(() => listening.stdout.split('contact.created').length === 13)
    assert.match(listening.stdout, /contact\.created {2}\S+ {2}204 {2}\d+ ms\n/)
    assert.match(listening.stdout, /contact\.created {2}\S+ {2}500 {2}\d+ ms\n/)
    assert.match(listening.stdout, /nothing is missed/)
    program.closeAllConnections()
    await new Promise((resolve) => program.close(resolve))
    await json(['contacts', 'create', '--first-name', 'Nobody'])
    await until(() => /failed: ECONNREFUSED/.test(listening.stdout))
    listening.child.kill('SIGINT')
    const { code, stderr } = await listening.ended
    assert.deepEqual([code, stderr], [0, ''])
  })

  test('a wrong address, type and secret are refused', async () => {
    assert.match(await refused(['listen']), /--forward-to is required/)
    assert.match(await refused(['listen', '--forward-to', 'ftp://x']), /must be an address/)
    const to = ['listen', '--forward-to', '3000']
    assert.match(await refused([...to, '--events', 'contacts']), /not a type of events/)
    assert.match(await refused([...to, '--secret-from', 'NOTHING']), /whsec_/)
  })
})

describe('errors teach', () => {
  test('a server that is not there, is something else, or is named wrongly', async () => {
    const list = ['contacts', 'list']
    assert.match(
      await refused(list, { DOORPOST_URL: 'http://127.0.0.1:1' }),
      /cannot be reached at http:\/\/127\.0\.0\.1:1 .*DOORPOST_URL, or use --url/,
    )
    assert.match(await refused(list, { DOORPOST_URL: 'doorpost.example' }), /"doorpost\.example" is not an address/)
    const other = createServer((_, response) => void response.end('<html>')).listen(0, '127.0.0.1')
    await until(() => other.listening)
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    assert.match(await refused([...list, '--url', url]), /is not Doorpost/)
    other.closeAllConnections()
    other.close()
    assert.match(await refused([...list, '--url', `${server.url}/dashboard`]), /^doorpost: /)
  })

  test('a key that is missing, none, unknown, or may not', async () => {
    const list = ['contacts', 'list']
    assert.match(await refused(list, { DOORPOST_KEY: '' }), /An API key is needed.*keys create/)
    assert.match(await refused(list, { DOORPOST_KEY: 'hello' }), /not an API key/)
    assert.match(await refused(list, { DOORPOST_KEY: `svc_pk_${'0'.repeat(38)}` }), /not one of http/)
    const { stdout } = await place.cli(['keys', 'create', '--name', 'few', '--scopes', 'posts:read'])
    const few = stdout.trim().split('\n').at(-1)!
    assert.match(await refused(list, { DOORPOST_KEY: few }), /contacts:read/)
    const error = await refused(['contacts', 'create', '--json'])
    assert.match(JSON.parse(error).error, /first_name/)
  })

  test('a key never stands on the command line, but may come from a file or the input', async () => {
    for (const words of [['--key', key], [`--key=${key}`], ['--key-from', key]]) {
      const stderr = await refused(['contacts', 'list', ...words])
      assert.match(stderr, /everybody on this machine/)
      assert.ok(!stderr.includes(key))
    }
    const file = join(place.folder, 'key')
    fs.writeFileSync(file, `${key}\n`, { mode: 0o600 })
    const bare = { DOORPOST_URL: server.url }
    assert.equal((await place.cli(['contacts', 'list', '--key-from', file], { env: bare })).code, 0)
    assert.equal((await place.cli(['contacts', 'list', '--key-from', '-'], { env: bare, input: key })).code, 0)
    assert.match(
      (await place.cli(['contacts', 'list', '--key-from', 'none'], { env: bare })).stderr,
      /cannot be read: none/,
    )
  })
})

describe('completion', () => {
  /** What the shell offers after these words. */
  async function offer(...words: string[]): Promise<string[]> {
    const { stdout: script } = await place.cli(['completion', 'bash'])
    const list = words.map((word) => `'${word}'`).join(' ')
    const shell = spawn('bash', [
      '--norc',
      '-c',
      `${script}\nCOMP_WORDS=(doorpost ${list})\nCOMP_CWORD=${words.length}\n_doorpost\nprintf '%s\\n' "\${COMPREPLY[@]}"`,
    ])
    let out = ''
    shell.stdout.on('data', (part) => {
      out += part
    })
    await new Promise((resolve) => shell.on('close', resolve))
    return out.trim().split('\n')
  }

  test('bash offers commands, their parts and their options', {
    skip: spawnSync('bash', ['--version']).error ? 'no bash' : false,
  }, async () => {
    assert.deepEqual(await offer('cont'), ['contacts'])
    assert.deepEqual(await offer('contacts', 'im'), ['import'])
    assert.deepEqual(await offer('events', 'endpoints', 'ro'), ['rotate'])
    assert.deepEqual(await offer('contacts', 'import', '--du'), ['--duplicates'])
    assert.deepEqual(await offer('contacts', 'import', 'package.j'), ['package.json'])
    assert.deepEqual(await offer('post', '--o'), ['--on'])
    assert.deepEqual(await offer('completion', 'f'), ['fish'])
    assert.ok((await offer('')).includes('doctor'))
  })

  for (const shell of ['zsh', 'fish']) {
    const skip = spawnSync(shell, ['--version']).error ? `${shell} is not installed` : false
    test(`${shell} understands its script`, { skip }, async () => {
      const { stdout: script } = await place.cli(['completion', shell])
      const file = join(place.folder, `completion.${shell}`)
      fs.writeFileSync(file, script)
      const checked = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
      assert.deepEqual([checked.status, checked.stderr], [0, ''])
      if (shell !== 'fish') return
      const offered = spawnSync('fish', ['-c', `source ${file}; complete -C 'doorpost contacts im'`], {
        encoding: 'utf8',
      })
      assert.match(offered.stdout, /^import\t/)
    })
  }

  test('another shell is refused', async () => {
    assert.match((await place.cli(['completion', 'tcsh'])).stderr, /bash, zsh or fish/)
  })
})
