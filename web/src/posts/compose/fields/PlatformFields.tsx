import { Stack, TagsInput, type TagsInputProps } from '@mantine/core'
import { hasField } from '../../../../../src/posts/fields.ts'
import { choices } from '../../../parts/forms/choices.ts'
import { PLATFORM } from '../../../parts/platforms.tsx'
import { FixedSelect } from '../../../parts/variants.ts'
import { accountName, MEDIA_TYPES, REPLIES } from '../../post.ts'
import classes from '../compose.module.css'
import { useComposer } from '../composer.ts'
import { issuesAt, type Place } from '../draft/checks.ts'
import { guessFor, mediaOf, type Own, ownOf } from '../draft/draft.ts'
import type { Target } from '../draft/targets.ts'
import { Messages, messageProps } from './Messages.tsx'

const BY_ITSELF = 'auto'

/** The fields that only this format has, and the account of a single post that is changed. */
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

/** People paste tags with their sign; Doorpost adds it itself. */
function cleaned(tags: string[], sign: RegExp): string[] {
  return [...new Set(tags.flatMap((tag) => tag.split(/\s+/)).map((tag) => tag.replace(sign, '')))].filter(Boolean)
}
