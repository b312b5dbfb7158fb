import { runCli } from '../../src/commands/cli.ts'

// Runs one command after the other for tests/helpers/process.ts, and reports what each has printed. A process for each
// would take most of a second to start.

export interface CommandLine {
  words: string[]
  env: Record<string, string>
}

export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

process.on('message', async ({ words, env }: CommandLine) => {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: string | Uint8Array) => {
      printed[name] += String(text)
      return true
    }
  }
  const code = await runCli(words, env, process.cwd())
  process.send!({ code, ...printed } satisfies CommandResult)
})

// The process that asked is gone.
process.on('disconnect', () => process.exit())
