/** Questions between two processes that are connected by IPC. Both sides may ask. */
export type Handlers = Record<string, (value: never) => unknown>

type Message = { question: number; name: string; value: unknown } | { answer: number; value: unknown }

export type Calls = ReturnType<typeof createCalls>

/** `send` may fail: the other process may have ended. */
export function createCalls(send: (message: object) => void, handlers: Handlers) {
  const waiting = new Map<number, (value: unknown) => void>()
  let last = 0
  const answer = async (question: number, name: string, value: unknown) => {
    const handler = handlers[name]
    // Without an answer the other side's time runs out, as if this process were gone.
    if (handler) send({ answer: question, value: await handler(value as never) })
  }
  return {
    /** Rejects when there is no answer in time. */
    ask<T>(name: string, value: unknown, timeoutMs: number): Promise<T> {
      const question = ++last
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const timer = setTimeout(() => {
        waiting.delete(question)
        reject(new Error(`no answer to "${name}" within ${timeoutMs} ms`))
      }, timeoutMs).unref()
      waiting.set(question, (found) => {
        clearTimeout(timer)
        resolve(found as T)
      })
      send({ question, name, value })
      return promise
    },
    receive(message: unknown): void {
      const told = message as Message
      if (typeof told !== 'object' || told === null) return
      if ('question' in told) {
        answer(told.question, told.name, told.value).catch(() => {})
      } else if ('answer' in told) {
        const resolve = waiting.get(told.answer)
        waiting.delete(told.answer)
        resolve?.(told.value)
      }
    },
  }
}
