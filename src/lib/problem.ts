/** A condition outside the program that a person can fix: shown as one line, without a stack. */
export class SetupError extends Error {
  override readonly name: string = 'SetupError'
}

/** For the terminal: a problem that a person can fix is one line, a bug shows its stack. */
export function explainFailure(error: unknown): string {
  if (error instanceof SetupError) return error.message.replace(/^/gm, 'doorpost: ')
  return `doorpost: unexpected error\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
