import { Divider, Group, Stack, Tabs, Text, Textarea, type TextareaProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconStack2 } from '@tabler/icons-react'
import { countHashtags, HASHTAGS_MAX } from '../../../../src/platforms/instagram/text.ts'
import { hasField } from '../../../../src/posts/fields.ts'
import { PLATFORM, type Platform } from '../../parts/platforms.tsx'
import { Hint, SmallButton } from '../../parts/variants.ts'
import { type Issue, issuesAt, PLACES } from './checks.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { countText, wholeText } from './counters.ts'
import { mediaOf, partsOf, textOf } from './draft.ts'
import { Messages, messageProps } from './Messages.tsx'
import { MediaField } from './media/MediaField.tsx'
import { networksOf } from './media/networks.ts'
import { PlatformFields } from './PlatformFields.tsx'
import { loadTwitterText } from './twitter-text.ts'

export const ALL = 'all'

/** The common text and a tab for each platform; no tabs for a single platform. */
export function Editor({ tab, onTab }: { tab: string; onTab: (tab: string) => void }) {
  const { draft, issues } = useComposer()
  const { platforms } = draft
  const [only] = platforms
  if (only === undefined) return <CommonPanel />
  if (platforms.length === 1) return <SinglePanel platform={only} />
  const open = platforms.includes(tab as Platform) ? tab : ALL
  return (
    <Tabs value={open} onChange={(value) => onTab(value ?? ALL)} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value={ALL} className={classes.tab} leftSection={<IconStack2 size={16} aria-hidden />}>
          All
        </Tabs.Tab>
        {platforms.map((platform) => {
          const { label, icon: Sign } = PLATFORM[platform]
          const found = issues.filter((issue) => issue.platform === platform && !PLACES.when.test(issue.field))
          return (
            <Tabs.Tab
              key={platform}
              value={platform}
              className={classes.tab}
              leftSection={<Sign size={16} aria-hidden />}
              rightSection={<Found issues={found} />}
            >
              <span className={classes.tabName}>{label}</span>
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
      <Tabs.Panel value={ALL}>
        <CommonPanel />
      </Tabs.Panel>
      {platforms.map((platform) => (
        <Tabs.Panel key={platform} value={platform}>
          <PlatformPanel platform={platform} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Counts the errors, which stop the post, or else the warnings. */
function Found({ issues }: { issues: Issue[] }) {
  const errors = issues.filter(({ level }) => level === 'error').length
  const count = errors || issues.length
  if (count === 0) return null
  const what = errors > 0 ? 'error' : 'warning'
  const Sign = errors > 0 ? IconCircleX : IconAlertTriangle
  return (
    <Group component="span" display="inline-flex" gap={2} fz="xs" fw={650} className={classes[what]!}>
      <Sign size={14} aria-hidden />
      {count}
      <VisuallyHidden>
        {what}
        {count === 1 ? '' : 's'}
      </VisuallyHidden>
    </Group>
  )
}

/** The text and media that platforms share, with the issues of the platforms that share them. */
function CommonPanel() {
  const { draft, issues, change } = useComposer()
  const sharing = draft.platforms.filter((platform) => draft.own[platform].text === null)
  const showing = draft.platforms.filter((platform) => draft.own[platform].media === null)
  const apart = draft.platforms.filter((platform) => !sharing.includes(platform))
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <TextField
          label="Text"
          data-autofocus
          value={draft.text}
          onText={(text) => change({ text })}
          {...messageProps(issuesAt(issues, 'text', sharing), { named: true })}
        />
        <Counters platforms={sharing} />
        {apart.length > 0 && (
          <Hint>{apart.map((platform) => PLATFORM[platform].label).join(', ')} has a text of its own.</Hint>
        )}
      </Stack>
      <MediaField
        value={draft.media}
        onChange={(media) => change({ media })}
        networks={networksOf(showing)}
        issues={issuesAt(issues, 'media', showing)}
        named
      />
    </Stack>
  )
}

/** When there is one platform only, its text is the text. */
function SinglePanel({ platform }: { platform: Platform }) {
  const { draft, issues, change, changeOwn } = useComposer()
  const own = draft.own[platform]
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <TextField
          label={hasField(platform, 'caption') ? 'Caption' : 'Text'}
          value={textOf(draft, platform)}
          onText={(text) => (own.text === null ? change({ text }) : changeOwn(platform, { text }))}
          {...messageProps(issuesAt(issues, 'text', [platform]))}
        />
        <Counters platforms={[platform]} />
      </Stack>
      <MediaField
        value={mediaOf(draft, platform)}
        onChange={(media) => (own.media === null ? change({ media }) : changeOwn(platform, { media }))}
        networks={networksOf([platform])}
        issues={issuesAt(issues, 'media', [platform])}
        named={false}
      />
      <PlatformFields platform={platform} />
    </Stack>
  )
}

/** One platform of several: it shares text and media until it is customised. */
function PlatformPanel({ platform }: { platform: Platform }) {
  const { draft, issues, changeOwn } = useComposer()
  const { label } = PLATFORM[platform]
  const own = draft.own[platform]
  const textIssues = issuesAt(issues, 'text', [platform])
  const mediaIssues = issuesAt(issues, 'media', [platform])
  const files = draft.media.length
  return (
    <Stack gap="md">
      <Stack gap={6} align="flex-start">
        {own.text === null ? (
          <>
            <Text size="sm" fw={500}>
              Text, as for all platforms
            </Text>
            <Text size="sm" className={classes.shared} tabIndex={0} role="group" aria-label={`Text for ${label}`}>
              {draft.text || 'Nothing written yet.'}
            </Text>
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
            onText={(text) => changeOwn(platform, { text })}
            {...messageProps(textIssues)}
          />
        )}
        <Counters platforms={[platform]} />
        <SmallButton onClick={() => changeOwn(platform, { text: own.text === null ? draft.text : null })}>
          {own.text === null ? `Customise for ${label}` : 'Use the common text again'}
        </SmallButton>
      </Stack>
      <Divider />
      <Stack gap={6} align="flex-start">
        {own.media === null ? (
          <>
            <Text size="sm">
              <Text component="span" fw={500} inherit>
                Media, as for all platforms:
              </Text>{' '}
              {files === 0 ? 'none' : files === 1 ? '1 file' : `${files} files`}
            </Text>
            <div>
              <Messages issues={mediaIssues} named={false} />
            </div>
          </>
        ) : (
          <div style={{ width: '100%' }}>
            <MediaField
              value={own.media}
              onChange={(media) => changeOwn(platform, { media })}
              networks={networksOf([platform])}
              issues={mediaIssues}
              named={false}
            />
          </div>
        )}
        <SmallButton onClick={() => changeOwn(platform, { media: own.media === null ? draft.media : null })}>
          {own.media === null ? `Use other media on ${label}` : 'Use the common media again'}
        </SmallButton>
      </Stack>
      <Divider />
      <PlatformFields platform={platform} />
    </Stack>
  )
}

function TextField({ onText, ...field }: TextareaProps & { onText: (text: string) => void }) {
  return (
    <Textarea
      placeholder="What do you want to say?"
      autosize
      minRows={6}
      maxRows={18}
      onChange={(event) => onText(event.currentTarget.value)}
      {...field}
    />
  )
}

/** How much room is left on each platform, by its own rules. */
function Counters({ platforms }: { platforms: readonly Platform[] }) {
  return (
    <Group gap="4px 14px" fz="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {platforms.map((platform) => (
        <Counter key={platform} platform={platform} />
      ))}
    </Group>
  )
}

function Counter({ platform }: { platform: Platform }) {
  const { draft } = useComposer()
  const parts = partsOf(draft, platform)
  const { used, max } = countText(platform, parts, loadTwitterText)
  const hashtags = platform === 'photo' ? countHashtags(wholeText(parts)) : 0
  const left = max - used
  const { icon: Sign, label, text } = PLATFORM[platform]
  return (
    <>
      <Tooltip label={text.counting} multiline maw={300}>
        <Group component="span" gap={4} {...lookOf(left, max)}>
          <Sign size={14} aria-hidden />
          {label}: {left >= 0 ? `${left.toLocaleString()} left` : `${(-left).toLocaleString()} too many`}
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
