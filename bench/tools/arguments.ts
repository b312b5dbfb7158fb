import { parseArgs } from 'node:util'

/** Option names with their default text, `false` for a flag, or null for an option without a default. */
export type Spec = Record<string, string | false | null>

export interface Arguments<S extends Spec> {
  values: { [N in keyof S]: S[N] extends false ? boolean : S[N] extends null ? string | undefined : string }
  whole(name: keyof S & string, max: number, min?: number): number
  /** Prints the problem and the usage, then exits. */
  fail(problem: string): never
}

/** Reads the command line. `--help` prints the usage and exits. */
export function readArguments<S extends Spec>(command: string, usage: string, spec: S): Arguments<S> {
  const fail = (problem: string): never => {
    process.stderr.write(`${command}: ${problem}\n\n${usage}`)
    process.exit(2)
  }
  const options = Object.fromEntries(
    Object.entries(spec).map(([name, fallback]) => [
      name,
      fallback === false
        ? { type: 'boolean' as const, default: false }
        : { type: 'string' as const, ...(fallback === null ? {} : { default: fallback }) },
    ]),
  )
  let values: Record<string, unknown> = {}
  try {
    values = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    fail((error as Error).message)
  }
  if (values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  return {
    values: values as Arguments<S>['values'],
    fail,
    whole(name, max, min = 1) {
      const text = String(values[name])
      const isWhole = /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
      return isWhole ? Number(text) : fail(`--${name} must be a whole number from ${min} to ${max}.`)
    },
  }
}
