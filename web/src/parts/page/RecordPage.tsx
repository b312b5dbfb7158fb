import { IconMapOff } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { isProblem } from '../../api/client.ts'
import { SecondaryLink } from '../links.tsx'
import { Empty, Read } from '../states.tsx'
import { type Noun, Page } from './Page.tsx'

interface RecordPageProps<T> {
  of: ComponentProps<typeof Read<T>>['of']
  title: string
  back: Noun
  /** When there is no such record. Without an action it leads back. */
  missing: Partial<ComponentProps<typeof Empty>> & Pick<ComponentProps<typeof Empty>, 'title' | 'children'>
  children: (record: T) => ReactNode
}

/** The page of one record, which may still be loading or not be there. */
export function RecordPage<T>({ of, title, back, missing, children }: RecordPageProps<T>) {
  const isMissing = isProblem(of.error, 'not_found')
  if (of.data !== undefined && !isMissing) return children(of.data)
  const action = <SecondaryLink to={`/${back}`}>See all {back}</SecondaryLink>
  return (
    <Page title={title} back={back}>
      {isMissing ? <Empty icon={IconMapOff} action={action} {...missing} /> : <Read of={of}>{() => null}</Read>}
    </Page>
  )
}
