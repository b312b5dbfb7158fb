import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { IconMapOff } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { ButtonLink, Empty, Loading, Problem } from '../parts/ui.tsx'

export function NotHere() {
  const { t } = useLingui()
  return (
    <Page title={t`Not found`}>
      <Empty
        icon={IconMapOff}
        title={t`There is nothing at this address`}
        action={
          <ButtonLink to="/">
            <Trans comment="The first page of the dashboard">Go to Home</Trans>
          </ButtonLink>
        }
      >
        <Trans>The link may be old, or a letter of it is missing.</Trans>
      </Empty>
    </Page>
  )
}

/** For example when the code of the page could not be loaded. */
export function PageProblem({ error }: { error: unknown }) {
  const { t } = useLingui()
  const router = useRouter()
  const isOld = error instanceof TypeError && /import|module/i.test(error.message)
  if (isOld) {
    const newer = new Error(t`This page could not be loaded. Doorpost may have been updated, or it cannot be reached.`)
    return <Problem error={newer} retry={() => location.reload()} />
  }
  return <Problem error={error} retry={() => void router.invalidate()} />
}

export function PageWait() {
  return <Loading rows={4} />
}
