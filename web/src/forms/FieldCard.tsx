import { ActionIcon, Box, Collapse, Group, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import type { DragItem } from '../parts/forms/useDragOrder.ts'
import { Hint, Strong, Tag } from '../parts/variants.ts'
import classes from './build.module.css'
import { TYPE_LABELS } from './draft.ts'
import { FieldDetails, type FieldDetailsProps } from './FieldDetails.tsx'

interface FieldCardProps extends FieldDetailsProps {
  at: number
  count: number
  isOpen: boolean
  mayRemove: boolean
  onToggle: () => void
  onMove: (to: number) => void
  onRemove: () => void
  drag: DragItem
}

/** One field: a line with its name and place, and below it what can be changed. */
export function FieldCard(props: FieldCardProps) {
  const { field, at, count, errors, isOpen, isLocked, mayRemove, onToggle, onMove, onRemove, drag } = props
  const label = field.label || 'Field without a label'
  const hasErrors = Object.keys(errors).length > 0
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Box
      component="li"
      className={classes.field}
      data-dragged={drag.isDragged || undefined}
      data-target={drag.isTarget || undefined}
      {...drag.place}
    >
      <Box className={classes.head} draggable={!isLocked} {...drag.handle}>
        {!isLocked && <IconGripVertical size={16} className={classes.grip} aria-hidden />}
        <UnstyledButton className={classes.name} onClick={onToggle} aria-expanded={isOpen}>
          <Group gap={8} wrap="nowrap">
            <Chevron size={14} aria-hidden style={{ flex: 'none' }} />
            <Strong truncate>
              {label}
              {field.required && ' *'}
            </Strong>
            <Hint visibleFrom="xs" style={{ whiteSpace: 'nowrap' }}>
              {TYPE_LABELS[field.type]}
            </Hint>
            {hasErrors && (
              <Tag leftSection={<IconAlertTriangle size={12} aria-hidden />} c="var(--mantine-color-error)">
                Look here
              </Tag>
            )}
          </Group>
        </UnstyledButton>
        {!isLocked && (
          <>
            <Move label={`Move ${label} up`} icon={IconArrowUp} isOff={at === 0} onClick={() => onMove(at - 1)} />
            <Move
              label={`Move ${label} down`}
              icon={IconArrowDown}
              isOff={at === count - 1}
              onClick={() => onMove(at + 1)}
            />
            <Move
              label={mayRemove ? `Remove ${label}` : 'A form needs a first name or an e-mail address'}
              icon={IconTrash}
              isOff={!mayRemove}
              onClick={onRemove}
            />
          </>
        )}
      </Box>
      <Collapse in={isOpen || hasErrors}>{(isOpen || hasErrors) && <FieldDetails {...props} />}</Collapse>
    </Box>
  )
}

interface MoveProps {
  label: string
  icon: typeof IconTrash
  isOff: boolean
  onClick: () => void
}

function Move({ label, icon: Sign, isOff, onClick }: MoveProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.move}
        aria-label={label}
        disabled={isOff}
        onClick={onClick}
      >
        <Sign size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
