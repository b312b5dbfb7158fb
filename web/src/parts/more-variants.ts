import { Badge, Text, Title } from '@mantine/core'

/** More of Mantine's components in variants that several pages use. */
export const Strong = Text.withProps({ size: 'sm', fw: 600 })
export const RecordName = Text.withProps({ size: 'sm', fw: 600, style: { overflowWrap: 'anywhere' } })
export const Subheading = Title.withProps({ order: 3, size: 'h5' })
export const Tag = Badge.withProps({ variant: 'default', radius: 'sm', tt: 'none' })
