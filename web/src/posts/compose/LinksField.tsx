import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrackLinks } from '../../../../src/platforms/shared/text.ts'
import { PLACEHOLDER_CODE } from '../../../../src/posts/tracked-text.ts'
import { api, dataOf, useMay, useMe } from '../../api/client.ts'
import { noPublicAddress } from '../../links/link.ts'
import { useAction } from '../../parts/action.ts'
import { readKept, writeKept } from '../../parts/kept.ts'
import { FormPart, Hint, PartTitle, Small } from '../../parts/text.tsx'
import { LinkButton, SecondaryButton, tell } from '../../parts/ui.tsx'
import { loadTwitterText } from '../look/twitter-text.ts'
import { issuesAt } from './checks.ts'
import { useComposer } from './composer.ts'
import { ownOf, partsOf, withTrackLinks } from './draft.ts'
import { Messages } from './fields.tsx'
import { networkOf } from './targets.ts'
import { outgoingText, trackingOf } from './texts.ts'

const LINKS_NOTES = 'compose-links-notes'

const LABELS: Record<TrackLinks, MessageDescriptor> = {
  short: msg({ message: 'Short links', comment: 'What becomes of the links of a post' }),
  utm: msg({ message: 'With UTM', comment: 'What becomes of the links of a post: parameters are added' }),
  off: msg({ message: 'As typed', comment: 'What becomes of the links of a post' }),
}

/** Shown when the text has links. The workspace is asked once; then each post may differ. */
export function LinksField() {
  const { t } = useLingui()
  const { draft, chosen, issues, workspace, update } = useComposer()
  const may = useMay()
  const trial = trackingOf('utm', workspace)
  const hasLinks = chosen.some((target) => {
    const { links, tooLong } = outgoingText(partsOf(draft, target), networkOf(target), trial, loadTwitterText)
    return links.length > 0 || tooLong !== null
  })
  if (workspace === undefined || (!hasLinks && draft.trackLinks === null)) return null
  const { short_link_problem: problem, link_base_url: base } = workspace.installation
  if (!workspace.track_links_chosen && problem === null && may.own && draft.trackLinks === null) {
    return <Question base={base} />
  }
  const choices = new Set(chosen.map((target) => ownOf(draft, target).trackLinks ?? draft.trackLinks))
  const [choice = null] = choices
  const shown = choices.size > 1 ? '' : (choice ?? workspace.track_links)
  const data = (Object.entries(LABELS) as Array<[TrackLinks, MessageDescriptor]>).map(([value, label]) => ({
    value,
    label: t(label),
    disabled: value === 'short' && problem !== null,
  }))
  return (
    <FormPart>
      <PartTitle>
        <Trans>Links</Trans>
      </PartTitle>
      <Stack gap="xs">
        <SegmentedControl
          aria-label={t`What becomes of the links`}
          aria-describedby={LINKS_NOTES}
          data={data}
          value={shown}
          onChange={(value) => {
            // The workspace's own choice is not sent, so that the post follows its changes.
            const next = value === workspace.track_links ? null : (value as TrackLinks)
            update((now) => withTrackLinks(now, next))
          }}
        />
        <div id={LINKS_NOTES} aria-live="polite">
          <Messages issues={issuesAt(issues, 'links', chosen)} named={chosen.length > 1} />
          <Hint>
            <Explanation mode={shown} base={base} />
          </Hint>
          {problem !== null && <Hint mt={4}>{noPublicAddress(base)}</Hint>}
          {problem === null && !may.own && !workspace.track_links_chosen && <AskOwner />}
        </div>
      </Stack>
    </FormPart>
  )
}

/** For those who cannot choose for the workspace; once per person in this browser. */
function AskOwner() {
  const { t } = useLingui()
  const me = useMe()
  const name = `doorpost.links-noted.${me.data?.user.id}`
  const [isNoted, setNoted] = useState(() => readKept(name) === true)
  if (isNoted) return null
  const note = () => {
    writeKept(name, true)
    setNoted(true)
  }
  return (
    <Group component="section" aria-label={t`Count clicks on your links?`} gap="xs" mt={4}>
      <Hint>
        <Trans>Ask an owner to count clicks: with short links each post shows how many people it brought.</Trans>
      </Hint>
      <LinkButton size="xs" onClick={note}>
        <Trans comment="Puts a hint away">Got it</Trans>
      </LinkButton>
    </Group>
  )
}

/** Once per workspace, at the first link. */
function Question({ base }: { base: string }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const choose = useAction(async (track_links: TrackLinks) => {
    const workspace = await dataOf(api.PATCH('/v1/workspace', { body: { track_links } }))
    queries.setQueryData(['workspace'], workspace)
    tell.done(
      track_links === 'short'
        ? t`Short links are on. You can change this in the settings.`
        : t`Links stay as typed. You can change this in the settings.`,
    )
  }, 'workspace')
  const example = `${base}/l/${PLACEHOLDER_CODE}`
  return (
    <FormPart component="section" aria-label={t`Count clicks on your links?`}>
      <PartTitle>
        <Trans>Count clicks on your links?</Trans>
      </PartTitle>
      <Small mb="sm">
        <Trans>
          Doorpost can make the links in your posts short, such as {example}. Then you see how many people clicked, and
          which post brought which lead. We ask only once.
        </Trans>
      </Small>
      <Group gap="xs">
        <Button loading={choose.isPending} onClick={() => choose.mutate('short')}>
          <Trans>Use short links</Trans>
        </Button>
        <SecondaryButton disabled={choose.isPending} onClick={() => choose.mutate('off')}>
          <Trans>Leave links as typed</Trans>
        </SecondaryButton>
      </Group>
    </FormPart>
  )
}

function Explanation({ mode, base }: { mode: string; base: string }) {
  const code = PLACEHOLDER_CODE
  const example = `${base}/l/${code}`
  switch (mode) {
    case 'off':
      return <Trans>Links go out as you typed them. Clicks are not counted.</Trans>
    case 'utm':
      return (
        <Trans>
          Each link tells your website the network and the post. In the preview, {code} stands for the post.
        </Trans>
      )
    case 'short':
      return <Trans>Each link becomes short, such as {example}, and clicks are counted.</Trans>
    default:
      return <Trans>The posts differ in this. Choose one to set it for all of them.</Trans>
  }
}
