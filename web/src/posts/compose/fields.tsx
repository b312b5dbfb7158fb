import {
  Button,
  Group,
  SegmentedControl,
  Stack,
  TagsInput,
  type TagsInputProps,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { TrackLinks } from '../../../../src/platforms/shared/text.ts'
import { hasField } from '../../../../src/posts/fields.ts'
import { PLACEHOLDER_CODE } from '../../../../src/posts/tracked-text.ts'
import { choices } from '../../parts/forms.tsx'
import { IconAlertTriangle, IconCheck, IconCircleX } from '../../parts/icons.tsx'
import { PLATFORM, PROVIDER } from '../../parts/platforms.tsx'
import { FormPart, Hint, Muted, PartTitle, Strong } from '../../parts/text.tsx'
import { AnchorLink, FixedSelect, SecondaryButton } from '../../parts/ui.tsx'
import { formatSince, formatTime, zoneNames } from '../../parts/wall-clock.ts'
import { accountName, MEDIA_TYPES, REPLIES } from '../post.ts'
import { type Issue, issuesAt, type Place } from './checks.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { guessFor, instantOf, mediaOf, type Own, ownOf, partsOf, suggestions, withTrackLinks } from './draft.ts'
import { listTargets, nameOf, networkOf, type Target } from './targets.ts'
import { outgoingText, trackingOf } from './texts.ts'
import { loadTwitterText } from './twitter-text.ts'

/** Platforms without an account can be chosen, too. */
export function AccountPicker() {
  const { targets, chosen, change } = useComposer()
  const without = chosen.filter(({ account }) => account === null)
  const isChosen = ({ key }: Target) => chosen.some((each) => each.key === key)
  const toggle = (target: Target) => {
    const next = targets.filter((each) => isChosen(each) !== (each === target))
    change({ targets: next.map(({ key }) => key) })
  }
  return (
    <FormPart>
      <PartTitle id="compose-targets">Where to</PartTitle>
      <fieldset className={classes.picker} aria-labelledby="compose-targets">
        {targets.map((target) => {
          const { label, icon: Sign } = PROVIDER[networkOf(target).name]
          const name = accountName(target.account)
          return (
            <UnstyledButton
              key={target.key}
              className={classes.chip}
              aria-pressed={isChosen(target)}
              onClick={() => toggle(target)}
            >
              {isChosen(target) ? <IconCheck size={20} /> : <Sign size={20} />}
              <Stack component="span" gap={0} miw={0}>
                <Strong span truncate>
                  {label}
                </Strong>
                <Hint component="span" truncate title={name}>
                  {name}
                </Hint>
              </Stack>
            </UnstyledButton>
          )
        })}
      </fieldset>
      {chosen.length === 0 && <Muted mt="xs">Choose at least one account.</Muted>}
      {without.length > 0 && (
        <Muted mt="xs">
          {listTargets(without)} {without.length === 1 ? 'has' : 'have'} no account yet. You can save drafts; what is
          scheduled waits until{' '}
          <AnchorLink to="/settings/connections" size="sm" underline="always">
            an account is connected
          </AnchorLink>
          .
        </Muted>
      )}
    </FormPart>
  )
}

const LINKS_NOTES = 'compose-links-notes'
const TRACK_LABELS: Record<TrackLinks, string> = { off: 'As typed', utm: 'With UTM', short: 'Short' }

/** Shown when the text has links. Follows the workspace until changed. */
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

const WHEN_NOTES = 'compose-when-notes'
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Shows the moment in UTC and in the reader's zone, too. */
export function WhenField({ problem }: { problem: string | null }) {
  const { draft, chosen, issues, change } = useComposer()
  const zones = useMemo(() => [...new Set([draft.zone, ...zoneNames()])].sort(), [draft.zone])
  const instant = instantOf(draft)
  const at = issuesAt(issues, 'when', chosen)
  const isWrong = problem !== null || at.some(({ level }) => level === 'error')
  // Messages about date and time are below both.
  const field = { error: isWrong, attributes: { input: { 'aria-describedby': WHEN_NOTES } } }
  return (
    <FormPart>
      <PartTitle>When</PartTitle>
      <Stack gap="xs">
        <div className={classes.whenRow}>
          <TextInput
            id="compose-date"
            label="Date"
            type="date"
            max="9999-12-31"
            value={draft.date}
            onChange={(event) => change({ date: event.currentTarget.value })}
            {...field}
          />
          <TextInput
            id="compose-time"
            label="Time"
            type="time"
            value={draft.time}
            onChange={(event) => change({ time: event.currentTarget.value.slice(0, 5) })}
            {...field}
          />
          <FixedSelect
            className={classes.zone}
            label="Time zone"
            data={zones}
            value={draft.zone}
            searchable
            nothingFoundMessage="No zone of this name. Try a large city near by."
            onChange={(zone) => zone && change({ zone })}
          />
        </div>
        <Group gap="xs">
          {suggestions(new Date(), draft.zone).map(({ label, local }) => (
            <SecondaryButton key={label} size="compact-sm" onClick={() => change(local)}>
              {label}
            </SecondaryButton>
          ))}
          {instant !== null && (
            <Button size="compact-sm" variant="subtle" onClick={() => change({ date: '', time: '' })}>
              No date
            </Button>
          )}
        </Group>
        <div id={WHEN_NOTES} aria-live="polite">
          {problem !== null && <span className={`${classes.message} ${classes.error}`}>{problem}</span>}
          <Messages issues={at} named={chosen.length > 1} />
          {instant !== null && 'at' in instant && (
            <Hint>
              {formatSince(instant.at)}
              {draft.zone !== 'UTC' && ` · ${formatTime(instant.at, 'UTC')} in UTC`}
              {draft.zone !== OWN_ZONE && OWN_ZONE !== 'UTC' && ` · ${formatTime(instant.at, OWN_ZONE)} where you are`}
            </Hint>
          )}
          {instant === null && problem === null && (
            <Hint>Without a date it can be saved as a draft or published now.</Hint>
          )}
        </div>
      </Stack>
    </FormPart>
  )
}

const BY_ITSELF = 'auto'

/** Fields of this format, and the account of a single edited post. */
export function PlatformFields({ target }: { target: Target }) {
  const { draft, chosen, issues, connections, changeOwn } = useComposer()
  const { platform } = target
  const own = ownOf(draft, target)
  const set = (change: Partial<Own>) => changeOwn(target, change)
  const accounts = connections.filter((connection) => connection.platform === platform)
  const types = MEDIA_TYPES[platform] ?? {}
  const guess = guessFor(platform, mediaOf(draft, target)) ?? ''
  const at = (place: Place) => issuesAt(issues, place, [target])
  const mayMove = own.connectionId !== undefined && chosen.length === 1
  return (
    <Stack gap="md">
      {!mayMove && <Messages issues={at('account')} named={false} />}
      {mayMove && (accounts.length > 1 || at('account').length > 0) && (
        <FixedSelect
          label="Account"
          data={accounts.map((account) => ({
            value: account.id,
            label: `${accountName(account)}${account.default ? ' (default)' : ''}`,
          }))}
          value={own.connectionId ?? accounts.find((account) => account.default)?.id ?? null}
          placeholder="No account yet"
          disabled={accounts.length === 0}
          onChange={(id) => set({ connectionId: accounts.find((account) => account.id === id)?.default ? null : id })}
          {...messageProps(at('account'))}
        />
      )}
      {hasField(platform, 'media_type') && (
        <FixedSelect
          label="Kind of post"
          data={[{ value: BY_ITSELF, label: `From the media: ${types[guess]?.toLowerCase()}` }, ...choices(types)]}
          value={own.mediaType ?? BY_ITSELF}
          onChange={(value) => set({ mediaType: value === BY_ITSELF ? null : value })}
          {...messageProps(at('mediaType'))}
        />
      )}
      {hasField(platform, 'reply_control') && (
        <FixedSelect
          label="Who can reply"
          data={choices(REPLIES)}
          value={own.replyControl}
          onChange={(value) => set({ replyControl: value ?? 'everyone' })}
          {...messageProps(at('reply'))}
        />
      )}
      {hasField(platform, 'hashtags') && (
        <TagsField
          label="Hashtags"
          example="launch, autumn"
          value={own.hashtags}
          onChange={(tags) => set({ hashtags: cleaned(tags, /^[#＃]+/) })}
          {...messageProps(at('hashtags'), { hint: `Added below the text on ${PLATFORM[platform].label}.` })}
        />
      )}
      {hasField(platform, 'mentions') && (
        <TagsField
          label="Mentions"
          example="handles, such as nasa"
          value={own.mentions}
          onChange={(tags) => set({ mentions: cleaned(tags, /^[@＠]+/) })}
          {...messageProps(at('mentions'), { hint: 'Added after the text, and counted with it.' })}
        />
      )}
    </Stack>
  )
}

function TagsField({ example, value, ...field }: TagsInputProps & { example: string; value: string[] }) {
  return (
    <TagsInput
      placeholder={value.length === 0 ? example : ''}
      value={value}
      splitChars={[' ', ',', '\n']}
      acceptValueOnBlur
      classNames={{ inputField: classes.tags }}
      clearable
      {...field}
    />
  )
}

/** People paste tags with their sign; Doorpost adds it. */
function cleaned(tags: string[], sign: RegExp): string[] {
  return [...new Set(tags.flatMap((tag) => tag.split(/\s+/)).map((tag) => tag.replace(sign, '')))].filter(Boolean)
}

/** Each message once for all its targets. Rendered as spans, because they are inside a paragraph. */
export function Messages({ issues, named }: { issues: Issue[]; named: boolean }) {
  const { chosen } = useComposer()
  const said = new Map<string, Issue & { targets: Target[] }>()
  for (const issue of issues) {
    const same = said.get(issue.message)
    if (same) same.targets.push(issue.target)
    else said.set(issue.message, { ...issue, targets: [issue.target] })
  }
  return [...said.values()].map(({ level, message, targets }) => {
    const Sign = level === 'error' ? IconCircleX : IconAlertTriangle
    return (
      <span key={message} className={`${classes.message} ${classes[level]}`}>
        <Sign size={14} />
        {named && <strong>{targets.map((target) => nameOf(target, chosen)).join(', ')}: </strong>}
        {message}
      </span>
    )
  })
}

/**
 * Props of Mantine fields, which link messages to the input for screen readers. A warning is a description, because it
 * does not block.
 */
export function messageProps(issues: Issue[], { named = false, hint }: { named?: boolean; hint?: ReactNode } = {}) {
  const errors = issues.filter(({ level }) => level === 'error')
  const warnings = issues.filter(({ level }) => level === 'warning')
  const description = warnings.length > 0 ? <Messages issues={warnings} named={named} /> : hint
  return {
    ...(errors.length > 0 ? { error: <Messages issues={errors} named={named} /> } : {}),
    ...(description ? { description } : {}),
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as Array<'label' | 'input' | 'error' | 'description'>,
  }
}
