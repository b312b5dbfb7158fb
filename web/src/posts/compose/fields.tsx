import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { Stack, TagsInput, type TagsInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { hasField } from '../../../../src/posts/fields.ts'
import { choices, FixedSelect } from '../../parts/forms.tsx'
import { IconAlertTriangle, IconCircleX } from '../../parts/icons.tsx'
import { networkLabel } from '../../parts/networks.ts'
import { accountName, MEDIA_TYPES, REPLIES } from '../post.ts'
import { type Issue, issuesAt, type Place } from './checks.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { accountOf, guessFor, mediaOf, type Own, ownOf } from './draft.ts'
import { nameOf, type Target } from './targets.ts'

const BY_ITSELF = 'auto'

/** Fields of this format, and the account of a single edited post. */
export function PlatformFields({ target }: { target: Target }) {
  const { t } = useLingui()
  const { draft, chosen, issues, connections, changeOwn } = useComposer()
  const { platform } = target
  const own = ownOf(draft, target)
  const set = (change: Partial<Own>) => changeOwn(target, change)
  const accounts = connections.filter((connection) => connection.platform === platform)
  const types = labelsOf(MEDIA_TYPES[platform] ?? {}, t)
  const guess = types[guessFor(platform, mediaOf(draft, target)) ?? ''] ?? ''
  const network = networkLabel(platform, accountOf(draft, target, connections))
  const at = (place: Place) => issuesAt(issues, place, [target])
  const mayMove = own.connectionId !== undefined && chosen.length === 1
  return (
    <Stack gap="md">
      {!mayMove && <Messages issues={at('account')} named={false} />}
      {mayMove && (accounts.length > 1 || at('account').length > 0) && (
        <FixedSelect
          label={t`Account`}
          data={accounts.map((account) => {
            const name = accountName(account)
            return { value: account.id, label: account.default ? t`${name} (usual)` : name }
          })}
          value={own.connectionId ?? accounts.find((account) => account.default)?.id ?? null}
          placeholder={t`No account yet`}
          disabled={accounts.length === 0}
          onChange={(id) => set({ connectionId: accounts.find((account) => account.id === id)?.default ? null : id })}
          {...messageProps(at('account'))}
        />
      )}
      {hasField(platform, 'media_type') && (
        <FixedSelect
          label={t`Kind of post`}
          data={[{ value: BY_ITSELF, label: t`From the media: ${guess}` }, ...choices(types)]}
          value={own.mediaType ?? BY_ITSELF}
          onChange={(value) => set({ mediaType: value === BY_ITSELF ? null : value })}
          {...messageProps(at('mediaType'))}
        />
      )}
      {hasField(platform, 'reply_control') && (
        <FixedSelect
          label={t`Who can reply`}
          data={choices(labelsOf(REPLIES, t))}
          value={own.replyControl}
          onChange={(value) => set({ replyControl: value ?? 'everyone' })}
          {...messageProps(at('reply'))}
        />
      )}
      {hasField(platform, 'hashtags') && (
        <TagsField
          label={t`Hashtags`}
          example={t`launch, autumn`}
          value={own.hashtags}
          onChange={(tags) => set({ hashtags: cleaned(tags, /^[#＃]+/) })}
          {...messageProps(at('hashtags'), { hint: t`Added below the text on ${network}.` })}
        />
      )}
      {hasField(platform, 'mentions') && (
        <TagsField
          label={t`Mentions`}
          example={t`handles, such as nasa`}
          value={own.mentions}
          onChange={(tags) => set({ mentions: cleaned(tags, /^[@＠]+/) })}
          {...messageProps(at('mentions'), { hint: t`Added after the text, and counted with it.` })}
        />
      )}
    </Stack>
  )
}

function labelsOf(labels: Record<string, MessageDescriptor>, t: (label: MessageDescriptor) => string) {
  return Object.fromEntries(Object.entries(labels).map(([value, label]) => [value, t(label)]))
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
