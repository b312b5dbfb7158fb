import type { FastifyInstance } from 'fastify'
import type { Reply, Request, Step } from './call.ts'

/** One hook for all steps: for each hook the framework makes an object and a call. */
export function addSteps(app: FastifyInstance, steps: readonly Step[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    let waited: void | Promise<void>
    try {
      waited = runSteps(steps, request, reply)
    } catch (error) {
      return done(error as Error)
    }
    if (waited === undefined) done()
    else waited.then(() => done(), done)
  })
}

/** In their order; the first that throws is the last. */
export function runSteps(steps: readonly Step[], request: Request, reply: Reply, from = 0): void | Promise<void> {
  for (let i = from; i < steps.length; i++) {
    const waited = steps[i]!(request, reply)
    if (waited !== undefined) return waited.then(() => runSteps(steps, request, reply, i + 1))
  }
}
