const INTERRUPTED = 130

/** Runs `work` with a signal that Ctrl-C aborts, so that it can clean up. The exit code is then that of an interrupt. */
export async function untilInterrupted(
  onInterrupt: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const aborter = new AbortController()
  const stop = () => aborter.abort()
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of names) process.once(name, stop)
  try {
    return await work(aborter.signal)
  } catch (error) {
    if (!aborter.signal.aborted) throw error
    process.stderr.write(`doorpost: interrupted. ${onInterrupt}\n`)
    return INTERRUPTED
  } finally {
    for (const name of names) process.off(name, stop)
  }
}
