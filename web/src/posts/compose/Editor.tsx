import { Divider, Group, Stack, Tabs, Text, Textarea, type TextareaProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { countHashtags, HASHTAGS_MAX } from '../../../../src/platforms/instagram/text.ts'
import { hasField } from '../../../../src/posts/fields.ts'
import { IconAlertTriangle, IconCircleX, icon } from '../../parts/icons.tsx'
import { PROVIDER } from '../../parts/platforms.tsx'
import { sentence } from '../../parts/sentence.ts'
import { Hint, Small } from '../../parts/text.tsx'
import { SmallButton } from '../../parts/ui.tsx'
import { type Issue, issuesAt, PLACES } from './checks.ts'
import classes from './compose.module.css'
import { useComposer, useOutgoingText } from './composer.ts'
import { mediaOf, ownOf, partsOf, textOf } from './draft.ts'
import { Messages, messageProps, PlatformFields } from './fields.tsx'
import { MediaField } from './MediaField.tsx'
import { listTargets, nameOf, networkOf, type Target } from './targets.ts'
import { countText, wholeText } from './texts.ts'
import { loadTwitterText } from './twitter-text.ts'

const IconStack2 = icon`M12 4l-8 4l8 4l8 -4l-8 -4M4 12l8 4l8 -4M4 16l8 4l8 -4`

export const ALL = 'all'

export function Editor({ tab, onTab }: { tab: string; onTab: (tab: string) => void }) {
  const { chosen, issues } = useComposer()
  if (chosen.length < 2) return <CommonPanel only={chosen[0]} />
  const open = chosen.some(({ key }) => key === tab) ? tab : ALL
  return (
    <Tabs value={open} onChange={(value) => onTab(value ?? ALL)} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value={ALL} className={classes.tab} leftSection={<IconStack2 size={16} />}>
          All
        </Tabs.Tab>
        {chosen.map((target) => {
          const { icon: Sign } = PROVIDER[networkOf(target).name]
          const found = issues.filter((issue) => issue.target.key === target.key && !PLACES.when.test(issue.field))
          return (
            <Tabs.Tab
              key={target.key}
              value={target.key}
              className={classes.tab}
              leftSection={<Sign size={16} />}
              rightSection={<Found issues={found} />}
            >
              <span className={classes.tabName}>{nameOf(target, chosen)}</span>
            </Tabs.Tab>
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
  const Sign = errors > 0 ? IconCircleX : IconAlertTriangle
  return (
    <Group component="span" display="inline-flex" gap={2} fz="xs" fw={650} className={classes[what]!}>
      <Sign size={14} />
      {count}
      <VisuallyHidden>
        {what}
        {count === 1 ? '' : 's'}
      </VisuallyHidden>
    </Group>
  )
}

/** Shared text and media, with the issues of the targets that share them. A single target has no other text. */
function CommonPanel({ only }: { only?: Target }) {
  const { draft, chosen, issues, change, changeOwn } = useComposer()
  const sharing = only ? chosen : chosen.filter((target) => ownOf(draft, target).text === null)
  const showing = only ? chosen : chosen.filter((target) => ownOf(draft, target).media === null)
  const apart = chosen.filter((target) => !sharing.includes(target))
  const own = only && ownOf(draft, only)
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <TextField
          label={only && hasField(only.platform, 'caption') ? 'Caption' : 'Text'}
          data-autofocus
          value={only ? textOf(draft, only) : draft.text}
          onText={(text) => (only && own?.text !== null ? changeOwn(only, { text }) : change({ text }))}
          {...messageProps(issuesAt(issues, 'text', sharing), { named: !only })}
        />
        <Counters targets={sharing} />
        {apart.length > 0 && (
          <Hint>
            {listTargets(apart, chosen)} {apart.length === 1 ? 'has a text of its own.' : 'have texts of their own.'}
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
            <Small fw={500}>Text, as for all</Small>
            <Small className={classes.shared} tabIndex={0} role="group" aria-label={`Text for ${label}`}>
              {draft.text || 'Nothing written yet.'}
            </Small>
            <div>
              <Messages issues={textIssues} named={false} />
            </div>
          </>
        ) : (
          <TextField
            label={`Text for ${label}`}
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
          {own.text === null ? `Customise for ${label}` : 'Use the common text again'}
        </SmallButton>
      </Stack>
      <Divider />
      <Stack gap={6} align="flex-start">
        {own.media === null ? (
          <>
            <Small>
              <Text component="span" fw={500} inherit>
                Media, as for all:
              </Text>{' '}
              {files === 0 ? 'none' : files === 1 ? '1 file' : `${files} files`}
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
          {own.media === null ? `Use other media on ${label}` : 'Use the common media again'}
        </SmallButton>
      </Stack>
      <Divider />
      <PlatformFields target={target} />
    </Stack>
  )
}

function TextField({ onText, ...field }: TextareaProps & { onText: (text: string) => void }) {
  return (
    <Textarea
      placeholder="What do you want to say?"
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
  return (
    <>
      <Tooltip label={sentence(text.counting)} multiline maw={300}>
        <Group component="span" gap={4} {...lookOf(left, max)}>
          <Sign size={14} />
          {nameOf(target, chosen)}:{' '}
          {left >= 0 ? `${left.toLocaleString()} left` : `${(-left).toLocaleString()} too many`}
        </Group>
      </Tooltip>
      {hashtags > 0 && (
        <Text span inherit {...lookOf(HASHTAGS_MAX - hashtags, HASHTAGS_MAX)}>
          {hashtags} of {HASHTAGS_MAX} hashtags
        </Text>
      )}
    </>
  )
}

function lookOf(left: number, max: number) {
  if (left < 0) return { c: 'var(--mantine-color-error)', fw: 700 }
  return left <= max * 0.1 ? { c: 'var(--doorpost-warning)', fw: 600 } : {}
}
