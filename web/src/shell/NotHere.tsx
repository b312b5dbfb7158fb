import { IconMapOff } from '@tabler/icons-react'
import { ButtonLink } from '../parts/links.tsx'
import { Page } from '../parts/Page.tsx'
import { Empty } from '../parts/states.tsx'

export function NotHere() {
  return (
    <Page title="Not found">
      <Empty
        icon={IconMapOff}
        title="There is nothing at this address"
        action={<ButtonLink to="/">Go to the overview</ButtonLink>}
      >
        The link may be old, or a letter of it is missing.
      </Empty>
    </Page>
  )
}
