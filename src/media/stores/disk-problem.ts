import { ApiError } from '../../errors.ts'

const FULL = 'is full'
const CLOSED = 'cannot be written'
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: CLOSED,
  EACCES: CLOSED,
  EPERM: CLOSED,
  EMFILE: 'cannot be opened, because too many files are open',
  ENFILE: 'cannot be opened, because too many files are open',
  EIO: 'reports errors',
}

/** What is wrong with the disk, as the end of a sentence. Takes an error of the system, or the refusal that was made of it. */
export function diskProblemOf(error: unknown): string | undefined {
  const cause = error instanceof ApiError ? error.cause : error
  return PROBLEMS[(cause as NodeJS.ErrnoException | null)?.code ?? '']
}

/** What the system says about the disk as 503, whose reason is in the log. Any other error as it is. */
export function toDiskRefusal(error: unknown): unknown {
  const problem = diskProblemOf(error)
  if (problem === undefined) return error
  return new ApiError('service_unavailable', {
    message: `The disk for files ${problem}, so nothing was stored. Tell the operator, then send the file again.`,
    headers: { 'retry-after': '60' },
    cause: error,
  })
}
