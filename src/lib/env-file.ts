import { existsSync } from 'node:fs'

/** Settings from `.env` in the working folder, when there is one. What is set already wins. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
