import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay, useWorkspace } from '../api/client.ts'
import type { Workspace } from '../api/schema.ts'
import { Help } from '../parts/Help.tsx'
import { formatList } from '../parts/locale.ts'
import { networkLabels } from '../parts/networks.ts'
import type { Platform } from '../parts/platforms.tsx'
import type { Fact } from '../parts/tables.tsx'
import { Read } from '../parts/ui.tsx'
import { FactsCard, OwnersOnly, Section } from './Section.tsx'

/** Facts about the installation, which only its operator can change. */
export function Installation() {
  const { t } = useLingui()
  const { own } = useMay()
  const workspace = useWorkspace()
  return (
    <Section
      title={t`Installation`}
      help={
        <Help about={t`Installation`} page="going-live">
          <Trans>How this Doorpost runs. The documentation says how to change each of these settings.</Trans>
        </Help>
      }
      lead={t`Set by whoever runs Doorpost, in its environment. It cannot be changed here.`}
    >
      {own ? (
        <Read of={workspace}>{({ installation }) => <InstallationFacts of={installation} />}</Read>
      ) : (
        <OwnersOnly what={t`Only owners see how Doorpost is installed.`} />
      )}
    </Section>
  )
}

function InstallationFacts({ of }: { of: Workspace['installation'] }) {
  const { t } = useLingui()
  const { base_url: base, link_base_url: links, version, sandbox, platforms, rate_limits: limits } = of
  const address = (
    <Anchor href={`${base}/docs`} target="_blank" rel="noreferrer" size="sm">
      {base}
    </Anchor>
  )
  const facts: Array<Fact | false> = [
    [t`Address`, address, 'BASE_URL'],
    links !== base && [t`Address of short links`, links, 'LINK_BASE_URL'],
    [t`API version`, version],
    [t`Networks`, networksOf(platforms, sandbox)],
    [t`Requests of an API key`, perMinute(limits.authenticated), 'RATE_LIMIT_AUTHENTICATED'],
    [t`Requests of a person in the dashboard`, perMinute(limits.dashboard), 'RATE_LIMIT_DASHBOARD'],
    [t`Contacts from one visitor of a website`, perMinute(limits.public), 'RATE_LIMIT_PUBLIC'],
    [t`Deliveries to one webhook`, perMinute(limits.webhook), 'RATE_LIMIT_WEBHOOK'],
    [t`Wrong keys and passwords from one address`, perMinute(limits.failed_auth), 'RATE_LIMIT_FAILED_AUTH'],
  ]
  return <FactsCard label={t`Installation`} facts={facts} nameWidth="55%" />
}

function networksOf(platforms: readonly string[], isSandbox: boolean): ReactNode {
  if (isSandbox) return <Trans>Simulated: no post leaves this machine</Trans>
  if (platforms.length === 0) return <Trans>None set up yet: see Networks</Trans>
  return formatList(platforms.flatMap((platform) => networkLabels(platform as Platform)))
}

function perMinute(count: number): ReactNode {
  return <Plural value={count} one="# a minute" other="# a minute" />
}
