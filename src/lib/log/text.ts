import { styleText } from 'node:util'

export const LOG_FORMATS = ['auto', 'text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** Turns a JSON log line into text for a person at a terminal. */
export function formatLogLine(line: string, useColor: boolean): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const { level, time, msg, err, ...rest } = entry
  const paint: Paint = (color, text) => (useColor ? styleText(color, text, { validateStream: false }) : text)
  const head = `${paint('gray', clockTime(time))} ${paint(COLORS[String(level)] ?? 'gray', String(level).padEnd(5))}`
  const isRequest = msg === 'request' && typeof rest.route === 'string'
  const text = isRequest ? requestText(rest, paint) : `${msg ?? ''}${memberText(rest, paint)}`
  return `${head} ${text}${errorText(err, paint)}\n`
}

type Color = 'gray' | 'red' | 'yellow' | 'green' | 'cyan'
type Paint = (color: Color, text: string) => string

const COLORS: Record<string, Color> = { fatal: 'red', error: 'red', warn: 'yellow', info: 'green', debug: 'cyan' }

/** Local time: the person is where the machine is, or has set TZ. */
function clockTime(time: unknown): string {
  const date = new Date(String(time))
  return Number.isNaN(date.getTime()) ? String(time) : date.toTimeString().slice(0, 8)
}

function requestText({ method, route, status, ms, ...rest }: Record<string, unknown>, paint: Paint): string {
  const code = Number(status)
  const color = code >= 500 ? 'red' : code >= 400 ? 'yellow' : 'green'
  return `${method} ${route} ${paint(color, String(status))} ${ms} ms${memberText(rest, paint)}`
}

function memberText(members: Record<string, unknown>, paint: Paint): string {
  const words = Object.entries(members).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return words.length === 0 ? '' : ` ${paint('gray', words.join(' '))}`
}

/** The stack below the line; it repeats the message. */
function errorText(error: unknown, paint: Paint): string {
  if (typeof error !== 'object' || error === null) return ''
  const { message, stack, cause } = error as Record<string, unknown>
  const lines = String(stack || message || '').trim()
  return `: ${message}${lines === '' ? '' : `\n${paint('gray', lines.replace(/^/gm, '    '))}`}${errorText(cause, paint)}`
}
