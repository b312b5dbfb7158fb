import { runSimulators } from '../process/sandbox.ts'
import { type Commands, UsageError } from './line/command.ts'

export const commands: Commands = {
  '': {
    summary: 'Run simulators of the platforms, with faults on demand, until Ctrl-C. See simulators/README.md.',
    usage: '[--port PORT]',
    options: { port: { value: 'PORT', meaning: 'port to listen on (default: 8090)' } },
    async run(context, options) {
      const port = Number(options.port ?? 8090)
      if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port must be from 0 to 65535.')
      const simulators = await runSimulators(port)
      context.print(`SANDBOX: simulated platforms at ${simulators.url}. Nothing there is public. Stop with Ctrl-C.`)
      context.result({ url: simulators.url })
      await new Promise<void>((resolve) => {
        process.once('SIGINT', resolve)
        process.once('SIGTERM', resolve)
      })
      await simulators.stop()
    },
  },
}
