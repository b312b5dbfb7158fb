import { watchTlsFiles } from './tls-files.ts'

// A process that keeps root's rights for one thing: reading renewed certificates, which only root may, for a server that
// has given these rights up. It takes no input but "look now", and ends with its server.

export type FromTlsReader = { cert: string; key: string } | { problem: string }

const [certFile = '', keyFile = '', inUse = ''] = process.argv.slice(2)
const send = (message: FromTlsReader) => void process.send?.(message)
const watcher = watchTlsFiles(
  { files: { certFile, keyFile }, inUse },
  {
    onRenewed: ({ cert, key }) => send({ cert: cert.toString(), key: key.toString() }),
    onProblem: (problem) => send({ problem }),
  },
)
process.on('message', watcher.check)
process.on('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
