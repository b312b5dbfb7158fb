import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { Muted } from './variants.ts'

type LinkProps<T> = T & Omit<ComponentPropsWithRef<'a'>, keyof T>

/** Mantine's anchor and button as links of the router, with its types. */
export const AnchorLink = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />)

/** Inside a sentence, where colour alone does not show a link. */
export const TextLink = createLink((props: LinkProps<AnchorProps>) => <Anchor inherit underline="always" {...props} />)

export const ButtonLink = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />)

export const SecondaryLink = createLink((props: LinkProps<ButtonProps>) => (
  <Button component="a" variant="default" {...props} />
))

/** Opens a page of another website, or one that visitors see, in another tab. */
export function OutsideLink(props: ButtonProps & { href: string }) {
  const sign = <IconExternalLink size={16} aria-hidden />
  return <Button component="a" variant="default" target="_blank" rel="noreferrer" leftSection={sign} {...props} />
}

interface Counted {
  count: number
  /** The counted thing: "lead", "leads". */
  one: string
  many: string
}

/** A count in a table, as a link to what was counted. Its name begins with what can be read, so that it can be spoken. */
export const CountLink = createLink(({ count, one, many, ...props }: LinkProps<ButtonProps> & Counted) => {
  if (count === 0) return <Muted>0</Muted>
  const shown = count.toLocaleString()
  const name = `${shown} ${count === 1 ? one : many}`
  return (
    <Button component="a" variant="default" size="compact-sm" {...props} aria-label={name}>
      {shown}
    </Button>
  )
})
