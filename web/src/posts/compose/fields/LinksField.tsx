import { SegmentedControl, Stack } from '@mantine/core'
import type { TrackLinks } from '../../../../../src/platforms/text/text.ts'
import { PLACEHOLDER_CODE } from '../../../../../src/posts/tracking/tracked-text.ts'
import { FormPart, Hint, PartTitle } from '../../../parts/variants.ts'
import { useComposer } from '../composer.ts'
import { issuesAt } from '../draft/checks.ts'
import { ownOf, partsOf, withTrackLinks } from '../draft/draft.ts'
import { networkOf } from '../draft/targets.ts'
import { Messages } from './Messages.tsx'
import { outgoingText, trackingOf } from './tracking.ts'
import { loadTwitterText } from './twitter-text.ts'

const NOTES = 'compose-links-notes'
const TRACK_LABELS: Record<TrackLinks, string> = { off: 'As typed', utm: 'With UTM', short: 'Short' }

/** One switch for the links of the text, shown as soon as there are any. It follows the workspace until it is moved. */
export function LinksField() {
  const { draft, chosen, issues, workspace, update } = useComposer()
  const trial = trackingOf('utm', workspace)
  const hasLinks = chosen.some((target) => {
    const { links, tooLong } = outgoingText(partsOf(draft, target), networkOf(target), trial, loadTwitterText)
    return links.length > 0 || tooLong !== null
  })
  if (workspace === undefined || (!hasLinks && draft.trackLinks === null)) return null
  const { short_link_problem: problem, link_base_url: base } = workspace.installation
  const choices = new Set(chosen.map((target) => ownOf(draft, target).trackLinks ?? draft.trackLinks))
  const [choice = null] = choices
  const shown = choices.size > 1 ? '' : (choice ?? workspace.track_links)
  const data = (Object.entries(TRACK_LABELS) as Array<[TrackLinks, string]>).map(([value, label]) => ({
    value,
    label: value === workspace.track_links ? `${label} (usual)` : label,
    disabled: value === 'short' && problem !== null,
  }))
  return (
    <FormPart>
      <PartTitle>Links</PartTitle>
      <Stack gap="xs">
        <SegmentedControl
          aria-label="What becomes of the links"
          aria-describedby={NOTES}
          data={data}
          value={shown}
          onChange={(value) => {
            // What the workspace says anyway need not be said: the post then follows when that changes.
            const next = value === workspace.track_links ? null : (value as TrackLinks)
            update((now) => withTrackLinks(now, next))
          }}
        />
        <div id={NOTES} aria-live="polite">
          <Messages issues={issuesAt(issues, 'links', chosen)} named={chosen.length > 1} />
          <Hint>{explain(shown, base)}</Hint>
          {problem !== null && <Hint mt={4}>{problem}</Hint>}
        </div>
      </Stack>
    </FormPart>
  )
}

function explain(mode: string, base: string): string {
  switch (mode) {
    case 'off':
      return 'Links go out as you typed them. Doorpost does not learn which post brought a visitor.'
    case 'utm':
      return `Each link says on which network and in which post it stood. In the preview, ${PLACEHOLDER_CODE} stands for the code of the post.`
    case 'short':
      return `Each link becomes ${base}/l/ and a code, and clicks are counted. In the preview, ${PLACEHOLDER_CODE} stands for the code.`
    default:
      return 'The posts differ in this. Choose one to set it for all of them.'
  }
}
