/** Limits all parts of the file that are read together, and the text of its cells. */
export const UNPACKED_MAX = 50 * 1_048_576
/** Without the header. */
export const SHEET_ROWS_MAX = 200_000
/** No import has this many columns: a row with more is refused by its number of cells. */
export const CELLS_MAX = 1_000

export type SheetFormat = 'xlsx' | 'ods'

/**
 * `other_zip` is a zip that is not a spreadsheet, `binary` an .xlsb, `numbers` a file of Apple Numbers, `locked` one with
 * a password.
 */
export type SheetProblem =
  | 'too_large'
  | 'too_many_rows'
  | 'broken'
  | 'other_zip'
  | 'binary'
  | 'numbers'
  | 'locked'
  | 'too_slow'

export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError'
  readonly problem: SheetProblem

  constructor(problem: SheetProblem, options?: ErrorOptions) {
    super(`the spreadsheet cannot be read: ${problem}`, options)
    this.problem = problem
  }
}
