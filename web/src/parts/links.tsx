import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type LinkProps<T> = T & Omit<ComponentPropsWithRef<'a'>, keyof T>

/** Mantine's anchor and button as links of the router, with its types. */
export const AnchorLink = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />)

export const ButtonLink = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />)

export const SecondaryLink = createLink((props: LinkProps<ButtonProps>) => (
  <Button component="a" variant="default" {...props} />
))
