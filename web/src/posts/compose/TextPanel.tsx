import { Button, Divider, Stack, Text, Textarea } from '@mantine/core'
import { hasField } from '../../../../src/posts/fields.ts'
import type { Connection } from '../../api/schema.ts'
import { PLATFORM, type Platform } from '../../parts/platforms.tsx'
import { Counters } from './Counters.tsx'
import { type Issue, issuesAt } from './checks.ts'
import classes from './compose.module.css'
import { type Draft, mediaOf, type Own, textOf } from './draft.ts'
import { MediaField } from './MediaField.tsx'
import { Messages, messageProps } from './Messages.tsx'
import { PlatformFields } from './PlatformFields.tsx'

export interface PanelProps {
  draft: Draft
  issues: Issue[]
  connections: Connection[]
  onChange: (change: Partial<Draft>) => void
  onOwn: (platform: Platform, change: Partial<Own>) => void
}

/** The text and media that all platforms share, with what those that share them say about it. */
export function CommonPanel({ draft, issues, onChange }: PanelProps) {
  const sharing = draft.platforms.filter((platform) => draft.own[platform].text === null)
  const showing = draft.platforms.filter((platform) => draft.own[platform].media === null)
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <Textarea
          label="Text"
          placeholder="What do you want to say?"
          autosize
          minRows={6}
          maxRows={18}
          data-autofocus
          value={draft.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
          {...messageProps(issuesAt(issues, 'text', sharing), { named: true })}
        />
        <Counters draft={draft} platforms={sharing} />
        {sharing.length < draft.platforms.length && (
          <Text size="xs" c="dimmed">
            {namesOf(draft.platforms.filter((platform) => !sharing.includes(platform)))} has a text of its own.
          </Text>
        )}
      </Stack>
      <MediaField
        value={draft.media}
        onChange={(media) => onChange({ media })}
        issues={issuesAt(issues, 'media', showing)}
        named
      />
    </Stack>
  )
}

/** When one platform is all there is, its text is the text. */
export function SinglePanel({ platform, ...panel }: PanelProps & { platform: Platform }) {
  const { draft, issues, onChange } = panel
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <Textarea
          label={hasField(platform, 'caption') ? 'Caption' : 'Text'}
          placeholder="What do you want to say?"
          autosize
          minRows={6}
          maxRows={18}
          value={textOf(draft, platform)}
          onChange={(event) => {
            const text = event.currentTarget.value
            if (draft.own[platform].text === null) onChange({ text })
            else panel.onOwn(platform, { text })
          }}
          {...messageProps(issuesAt(issues, 'text', [platform]))}
        />
        <Counters draft={draft} platforms={[platform]} />
      </Stack>
      <MediaField
        value={mediaOf(draft, platform)}
        onChange={(media) =>
          draft.own[platform].media === null ? onChange({ media }) : panel.onOwn(platform, { media })
        }
        issues={issuesAt(issues, 'media', [platform])}
        named={false}
      />
      <PlatformFields platform={platform} {...panel} />
    </Stack>
  )
}

/** One platform of several: in step with the others until it is customised. */
export function PlatformPanel({ platform, ...panel }: PanelProps & { platform: Platform }) {
  const { draft, issues, onOwn } = panel
  const { label } = PLATFORM[platform]
  const own = draft.own[platform]
  const textIssues = issuesAt(issues, 'text', [platform])
  const mediaIssues = issuesAt(issues, 'media', [platform])
  return (
    <Stack gap="md">
      {own.text === null ? (
        <Stack gap={6} align="flex-start">
          <Text size="sm" fw={500}>
            Text, as for all platforms
          </Text>
          <Text
            size="sm"
            w="100%"
            className={classes.shared}
            tabIndex={0}
            role="group"
            aria-label={`Text for ${label}`}
          >
            {draft.text || 'Nothing written yet.'}
          </Text>
          <div>
            <Messages issues={textIssues} named={false} />
          </div>
          <Counters draft={draft} platforms={[platform]} />
          <Button size="xs" variant="default" onClick={() => onOwn(platform, { text: draft.text })}>
            Customise for {label}
          </Button>
        </Stack>
      ) : (
        <Stack gap={6} align="flex-start">
          <Textarea
            label={`Text for ${label}`}
            autosize
            minRows={5}
            maxRows={18}
            w="100%"
            autoFocus
            value={own.text}
            onChange={(event) => onOwn(platform, { text: event.currentTarget.value })}
            {...messageProps(textIssues)}
          />
          <Counters draft={draft} platforms={[platform]} />
          <Button size="xs" variant="default" onClick={() => onOwn(platform, { text: null })}>
            Use the common text again
          </Button>
        </Stack>
      )}
      <Divider />
      {own.media === null ? (
        <Stack gap={6} align="flex-start">
          <Text size="sm">
            <Text component="span" fw={500} inherit>
              Media, as for all platforms:
            </Text>{' '}
            {draft.media.length === 0 ? 'none' : draft.media.length === 1 ? '1 file' : `${draft.media.length} files`}
          </Text>
          <div>
            <Messages issues={mediaIssues} named={false} />
          </div>
          <Button size="xs" variant="default" onClick={() => onOwn(platform, { media: draft.media })}>
            Use other media on {label}
          </Button>
        </Stack>
      ) : (
        <Stack gap={6} align="flex-start">
          <div style={{ width: '100%' }}>
            <MediaField
              value={own.media}
              onChange={(media) => onOwn(platform, { media })}
              issues={mediaIssues}
              named={false}
            />
          </div>
          <Button size="xs" variant="default" onClick={() => onOwn(platform, { media: null })}>
            Use the common media again
          </Button>
        </Stack>
      )}
      <Divider />
      <PlatformFields platform={platform} {...panel} />
    </Stack>
  )
}

function namesOf(platforms: Platform[]): string {
  return platforms.map((platform) => PLATFORM[platform].label).join(', ')
}
