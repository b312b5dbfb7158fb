/**
 * The messages of a file in another language. A surplus code does not compile; tests/contract/messages.test.ts asks for
 * the rest: every code, the same values, the plural forms of the language.
 */
export type Translation<English> = { readonly [Code in keyof English]?: string }
