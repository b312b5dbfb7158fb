import { cpuSeconds, forkReady, nextMessage, stopChild } from './children.ts'
import type { Plan, Sample } from './client.ts'

export interface Target {
  port: number
  pid: number
  requests: string[]
  expectedStatus: number
  perSecond?: number
}

export interface Measurement extends Sample {
  /** CPU time of the server process; null if unknown. */
  cpuSecondsPer1000: number | null
}

export interface Load {
  measure(target: Target, connections: number, seconds: number, warmupSeconds?: number): Promise<Measurement>
  stop(): Promise<void>
}

const WARMUP_SECONDS = 0.3
const GRACE_MS = 20_000

export async function startLoad(): Promise<Load> {
  const { child } = await forkReady<string>(new URL('client.ts', import.meta.url))
  return {
    async measure(target, connections, seconds, warmupSeconds = WARMUP_SECONDS) {
      const plan: Plan = {
        port: target.port,
        connections,
        warmupMs: warmupSeconds * 1000,
        measureMs: seconds * 1000,
        requests: target.requests,
        expectedStatus: target.expectedStatus,
        perSecond: target.perSecond ?? null,
      }
      const before = cpuSeconds(target.pid)
      child.send(plan)
      const sample = await nextMessage<Sample>(child, plan.warmupMs + plan.measureMs + GRACE_MS)
      const after = cpuSeconds(target.pid)
      const cpu = before === null || after === null ? null : after - before
      return { ...sample, cpuSecondsPer1000: cpu === null ? null : (cpu / sample.answers) * 1000 }
    },
    stop: () => stopChild(child),
  }
}
