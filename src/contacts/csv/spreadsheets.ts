import { retryLater } from '../../errors.ts'
import { createWorkLine, LineFullError } from '../../lib/bounds/work-line.ts'
import { message } from '../../messages/message.ts'

/** Each waits with up to 10 MiB in memory. */
const WAITING_MAX = 10

export type Spreadsheets = ReturnType<typeof createSpreadsheets>

/** Imports one spreadsheet after the other: unpacked, each may take hundreds of megabytes. */
export function createSpreadsheets() {
  const line = createWorkLine({ atOnce: 1, waitingMax: WAITING_MAX })
  return {
    read: <T>(work: () => Promise<T>): Promise<T> =>
      line.run(work).catch((error) => {
        if (!(error instanceof LineFullError)) throw error
        throw retryLater('rate_limit_exceeded', message('import.too_many_at_once'), 5, error)
      }),
  }
}
