import { Select, Stack, TagsInput } from '@mantine/core'
import { hasField } from '../../../../src/posts/fields.ts'
import { PLATFORM, type Platform } from '../../parts/platforms.tsx'
import { issuesAt } from './checks.ts'
import classes from './compose.module.css'
import { guessMediaType, mediaOf } from './draft.ts'
import { messageProps } from './Messages.tsx'
import { nameOfAccount } from './PlatformPicker.tsx'
import type { PanelProps } from './TextPanel.tsx'

const MEDIA_TYPES: Partial<Record<Platform, Record<string, string>>> = {
  thread: { text: 'Text only', image: 'Picture', video: 'Video', carousel: 'Carousel' },
  photo: { feed_post: 'Feed post', reel: 'Reel', carousel: 'Carousel' },
}

const REPLIES = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'accounts_you_follow', label: 'Accounts you follow' },
  { value: 'mentioned_only', label: 'Only those who are mentioned' },
]

const BY_ITSELF = 'auto'

/** What only this platform has. */
export function PlatformFields({ platform, draft, issues, connections, onOwn }: PanelProps & { platform: Platform }) {
  const own = draft.own[platform]
  const set = (change: Partial<typeof own>) => onOwn(platform, change)
  const accounts = connections.filter((connection) => connection.platform === platform)
  const types = MEDIA_TYPES[platform] ?? {}
  const guess = guessMediaType(platform, mediaOf(draft, platform))
  const at = (place: Parameters<typeof issuesAt>[1]) => issuesAt(issues, place, [platform])
  const accountIssues = at('account')
  return (
    <Stack gap="md">
      {(accounts.length > 1 || accountIssues.length > 0) && (
        <Select
          label="Account"
          data={accounts.map((account) => ({
            value: account.id,
            label: `${nameOfAccount(account)}${account.default ? ' (default)' : ''}`,
          }))}
          value={own.connectionId ?? accounts.find((account) => account.default)?.id ?? null}
          placeholder="No account yet"
          disabled={accounts.length === 0}
          onChange={(id) => set({ connectionId: accounts.find((account) => account.id === id)?.default ? null : id })}
          allowDeselect={false}
          {...messageProps(accountIssues)}
        />
      )}
      {hasField(platform, 'media_type') && (
        <Select
          label="Kind of post"
          data={[
            { value: BY_ITSELF, label: `From the media: ${types[guess]?.toLowerCase()}` },
            ...Object.entries(types).map(([value, label]) => ({ value, label })),
          ]}
          value={own.mediaType ?? BY_ITSELF}
          onChange={(value) => set({ mediaType: value === BY_ITSELF ? null : value })}
          allowDeselect={false}
          {...messageProps(at('mediaType'))}
        />
      )}
      {hasField(platform, 'reply_control') && (
        <Select
          label="Who can reply"
          data={REPLIES}
          value={own.replyControl}
          onChange={(value) => set({ replyControl: value ?? 'everyone' })}
          allowDeselect={false}
          {...messageProps(at('reply'))}
        />
      )}
      {hasField(platform, 'hashtags') && (
        <TagsInput
          label="Hashtags"
          placeholder={own.hashtags.length === 0 ? 'launch, autumn' : ''}
          value={own.hashtags}
          onChange={(tags) => set({ hashtags: cleaned(tags, /^[#＃]+/) })}
          splitChars={[' ', ',', '\n']}
          acceptValueOnBlur
          classNames={{ inputField: classes.tags }}
          clearable
          {...messageProps(at('hashtags'), { hint: `Added below the text on ${PLATFORM[platform].label}.` })}
        />
      )}
      {hasField(platform, 'mentions') && (
        <TagsInput
          label="Mentions"
          placeholder={own.mentions.length === 0 ? 'handles, such as nasa' : ''}
          value={own.mentions}
          onChange={(tags) => set({ mentions: cleaned(tags, /^[@＠]+/) })}
          splitChars={[' ', ',', '\n']}
          acceptValueOnBlur
          classNames={{ inputField: classes.tags }}
          clearable
          {...messageProps(at('mentions'), { hint: 'Added after the text, and counted with it.' })}
        />
      )}
    </Stack>
  )
}

/** People paste tags with their sign; the platform gets it from Doorpost. */
function cleaned(tags: string[], sign: RegExp): string[] {
  return [...new Set(tags.flatMap((tag) => tag.split(/\s+/)).map((tag) => tag.replace(sign, '')))].filter(Boolean)
}
