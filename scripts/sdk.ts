import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installPackages } from '../sdk/install.ts'

// `npm run sdk` writes sdk/src/generated from openapi.json and compiles the SDK with its own TypeScript.

const FOLDER = fileURLToPath(new URL('../sdk', import.meta.url))

try {
  await installPackages()
  run(['generate.ts', ...process.argv.slice(2)])
  run(['node_modules/typescript/bin/tsc'])
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

function run(words: string[]): void {
  execFileSync(process.execPath, ['--no-warnings', ...words], { cwd: FOLDER, stdio: 'inherit' })
}
