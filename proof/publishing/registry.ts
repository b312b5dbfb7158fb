import { readdir, readFile } from 'node:fs/promises'
import type { Scenario } from './scenarios/scenario.ts'

const FOLDER = new URL('scenarios/', import.meta.url)

/** Every scenario exported by a file in `scenarios`, by name. The other files there are shared code. */
export async function findScenarios(): Promise<Scenario[]> {
  const scenarios: Scenario[] = []
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith('.ts')).sort()) {
    const url = new URL(file, FOLDER)
    if (!/^export const scenario\b/m.test(await readFile(url, 'utf8'))) continue
    const { scenario } = (await import(url.href)) as { scenario: Scenario }
    scenarios.push(scenario)
  }
  return scenarios
}
