import { openTcpProxy } from '../../../tests/helpers/tcp-proxy.ts'
import type { ToNetwork } from './network.ts'

const [port, cables] = process.argv.slice(2).map(Number)

const proxies = await Promise.all(
  Array.from({ length: cables! }, () => openTcpProxy({ host: '127.0.0.1', port: port! })),
)
process.on('message', ({ kind, at }: ToNetwork) => proxies[at]![kind]())
// Without its parent, nothing would stop it.
process.on('disconnect', () => process.exit(0))
process.send!(proxies.map((proxy) => proxy.port))
