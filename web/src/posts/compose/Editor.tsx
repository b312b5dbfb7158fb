import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Divider, Group, Stack, Tabs, Text, Textarea, type TextareaProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { countHashtags, HASHTAGS_MAX } from '../../../../src/platforms/instagram/text.ts'
import { IconAlertTriangle, IconCircleX, icon } from '../../parts/icons.tsx'
import { formatNumber } from '../../parts/locale.ts'
import { PROVIDER } from '../../parts/platforms.tsx'
import { sentence } from '../../parts/sentence.ts'
import { Hint, Small } from '../../parts/text.tsx'
import { SmallButton } from '../../parts/ui.tsx'
import { loadTwitterText } from '../look/twitter-text.ts'
import { type Issue, issuesAt, PLACES } from './checks.ts'
import classes from './compose.module.css'
import { useComposer, useOutgoingText } from './composer.ts'
import { mediaOf, ownOf, partsOf, textOf } from './draft.ts'
import { Messages, messageProps, PlatformFields } from './fields.tsx'
import { MediaField } from './MediaField.tsx'
import { listTargets, nameOf, networkOf, type Target } from './targets.ts'
import { countText, wholeText } from './texts.ts'

const IconStack2 = icon`M12 4l-8 4l8 4l8 -4l-8 -4M4 12l8 4l8 -4M4 16l8 4l8 -4`

export const ALL = 'all'

