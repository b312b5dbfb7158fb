import { join } from 'node:path'
import { freePort } from '../../../tests/helpers/redis.ts'
import { createProgram, type Program, untilReady } from './program.ts'

/** One member is enough on one machine; a real cluster has three. */
export async function startEtcd(folder: string): Promise<{ program: Program; port: number }> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  const words = Object.entries({
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
    // See patroni.ts.
    'enable-v2': 'true',
  }).map(([name, value]) => `--${name}=${value}`)
  // It refuses to run on some architectures without this variable.
  const env = { ETCD_UNSUPPORTED_ARCH: process.arch }
  const program = createProgram({ name: 'etcd', command: 'etcd', words, folder, env })
  program.start()
  await untilReady('etcd', async () => (await fetch(`${url}/health`)).ok)
  return { program, port }
}
