import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Hint } from '../../parts/variants.ts'
import classes from './compose.module.css'
import type { MediaFieldProps } from './MediaField.tsx'
import { MediaView } from './MediaView.tsx'
import { Messages } from './Messages.tsx'
import { fileNameOf, keyed, kindOf, moved } from './media.ts'

const KIND = { image: 'Picture', video: 'Video', unknown: 'Picture or video' }

/** Moved by dragging or with the buttons. */
export function MediaList({ value, onChange, issues, named }: MediaFieldProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const drop = (to: number) => {
    if (dragged !== null && dragged !== to) onChange(moved(value, dragged, to))
    setDragged(null)
    setOver(null)
  }
  return (
    <Stack component="ol" gap={8} m={0} p={0} aria-label="Media, in the order shown">
      {keyed(value).map(({ key, url }, index) => {
        const at = issues.filter(({ field }) => field === `media_urls[${index}]`)
        return (
          <li
            key={key}
            className={classes.medium}
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
              drop(index)
            }}
            onDragEnd={() => {
              setDragged(null)
              setOver(null)
            }}
            {...(over === index && dragged !== index ? { 'data-over': true } : {})}
            {...(dragged === index ? { 'data-dragged': true } : {})}
          >
            <Paper radius="sm" w={56} h={56} style={{ overflow: 'hidden', cursor: 'grab' }}>
              <MediaView url={url} alt={`File ${index + 1}`} small />
            </Paper>
            <div style={{ minWidth: 0 }}>
              <Text size="sm" truncate title={url}>
                {fileNameOf(url)}
              </Text>
              <Hint truncate>
                {KIND[kindOf(url)]} · {URL.parse(url)?.host}
              </Hint>
              <Messages issues={at} named={named} />
            </div>
            <Group gap={2} wrap="nowrap">
              <MoveButton
                label={`Move file ${index + 1} up`}
                isOff={index === 0}
                onClick={() => onChange(moved(value, index, index - 1))}
              >
                <IconArrowUp size={16} aria-hidden />
              </MoveButton>
              <MoveButton
                label={`Move file ${index + 1} down`}
                isOff={index === value.length - 1}
                onClick={() => onChange(moved(value, index, index + 1))}
              >
                <IconArrowDown size={16} aria-hidden />
              </MoveButton>
              <MoveButton
                label={`Remove file ${index + 1}`}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <IconX size={16} aria-hidden />
              </MoveButton>
            </Group>
          </li>
        )
      })}
    </Stack>
  )
}

interface MoveButtonProps {
  label: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

function MoveButton({ label, isOff = false, onClick, children }: MoveButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}
