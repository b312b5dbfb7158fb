import { Button, Text, Title } from '@mantine/core'

/** Mantine's components in the variants that most pages use. */
export const Muted = Text.withProps({ size: 'sm', c: 'dimmed' })
export const Hint = Text.withProps({ size: 'xs', c: 'dimmed' })
export const Heading = Title.withProps({ order: 2, size: 'h4' })
export const SecondaryButton = Button.withProps({ variant: 'default' })
