import { ActionIcon, Box, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Hint, SecondaryButton } from '../../parts/variants.ts'
import { fileNameOf, isWebUrl, keyed, kindOf, moved, splitUrls } from '../media.ts'
import type { Issue } from './checks.ts'
import { MediaView } from './MediaView.tsx'
import { Messages, messageProps } from './Messages.tsx'

interface MediaFieldProps {
  value: string[]
  onChange: (media: string[]) => void
  issues: Issue[]
  /** Messages begin with the names of their platforms. */
  named: boolean
}

/** Files by their URLs, in the order in which they are shown. Several can be pasted at once. */
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
          {...(problem !== null && { error: problem })}
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

const KIND = { image: 'Picture', video: 'Video', document: 'PDF', unknown: 'Picture or video' }

/** Files are moved by dragging or with the buttons. */
function MediaList({ value, onChange, issues, named }: MediaFieldProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const endDrag = () => {
    setDragged(null)
    setOver(null)
  }
  return (
    <Stack component="ol" gap={8} m={0} p={0} aria-label="Media, in the order shown">
      {keyed(value).map(({ key, url }, index) => {
        const at = issues.filter(({ field }) => field === `media_urls[${index}]`)
        const file = `file ${index + 1}`
        const isTarget = over === index && dragged !== index
        const buttons = [
          { label: `Move ${file} up`, icon: IconArrowUp, next: index > 0 ? moved(value, index, index - 1) : null },
          {
            label: `Move ${file} down`,
            icon: IconArrowDown,
            next: index < value.length - 1 ? moved(value, index, index + 1) : null,
          },
          { label: `Remove ${file}`, icon: IconX, next: value.filter((_, at) => at !== index) },
        ]
        return (
          <Group
            component="li"
            key={key}
            gap={10}
            p={6}
            wrap="nowrap"
            bd={`1px solid var(--mantine-${isTarget ? 'primary-color-filled' : 'color-default-border'})`}
            bdrs="md"
            opacity={dragged === index ? 0.5 : undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(index)
            }}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              setOver(index)
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null && dragged !== index) onChange(moved(value, dragged, index))
              endDrag()
            }}
            onDragEnd={endDrag}
          >
            <Paper radius="sm" w={56} h={56} style={{ overflow: 'hidden', cursor: 'grab' }}>
              <MediaView url={url} alt={`File ${index + 1}`} small />
            </Paper>
            <Box miw={0} flex={1}>
              <Text size="sm" truncate title={url}>
                {fileNameOf(url)}
              </Text>
              <Hint truncate>
                {KIND[kindOf(url)]} · {URL.parse(url)?.host}
              </Hint>
              <Messages issues={at} named={named} />
            </Box>
            <Group gap={2} wrap="nowrap">
              {buttons.map(({ label, icon: Sign, next }) => (
                <ActionIcon
                  key={label}
                  variant="subtle"
                  color="gray"
                  aria-label={label}
                  title={label}
                  disabled={next === null}
                  onClick={() => next && onChange(next)}
                >
                  <Sign size={16} aria-hidden />
                </ActionIcon>
              ))}
            </Group>
          </Group>
        )
      })}
    </Stack>
  )
}
