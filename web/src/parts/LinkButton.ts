import { Anchor } from '@mantine/core'

/** Looks like a link, but stays on the page. */
export const LinkButton = Anchor.withProps({ component: 'button', type: 'button', size: 'sm' })
