import { colorsTuple, createTheme } from '@mantine/core'

const TEAL = '#e3fafc #c5f1f6 #99e0e9 #66cbd8 #3bb3c3 #1d99ab #0c8296 #0b7285 #095c6b #074752'

const NAMED_CLOSE = { closeButtonProps: { 'aria-label': 'Close' } }

/** These shades give text a contrast of 4.5 or more in both themes. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  colors: { teal: colorsTuple(TEAL.split(' ')) },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  components: {
    Alert: { defaultProps: { variant: 'light' } },
    Drawer: { defaultProps: NAMED_CLOSE },
    // The placeholder is not an item, and a menu may only contain items.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: NAMED_CLOSE },
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
  },
})
