import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Q_MAX } from './search.ts'

/** What is typed goes to the address a moment after the last key. */
export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const commit = useDebouncedCallback((next: string) => {
    sent.current = next
    onChange(next)
  }, 300)
  // Only what comes from elsewhere: the address may still be at a word that has been typed on meanwhile.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  const change = (next: string) => {
    setText(next)
    commit(next.trim())
  }
  return (
    <TextInput
      data-search
      type="search"
      flex={1}
      miw={220}
      aria-label="Search posts"
      placeholder="Search in texts and hashtags"
      maxLength={Q_MAX}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />}
    />
  )
}
