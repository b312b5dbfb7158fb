import { i18n, type MessageDescriptor } from '@lingui/core'

type Spoken<T> = T extends MessageDescriptor
  ? string
  : // biome-ignore lint/suspicious/noExplicitAny: any function stays as it is
    T extends (...given: any[]) => unknown
    ? T
    : T extends object
      ? { -readonly [K in keyof T]: Spoken<T[K]> }
      : T

/**
 * A constant with texts made by `msg`. Reading one returns it in the language of the page, so do not read them while
 * modules are still loading.
 */
export function spoken<const T extends object>(table: T): NoInfer<Spoken<T>> {
  const texts = (Array.isArray(table) ? [] : {}) as Record<string, unknown>
  for (const [key, value] of Object.entries(table)) {
    if (isMessage(value)) Object.defineProperty(texts, key, { enumerable: true, get: () => i18n._(value) })
    else texts[key] = isTable(value) ? spoken(value) : value
  }
  return texts as NoInfer<Spoken<T>>
}

function isMessage(value: unknown): value is MessageDescriptor {
  return (
    isTable(value) &&
    'id' in value &&
    Object.keys(value).every((key) => /^(?:id|message|comment|context|values)$/.test(key))
  )
}

function isTable(value: unknown): value is object {
  return (
    Array.isArray(value) ||
    (typeof value === 'object' && value !== null && value.constructor === Object && !('$$typeof' in value))
  )
}
