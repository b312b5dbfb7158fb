import assert from 'node:assert/strict'
import { createControl, type SimulatorControl } from '../../simulators/client.ts'
import { type SimulatorOptions, type Simulators, startSimulators } from '../../simulators/start.ts'
import type { PlatformName } from '../../simulators/state/records.ts'

export interface Sandbox {
  url: string
  control: SimulatorControl
  /** URL of a file on the simulators' media server. */
  media(file: string): string
  stop(): Promise<void>
}

export async function startSandbox(options: SimulatorOptions = {}): Promise<Sandbox> {
  const simulators: Simulators = await startSimulators(options)
  return {
    url: simulators.url,
    control: createControl(simulators.url),
    media: (file) => `${simulators.url}/media/${file}`,
    stop: () => simulators.stop(),
  }
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  json: any
}

export interface Ask {
  method?: string
  token?: string
  headers?: Record<string, string>
  query?: Record<string, string>
  form?: Record<string, string>
  json?: unknown
  body?: string | Uint8Array<ArrayBuffer> | FormData
}

export async function ask(base: string, path: string, input: Ask = {}): Promise<Answer> {
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, value)
  const headers: Record<string, string> = { ...input.headers }
  if (input.token !== undefined) headers.authorization = `Bearer ${input.token}`
  if (input.json !== undefined) headers['content-type'] = 'application/json'
  const body =
    input.json === undefined ? (input.form ? new URLSearchParams(input.form) : input.body) : JSON.stringify(input.json)
  const response = await fetch(url, {
    method: input.method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Expects a broken connection: fetch rejects with a TypeError, unlike a time-out or a failed assertion. */
export async function mustBreak(call: Promise<Answer>): Promise<void> {
  await assert.rejects(call, (error: Error) => error instanceof TypeError)
}

export async function publicTexts(control: SimulatorControl, platform: PlatformName): Promise<string[]> {
  return (await control.public({ platform })).filter((item) => !item.deleted).map((item) => item.text)
}

/** Code and subcode of a Graph error. */
export function graphCode(answer: Answer): string {
  const { code, error_subcode: subcode } = answer.json.error
  return subcode === undefined ? String(code) : `${code}/${subcode}`
}
