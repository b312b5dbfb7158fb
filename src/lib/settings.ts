import { SetupError } from './problem.ts'

// The kinds of settings.

export interface Setting<T> {
  /** The default, as --help shows it. */
  fallback: string
  meaning: string
  /** Gets null if the setting is not set. Throws a SetupError that says what is wrong. */
  read: (text: string | null, name: string) => T
}

/** Reads the text of a setting. Throws a SetupError. */
export type Parse<T> = (text: string, name: string) => T

export function whole(fallback: number, [min, max]: [number, number], meaning: string): Setting<number> {
  const read = (text: string | null, name: string) => {
    const number = text === null ? fallback : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new SetupError(`${name} must be a whole number from ${min} to ${max}, but it is "${text}".`)
  }
  return { fallback: String(fallback), meaning, read }
}

export function oneOf<T extends string>(allowed: readonly T[], fallback: T, meaning: string): Setting<T> {
  const read = (text: string | null, name: string) => {
    if (text === null) return fallback
    if ((allowed as readonly string[]).includes(text)) return text as T
    throw new SetupError(`${name} must be one of ${allowed.join(', ')}, but it is "${text}".`)
  }
  return { fallback, meaning, read }
}

export function flag(meaning: string): Setting<boolean> {
  const { fallback, read } = oneOf(['true', 'false'], 'false', meaning)
  return { fallback, meaning, read: (text, name) => read(text, name) === 'true' }
}

export function text(fallback: string, meaning: string): Setting<string> {
  return { fallback, meaning, read: (text) => text ?? fallback }
}

/** Null if it is not set, whatever the help shows. */
export function optional<T = string>(meaning: string, parse: Parse<T>, fallback = ''): Setting<T | null> {
  return { fallback, meaning, read: (text, name) => (text === null ? null : parse(text, name)) }
}

export const anyText: Parse<string> = (text) => text

// These messages never repeat the value: tokens are secrets, and connection strings contain passwords.

export function matching(pattern: RegExp, rule: string): Parse<string> {
  return (text, name) => {
    if (pattern.test(text)) return text
    throw new SetupError(`${name} must ${rule}.`)
  }
}

export function url(protocols: string[], example: string): Parse<string> {
  return (text, name) => {
    // libpq allows postgres://user@/name?host=/socket/folder, which is not a valid URL.
    const whole = text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)\//, '$1localhost/')
    if (URL.canParse(whole) && protocols.includes(new URL(whole).protocol)) return text
    throw new SetupError(`${name} must be a URL such as ${example}.`)
  }
}
