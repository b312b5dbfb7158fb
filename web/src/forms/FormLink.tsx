import type { AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { AnchorLink } from '../parts/links.tsx'

interface FormLinkProps extends AnchorProps {
  id: string
  search?: Record<string, string>
  children: ReactNode
}

/** A link to the page of a form, inside a sentence. */
export function FormLink({ id, search = {}, ...anchor }: FormLinkProps) {
  return <AnchorLink to="/forms/$id" params={{ id }} search={search} inherit underline="always" {...anchor} />
}
