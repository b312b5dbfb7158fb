import { mkdir, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The result of a part, for the screen and the JSON file. */
export interface PartReport {
  name: string
  tables: Table[]
  verdicts: Verdict[]
  /** Any entry makes the run invalid. */
  errors: string[]
  data: unknown
}

export interface Table {
  title: string
  header: string[]
  rows: string[][]
}

export interface Verdict {
  what: string
  measured: string
  target: string
  met: boolean
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Median of the ratios per round. Both values of a round are taken side by side, so a slow machine affects both. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / theirs[round]!))
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)} x`
}

export function printReport(report: PartReport): void {
  for (const table of report.tables) printTable(table)
  if (report.verdicts.length > 0) {
    const rows = report.verdicts.map(({ what, measured, target, met }) => [
      what,
      measured,
      target,
      met ? 'met' : 'missed',
    ])
    printTable({ title: `Targets of ${report.name}`, header: ['', 'measured', 'target', 'verdict'], rows })
  }
  if (report.errors.length > 0) {
    console.log(`\nINVALID: the numbers above do not count, because requests failed.\n${report.errors.join('\n')}`)
  }
}

export function printTable({ title, header, rows }: Table): void {
  console.log(`\n${title}\n${formatTable(header, rows)}`)
}

/** Aligns the first column left and numbers right. */
function formatTable(header: string[], rows: string[][]): string {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')
  return [header, ...rows].map((cells) => `  ${line(cells)}`.trimEnd()).join('\n')
}

/** Writes a result below bench/results. Returns its path. */
export async function saveResult(name: string, result: object): Promise<string> {
  const folder = new URL('../results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  const at = new Date().toISOString()
  const file = new URL(`${name}-${at.replace(/[:.]/g, '-')}.json`, folder)
  await writeFile(file, `${JSON.stringify({ at, node: process.version, ...result }, null, 2)}\n`)
  return relative(process.cwd(), fileURLToPath(file))
}
