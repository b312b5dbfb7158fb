import { watchTlsFiles } from './tls-files.ts'

// A process that keeps root privileges only to read renewed certificates, for a server that has dropped them. Its only
// input is "check now", and it ends with its server.

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