export function Editor({ tab, onTab }: { tab: string; onTab: (tab: string) => void }) {
  const { t } = useLingui()
  const { chosen, issues } = useComposer()
  if (chosen.length < 2) return <CommonPanel only={chosen[0]} />
  const open = chosen.some(({ key }) => key === tab) ? tab : ALL
  return (
    <Tabs value={open} onChange={(value) => onTab(value ?? ALL)} keepMounted={false}>
      <Tabs.List mb="md" className={classes.tabs!} aria-label={t`Which account`}>
        <Tabs.Tab value={ALL} className={classes.tab} leftSection={<IconStack2 size={18} />}>
          <Trans comment="Tab: text and media of all accounts">All</Trans>
        </Tabs.Tab>
        {chosen.map((target) => {
          const { icon: Sign } = PROVIDER[networkOf(target).name]
          const found = issues.filter((issue) => issue.target.key === target.key && !PLACES.when.test(issue.field))
          const name = nameOf(target, chosen)
          return (
            <Tooltip key={target.key} label={name}>
              <Tabs.Tab value={target.key} className={classes.tab} rightSection={<Found issues={found} />}>
                <Sign size={20} style={{ display: 'block' }} />
                <VisuallyHidden>{name}</VisuallyHidden>
              </Tabs.Tab>
            </Tooltip>
          )
        })}
      </Tabs.List>
      <Tabs.Panel value={ALL}>
        <CommonPanel />
      </Tabs.Panel>
      {chosen.map((target) => (
        <Tabs.Panel key={target.key} value={target.key}>
          <TargetPanel target={target} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Counts errors, or else warnings. */
function Found({ issues }: { issues: Issue[] }) {
  const errors = issues.filter(({ level }) => level === 'error').length
  const count = errors || issues.length
  if (count === 0) return null
  const what = errors > 0 ? 'error' : 'warning'
  const words =
    errors > 0
      ? plural(count, { one: '# problem', other: '# problems' })
      : plural(count, { one: '# warning', other: '# warnings' })
  const Sign = errors > 0 ? IconCircleX : IconAlertTriangle
  return (
    <Group component="span" display="inline-flex" gap={2} fz="xs" fw={600} className={classes[what]!}>
      <Sign size={14} />
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Group>
  )
}

/** Shared text and media, with the issues of the targets that share them. A single target has no other text. */
function CommonPanel({ only }: { only?: Target }) {
  const { t } = useLingui()
  const { draft, chosen, issues, change, changeOwn } = useComposer()
  const sharing = only ? chosen : chosen.filter((target) => ownOf(draft, target).text === null)
  const showing = only ? chosen : chosen.filter((target) => ownOf(draft, target).media === null)
  const apart = chosen.filter((target) => !sharing.includes(target))
  const own = only && ownOf(draft, only)
  const names = listTargets(apart, chosen)
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <TextField
          label={t({ message: 'Text', comment: 'Of a post' })}
          data-autofocus
          value={only ? textOf(draft, only) : draft.text}
          onText={(text) => (only && own?.text !== null ? changeOwn(only, { text }) : change({ text }))}
          {...messageProps(issuesAt(issues, 'text', sharing), { named: !only })}
        />
        <Counters targets={sharing} />
        {apart.length > 0 && (
          <Hint>
            <Plural value={apart.length} one={`${names} has its own text.`} other={`${names} have their own texts.`} />
          </Hint>
        )}
      </Stack>
      <MediaField
        value={only ? mediaOf(draft, only) : draft.media}
        onChange={(next) =>
          only && own?.media !== null
            ? changeOwn(only, ({ media }) => ({ media: next(media ?? []) }))
            : change(({ media }) => ({ media: next(media) }))
        }
        networks={showing.map(networkOf)}
        issues={issuesAt(issues, 'media', showing)}
        named={!only}
      />
      {only && <PlatformFields target={only} />}
    </Stack>
  )
}

/** Shares text and media until customised. */
function TargetPanel({ target }: { target: Target }) {
  const { t } = useLingui()
  const { draft, chosen, issues, changeOwn } = useComposer()
  const label = nameOf(target, chosen)
  const own = ownOf(draft, target)
  const textIssues = issuesAt(issues, 'text', [target])
  const mediaIssues = issuesAt(issues, 'media', [target])
  const files = draft.media.length
  return (
    <Stack gap="md">
      <Stack gap={6} align="flex-start">
        {own.text === null ? (
          <>
            <Small fw={500}>
              <Trans>Text, as for all</Trans>
            </Small>
            <Small className={classes.shared} tabIndex={0} role="group" aria-label={t`Text for ${label}`}>
              {draft.text || t`Nothing written yet.`}
            </Small>
            <div>
              <Messages issues={textIssues} named={false} />
            </div>
          </>
        ) : (
          <TextField
            label={t`Text for ${label}`}
            placeholder=""
            minRows={5}
            w="100%"
            autoFocus
            value={own.text}
            onText={(text) => changeOwn(target, { text })}
            {...messageProps(textIssues)}
          />
        )}
        <Counters targets={[target]} />
        <SmallButton onClick={() => changeOwn(target, { text: own.text === null ? draft.text : null })}>
          {own.text === null ? <Trans>Customise for {label}</Trans> : <Trans>Use the common text again</Trans>}
        </SmallButton>
      </Stack>
      <Divider />
      <Stack gap={6} align="flex-start">
        {own.media === null ? (
          <>
            <Small>
              {files === 0 ? (
                <Trans>Media, as for all: none</Trans>
              ) : (
                <Plural value={files} one="Media, as for all: # file" other="Media, as for all: # files" />
              )}
            </Small>
            <div>
              <Messages issues={mediaIssues} named={false} />
            </div>
          </>
        ) : (
          <div style={{ width: '100%' }}>
            <MediaField
              value={own.media}
              onChange={(next) => changeOwn(target, ({ media }) => ({ media: next(media ?? []) }))}
              networks={[networkOf(target)]}
              issues={mediaIssues}
              named={false}
            />
          </div>
        )}
        <SmallButton onClick={() => changeOwn(target, { media: own.media === null ? draft.media : null })}>
          {own.media === null ? <Trans>Use other media on {label}</Trans> : <Trans>Use the common media again</Trans>}
        </SmallButton>
      </Stack>
      <Divider />
      <PlatformFields target={target} />
    </Stack>
  )
}

function TextField({ onText, ...field }: TextareaProps & { onText: (text: string) => void }) {
  const { t } = useLingui()
  return (
    <Textarea
      placeholder={t`What do you want to say?`}
      dir="auto"
      minRows={6}
      maxRows={18}
      onChange={(event) => onText(event.currentTarget.value)}
      {...field}
    />
  )
}

function Counters({ targets }: { targets: readonly Target[] }) {
  return (
    <Group gap="4px 14px" fz="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {targets.map((target) => (
        <Counter key={target.key} target={target} />
      ))}
    </Group>
  )
}

function Counter({ target }: { target: Target }) {
  const { draft, chosen } = useComposer()
  const parts = partsOf(draft, target)
  const { name, text } = networkOf(target)
  const { icon: Sign } = PROVIDER[name]
  const { used, max } = countText(text, parts, loadTwitterText, useOutgoingText(target))
  const hashtags = target.platform === 'photo' ? countHashtags(wholeText(parts)) : 0
  const left = max - used
  const network = nameOf(target, chosen)
  const [room, over] = [formatNumber(left), formatNumber(-left)]
  return (
    <>
      <Tooltip label={sentence(text.counting)} multiline maw={300}>
        <Group component="span" gap={4} {...lookOf(left, max)}>
          <Sign size={14} />
          {left >= 0 ? (
            <Trans comment="How many characters are left for a network">
              {network}: {room} left
            </Trans>
          ) : (
            <Trans comment="How many characters are too many for a network">
              {network}: {over} too many
            </Trans>
          )}
        </Group>
      </Tooltip>
      {hashtags > 0 && (
        <Text span inherit {...lookOf(HASHTAGS_MAX - hashtags, HASHTAGS_MAX)}>
          <Trans>
            {hashtags} of {HASHTAGS_MAX} hashtags
          </Trans>
        </Text>
      )}
    </>
  )
}

function lookOf(left: number, max: number) {
  if (left < 0) return { c: 'var(--mantine-color-error)', fw: 700 }
  return left <= max * 0.1 ? { c: 'var(--doorpost-warning)', fw: 600 } : {}
}
