import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Page } from '../parts/Page.tsx'
import { Empty } from '../parts/states.tsx'

export function NotHere() {
  return (
    <Page title="Not found">
      <Empty
        icon={IconMapOff}
        title="There is nothing at this address"
        action={
          <Button component={Link} to="/">
            Go to the overview
          </Button>
        }
      >
        The link may be old, or a letter of it is missing.
      </Empty>
    </Page>
  )
}
