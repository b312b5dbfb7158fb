import { IconMapOff } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { ButtonLink } from '../parts/links.tsx'
import { Page } from '../parts/page/Page.tsx'
import { Empty, Loading, Problem } from '../parts/states.tsx'

// What is shown instead of a page.

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

/** When a page cannot be shown at all, for example because its code could not be loaded. */
export function PageProblem({ error }: { error: unknown }) {
  const router = useRouter()
  const isOld = error instanceof TypeError && /import|module/i.test(error.message)
  if (isOld) {
    const newer = new Error('This page could not be loaded. Doorpost may have been updated, or it cannot be reached.')
    return <Problem error={newer} retry={() => location.reload()} />
  }
  return <Problem error={error} retry={() => void router.invalidate()} />
}

export function PageWait() {
  return <Loading rows={4} />
}
