import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { connect } from 'node:tls'
import { watchTlsFiles } from '../../src/process/tls-files.ts'
import { createDatabase } from '../helpers/postgres.ts'
import { createPlace, type Doorpost, endNode, until } from '../helpers/process.ts'

const SECRET_KEY = 'the key that all nodes of this installation share'

// Certificates are renewed every few weeks, by a program that knows nothing about Doorpost.

const isRoot = process.getuid?.() === 0
const database = await createDatabase()
after(() => database.drop())

describe('a renewed certificate', () => {
  test('is in use after SIGHUP; a broken one is not, and the log says so', async (t) => {
    const place = createPlace(t)
    // Readable by the account that a server of root switches to.
    const files = writePair(place.folder, 'first', 0o644)
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY,
      TLS_CERT_FILE: files.certFile,
      TLS_KEY_FILE: files.keyFile,
    }
    const server = await place.start({ env })
    assert.equal(await nameOf(server), 'first')
    writePair(place.folder, 'second', 0o644)
    server.child.kill('SIGHUP')
    await until(async () => (await nameOf(server)) === 'second')

    fs.writeFileSync(files.keyFile, 'not a key')
    server.child.kill('SIGHUP')
    await until(() => /changed TLS files cannot be used, so the old certificate stays/.test(server.stdout))
    assert.equal(await nameOf(server), 'second')
  })

  test('reaches each of several processes', async (t) => {
    const place = createPlace(t)
    const files = writePair(place.folder, 'first', 0o644)
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY,
      PROCESSES: '2',
      TLS_CERT_FILE: files.certFile,
      TLS_KEY_FILE: files.keyFile,
    }
    const server = await place.start({ env })
    // Connections are distributed over the processes.
    const names = async () => new Set(await Promise.all([1, 2, 3, 4, 5, 6].map(() => nameOf(server))))
    assert.deepEqual(await names(), new Set(['first']))
    writePair(place.folder, 'second', 0o644)
    server.child.kill('SIGHUP')
    await until(async () => !(await names()).has('first'))
    assert.deepEqual(await names(), new Set(['second']))
    fs.writeFileSync(files.keyFile, 'not a key')
    server.child.kill('SIGHUP')
    const refusals = () => server.stdout.match(/changed TLS files cannot be used, so the old certificate stays/g)
    await until(() => refusals()?.length === 2)
    assert.deepEqual(await names(), new Set(['second']))
    await endNode(server)
  })

  test('that only root may read reaches a server that is no longer root', { skip: !isRoot }, async (t) => {
    const place = createPlace(t)
    const folder = join(place.folder, 'private')
    fs.mkdirSync(folder, { mode: 0o700 })
    const files = writePair(folder, 'first', 0o600)
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY,
      TLS_CERT_FILE: files.certFile,
      TLS_KEY_FILE: files.keyFile,
    }
    const server = await place.start({ env })
    assert.doesNotMatch(fs.readFileSync(`/proc/${server.pid}/status`, 'utf8'), /^Uid:\s+0/m)
    writePair(folder, 'second', 0o600)
    server.child.kill('SIGHUP')
    await until(async () => (await nameOf(server)) === 'second')
    await endNode(server)
    const refused = await place.run({ env: { ...env, PROCESSES: '2' } })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /PROCESSES needs TLS files that the account .* may read/)
  })

  test('is detected without a signal', async (t) => {
    const place = createPlace(t)
    const files = writePair(place.folder, 'first', 0o600)
    const renewed: string[] = []
    const watcher = watchTlsFiles(
      { files, inUse: '', everyMs: 10 },
      { onRenewed: ({ cert }) => renewed.push(cert.toString()), onProblem: () => {} },
    )
    t.after(watcher.stop)
    writePair(place.folder, 'second', 0o600)
    await until(() => renewed.at(-1) === fs.readFileSync(files.certFile, 'utf8'))
  })
})

function writePair(folder: string, name: string, mode: number): { certFile: string; keyFile: string } {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const words = ['req', '-x509', ...key, '-subj', `/CN=${name}`, '-days', '2', '-keyout', keyFile, '-out', certFile]
  execFileSync('openssl', words, { stdio: 'ignore' })
  for (const file of [certFile, keyFile]) fs.chmodSync(file, mode)
  return { certFile, keyFile }
}

/** The name in the certificate of a new connection. */
function nameOf({ port }: Doorpost): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}
