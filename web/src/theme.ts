import { t } from '@lingui/core/macro'
import { colorsTuple, createTheme, rem } from '@mantine/core'

// Tokens: sizes and palettes are here, the colours of surfaces in app.css, and those of states in parts/tones.module.css.

const TEAL = '#e3fafc #c5f1f6 #99e0e9 #66cbd8 #3bb3c3 #1d99ab #0c8296 #0b7285 #095c6b #074752'
// Cool neutrals, so that grey surfaces match the page in both themes.
const GRAY = '#f6f8f9 #eef1f4 #e2e7eb #d0d7dd #a9b4be #84919d #66737f #4b5762 #343e47 #20282f'
const DARK = '#dbe2e8 #b9c3cc #a3aeb8 #74808b #3b454e #303941 #262e35 #1c2329 #161c21 #11161a'

/** A function, because the language is known later. */
const namedClose = () => ({ closeButtonProps: { 'aria-label': t`Close` } })

/** A dialog that is closed is gone at once: opened again while it fades out, it would still have what was typed before. */
const CLOSED_AT_ONCE = { duration: 200, exitDuration: 0 }

/** Mantine draws the head of a dialog as `header`, which would be a second banner of the page. */
const NO_BANNER = { role: 'presentation' }

const tuple = (shades: string) => colorsTuple(shades.split(' '))

/** These shades give text a contrast of 4.5 or more in both themes. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  colors: { teal: tuple(TEAL), gray: tuple(GRAY), dark: tuple(DARK) },
  defaultRadius: 'md',
  radius: { xs: rem(2), sm: rem(4), md: rem(8), lg: rem(8), xl: rem(32) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(32) },
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(16), lg: rem(20), xl: rem(28) },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(28), lineHeight: '1.25' },
      h2: { fontSize: rem(20), lineHeight: '1.3' },
      h3: { fontSize: rem(16), lineHeight: '1.4' },
      h4: { fontSize: rem(16), lineHeight: '1.4' },
      h5: { fontSize: rem(14), lineHeight: '1.45' },
      h6: { fontSize: rem(12), lineHeight: '1.5' },
    },
  },
  components: {
    Alert: { defaultProps: { variant: 'light' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
    Drawer: { defaultProps: () => ({ ...namedClose(), transitionProps: CLOSED_AT_ONCE }) },
    DrawerHeader: { defaultProps: NO_BANNER },
    // The placeholder is not an item, and a menu may only contain items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: () => ({ ...namedClose(), transitionProps: { ...CLOSED_AT_ONCE, transition: 'fade-down' } }),
    },
    ModalHeader: { defaultProps: NO_BANNER },
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
  },
})
