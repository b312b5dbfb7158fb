import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as createRequest, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { ask, graphCode, startSandbox } from './helper.ts'

// A sandbox runs on a developer's machine: a website must not control it, and it must not fetch from the local network.

const sandbox = await startSandbox()
after(() => sandbox.stop())
const { port, host } = new URL(sandbox.url)

const statusWith = (headers: Record<string, string>, method = 'GET', path = '/control/journal') =>
  new Promise<number>((resolve, reject) => {
    // `fetch` does not allow setting Host.
    const outgoing = createRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })

describe('the control interface', () => {
  it('serves programs on this machine', async () => {
    assert.equal(await statusWith({}), 200)
    assert.equal(await statusWith({ host: `localhost:${port}` }), 200)
    assert.equal(await statusWith({ origin: `http://${host}` }), 200)
  })

  it('refuses requests from a website', async () => {
    for (const origin of ['https://evil.example', 'null', `http://localhost:${Number(port) + 1}`]) {
      assert.equal(await statusWith({ origin }), 403, origin)
      assert.equal(await statusWith({ origin }, 'POST', '/control/reset'), 403, origin)
    }
  })

  it('refuses names that were rebound to this address', async () => {
    for (const name of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', 'x y']) {
      assert.equal(await statusWith({ host: `${name}:${port}` }), 403, name)
    }
  })
})

describe('media', () => {
  it('are only fetched from the sandbox itself and public addresses, whatever a redirect says', async () => {
    let visits = 0
    const intranet = createServer((_request, response) => {
      visits += 1
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('secret')
    })
    intranet.listen(0, '127.0.0.1')
    await once(intranet, 'listening')
    after(() => intranet.close())
    const inside = (intranet.address() as AddressInfo).port
    const { access_token: token } = await sandbox.control.token({ platform: 'instagram' })
    const create = (image_url: string) =>
      ask(`${sandbox.url}/instagram`, '/me/media', { form: { image_url, caption: 'x' }, token })
    assert.equal((await create(sandbox.media('a.jpg'))).status, 200)
    for (const url of [
      `http://127.0.0.1:${inside}/a.jpg`,
      `http://localhost:${inside}/a.jpg`,
      `http://[::ffff:127.0.0.1]:${inside}/a.jpg`,
      `http://2130706433:${inside}/a.jpg`,
      'http://169.254.169.254/latest/meta-data/',
    ]) {
      assert.equal(graphCode(await create(url)), '9004/2207052', url)
    }
    assert.equal(visits, 0)
  })
})
