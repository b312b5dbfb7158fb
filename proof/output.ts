import { mkdir, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// Printing and saving of results, for all proofs.

const RESULTS = new URL('../bench/results/', import.meta.url)

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** "published 12, failed 3" */
export function list(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

/** Writes the result beside those of the benchmarks. Returns a path to show. */
export async function saveResult(name: string, result: object): Promise<string> {
  await mkdir(RESULTS, { recursive: true })
  const at = new Date().toISOString()
  const file = new URL(`${name}-${at.replace(/[:.]/g, '-')}.json`, RESULTS)
  await writeFile(file, `${JSON.stringify({ at, node: process.version, ...result }, null, 2)}\n`)
  return relative(process.cwd(), fileURLToPath(file))
}
