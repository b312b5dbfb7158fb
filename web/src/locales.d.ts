declare module '*.po?first' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
  /** The texts of the language. */
  export const tag: string
}

declare module '*.po?rest' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
  export const tag: string
}
