import { Anchor, Badge, Button, Paper, Select, Text, Title } from '@mantine/core'

/** Mantine's components in the variants that several pages use. */
export const Muted = Text.withProps({ size: 'sm', c: 'dimmed' })
export const Small = Text.withProps({ size: 'sm' })
export const Hint = Text.withProps({ size: 'xs', c: 'dimmed' })
export const Strong = Text.withProps({ size: 'sm', fw: 600 })
export const Wrapped = Text.withProps({ size: 'sm', style: { overflowWrap: 'anywhere' } })
export const RecordName = Text.withProps({ size: 'sm', fw: 600, style: { overflowWrap: 'anywhere' } })
export const Heading = Title.withProps({ order: 2, size: 'h4' })
export const FormPart = Paper.withProps({ p: 'md', miw: 0, bd: '1px solid var(--mantine-color-default-border)' })
export const PartTitle = Text.withProps({ component: 'h2', fw: 600, size: 'md', mb: 'xs' })
export const Subheading = Title.withProps({ order: 3, size: 'h5' })
export const SecondaryButton = Button.withProps({ variant: 'default' })
export const SmallButton = Button.withProps({ variant: 'default', size: 'xs' })
export const Tag = Badge.withProps({ variant: 'default', radius: 'sm', tt: 'none' })
/** Looks like a link, but stays on the page. */
export const LinkButton = Anchor.withProps({ component: 'button', type: 'button', size: 'sm' })
/** One of its choices always counts. */
export const FixedSelect = Select.withProps({ allowDeselect: false })
