import { Group, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { SecondaryButton } from '../../parts/variants.ts'
import type { Issue } from './checks.ts'
import { MediaList } from './MediaList.tsx'
import { messageProps } from './Messages.tsx'
import { isWebUrl, splitUrls } from './media.ts'

export interface MediaFieldProps {
  value: string[]
  onChange: (media: string[]) => void
  issues: Issue[]
  /** Names of platforms before the messages. */
  named: boolean
}

/** Files by their addresses: pasted, one or many, in the order in which they are shown. */
export function MediaField({ value, onChange, issues, named }: MediaFieldProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const whole = issues.filter(({ field }) => !field.includes('['))

  const add = (text: string) => {
    const urls = splitUrls(text)
    const wrong = urls.filter((url) => !isWebUrl(url))
    const fresh = urls.filter((url) => isWebUrl(url) && !value.includes(url))
    if (fresh.length > 0) onChange([...value, ...new Set(fresh)])
    setTyped(wrong.join('\n'))
    setProblem(
      wrong.length > 0
        ? 'A web address starts with https:// and has no spaces. Correct it, then add it.'
        : urls.length > fresh.length
          ? 'What is in the list already was not added again.'
          : null,
    )
  }

  return (
    <div>
      <Group gap="xs" align="flex-start" wrap="nowrap" mb={value.length > 0 ? 'xs' : 0}>
        <Textarea
          label="Media"
          placeholder="https://… paste one address or several"
          autosize
          minRows={1}
          maxRows={5}
          flex={1}
          miw={0}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text')
            if (typed === '' && splitUrls(text).some(isWebUrl)) {
              event.preventDefault()
              add(text)
            }
          }}
          // Nobody should lose an address because a button was not pressed.
          onBlur={() => splitUrls(typed).some(isWebUrl) && add(typed)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            add(typed)
          }}
          {...messageProps(whole, { named })}
          {...(problem !== null ? { error: problem } : {})}
        />
        <SecondaryButton
          mt={25}
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={typed.trim() === ''}
          onClick={() => add(typed)}
        >
          Add
        </SecondaryButton>
      </Group>
      {value.length > 0 && <MediaList value={value} onChange={onChange} issues={issues} named={named} />}
    </div>
  )
}
