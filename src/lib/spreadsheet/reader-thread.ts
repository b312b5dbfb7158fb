import { parentPort, workerData } from 'node:worker_threads'
import { type SheetFormat, type SheetProblem, SpreadsheetError } from './limits.ts'
import { readOds } from './ods.ts'
import { unpackSpreadsheet } from './unpack.ts'
import { readXlsx } from './xlsx.ts'

// The thread that reads one spreadsheet: spreadsheet.ts starts it.

/** The first sheet as CSV in UTF-8. `firstLine` is the number of its first row that is not blank. */
export interface SheetBytes {
  format: SheetFormat
  bytes: Uint8Array<ArrayBuffer>
  firstLine: number
}

export type ThreadAnswer = SheetBytes | { problem: SheetProblem }

async function read(bytes: Uint8Array): Promise<ThreadAnswer> {
  try {
    const { format, parts } = unpackSpreadsheet(bytes)
    const { text, firstLine } = format === 'xlsx' ? await readXlsx(parts) : readOds(parts)
    return { format, bytes: new TextEncoder().encode(text), firstLine }
  } catch (error) {
    if (error instanceof SpreadsheetError) return { problem: error.problem }
    throw error
  }
}

const answer = await read(workerData as Uint8Array)
parentPort!.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : [])
