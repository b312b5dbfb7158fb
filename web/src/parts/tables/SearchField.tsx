import { type BoxProps, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface SearchFieldProps extends BoxProps {
  /** For screen readers: "Search posts". */
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** The API takes no more. */
const LONGEST = 255

/** The search of a page; the key `/` focuses it. `onChange` comes 300 ms after the last key. */
export function SearchField({ label, placeholder, value, onChange, ...box }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const commit = useDebouncedCallback((next: string) => {
    sent.current = next
    onChange(next)
  }, 300)
  // Only changes from elsewhere: the URL may lag behind what is typed.
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
      aria-label={label}
      placeholder={placeholder}
      maxLength={LONGEST}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />}
      {...box}
    />
  )
}
