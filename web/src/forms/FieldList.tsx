import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Box, Collapse, Group, Menu, Stack, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconPlus,
  IconTrash,
  icon,
} from '../parts/icons.tsx'
import { Hint, Strong, Tag } from '../parts/text.tsx'
import { SecondaryButton } from '../parts/ui.tsx'
import { offerUndo } from '../parts/undo.tsx'
import { type DragItem, useDragOrder } from '../parts/useDragOrder.ts'
import { moved } from '../posts/media.ts'
import classes from './build.module.css'
import {
  choicesFor,
  type DraftField,
  type FieldChoice,
  mayRemove,
  withField,
  withFieldAgain,
  withoutField,
} from './draft.ts'
import type { Editor } from './editor.tsx'
import { FieldDetails } from './FieldDetails.tsx'
import { CONTACT_LABELS, TYPE_LABELS } from './labels.ts'

const IconChevronUp = icon`M6 15l6 -6l6 6`
const IconGripVertical = icon`M8 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M8 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M8 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M14 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M14 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M14 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0`

interface FieldListProps {
  editor: Editor
  openKey: string | null
  onOpen: (key: string | null) => void
}

export function FieldList({ editor, openKey, onOpen }: FieldListProps) {
  const { t } = useLingui()
  const { draft, set, isLocked } = editor
  const labelOf = ({ name, type }: FieldChoice) => t((name && CONTACT_LABELS[name]) || TYPE_LABELS[type])
  const [said, setSaid] = useState('')
  const { fields } = draft
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  })
  const closeOffer = useRef(() => {})
  useEffect(() => {
    return () => closeOffer.current()
  }, [])
  const move = (from: number, to: number) => {
    if (isLocked || to < 0 || to >= fields.length || from === to) return
    set({ ...draft, fields: moved(fields, from, to) })
    const { label } = fields[from]!
    const [place, count] = [to + 1, fields.length]
    setSaid(t`${label} is now field ${place} of ${count}.`)
  }
  const remove = ({ key, label }: DraftField) => {
    set(withoutField(draft, key))
    closeOffer.current = offerUndo(t`${label} is removed.`, () => {
      const now = latest.current
      now.set(withFieldAgain(now.draft, draft, key))
    })
  }
  const dragOf = useDragOrder(move)
  return (
    <Stack gap={8}>
      <Stack component="ol" gap={8} className={classes.list} aria-label={t`Fields, in the order of the form`}>
        {fields.map((field, index) => (
          <FieldCard
            key={field.key}
            editor={editor}
            at={index}
            isOpen={openKey === field.key}
            onToggle={() => onOpen(openKey === field.key ? null : field.key)}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(field)}
            drag={dragOf(index)}
          />
        ))}
      </Stack>
      {!isLocked && (
        <Menu position="bottom-start" width={260}>
          <Menu.Target>
            <SecondaryButton leftSection={<IconPlus size={16} />} style={{ alignSelf: 'start' }}>
              <Trans>Add a field</Trans>
            </SecondaryButton>
          </Menu.Target>
          <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
            {choicesFor(draft).map((choice) => (
              <Menu.Item
                key={choice.name ?? choice.type}
                onClick={() => {
                  const key = crypto.randomUUID()
                  set(
                    withField(draft, choice, key, {
                      label: labelOf(choice),
                      options: [t`First choice`, t`Second choice`],
                    }),
                  )
                  onOpen(key)
                }}
              >
                {labelOf(choice)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  )
}

interface FieldCardProps {
  editor: Editor
  at: number
  isOpen: boolean
  onToggle: () => void
  onMove: (to: number) => void
  onRemove: () => void
  drag: DragItem
}

function FieldCard({ editor, at, isOpen, onToggle, onMove, onRemove, drag }: FieldCardProps) {
  const { t } = useLingui()
  const { draft, isLocked } = editor
  const field = draft.fields[at]!
  const errors = errorsOf(editor.errors, at, field)
  const label = field.label || t`Field without a label`
  const hasErrors = Object.keys(errors).length > 0
  const isShown = isOpen || hasErrors
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  const isNeeded = !mayRemove(draft, field.key)
  const removal = isNeeded ? t`A form needs a first name or an e-mail address` : t`Remove ${label}`
  const actions: Array<[label: string, icon: typeof IconTrash, isOff: boolean, onClick: () => void]> = [
    [t`Move ${label} up`, IconArrowUp, at === 0, () => onMove(at - 1)],
    [t`Move ${label} down`, IconArrowDown, at === draft.fields.length - 1, () => onMove(at + 1)],
    [removal, IconTrash, isNeeded, onRemove],
  ]
  return (
    <Box
      component="li"
      className={classes.field}
      data-dragged={drag.isDragged || undefined}
      data-target={drag.isTarget || undefined}
      {...drag.place}
    >
      <Box className={classes.head} draggable={!isLocked} {...drag.handle}>
        {!isLocked && <IconGripVertical size={16} className={classes.grip} />}
        <UnstyledButton className={classes.name} onClick={onToggle} aria-expanded={isOpen}>
          <Group gap={8} wrap="nowrap">
            <Chevron size={14} style={{ flex: 'none' }} />
            <Group gap="2px 8px" miw={0}>
              <Strong truncate maw="100%">
                {label}
                {field.required && ' *'}
              </Strong>
              <Hint visibleFrom="xs" style={{ whiteSpace: 'nowrap' }}>
                {t(TYPE_LABELS[field.type])}
              </Hint>
              {field.step !== null && (
                <Tag>
                  <Trans>New step</Trans>
                </Tag>
              )}
              {field.show_when !== null && (
                <Tag>
                  <Trans>Sometimes</Trans>
                </Tag>
              )}
              {hasErrors && (
                <Tag leftSection={<IconAlertTriangle size={12} />} c="var(--mantine-color-error)">
                  <Trans>Look here</Trans>
                </Tag>
              )}
            </Group>
          </Group>
        </UnstyledButton>
        {!isLocked &&
          actions.map(([label, Icon, isOff, onClick]) => (
            <Tooltip key={label} label={label}>
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes.move}
                aria-label={label}
                disabled={isOff}
                onClick={onClick}
              >
                <Icon size={16} />
              </ActionIcon>
            </Tooltip>
          ))}
      </Box>
      <Collapse in={isShown}>{isShown && <FieldDetails editor={editor} field={field} errors={errors} />}</Collapse>
    </Box>
  )
}

/** Errors of the consent belong to its field. */
function errorsOf(errors: Record<string, string>, at: number, { type }: DraftField): Record<string, string> {
  const own = Object.entries(errors).flatMap(([path, text]): Array<[string, string]> => {
    const [, place, property = ''] = /^fields\[(\d+)\]\.?([a-z_]*)/.exec(path) ?? []
    if (place !== undefined) return Number(place) === at ? [[property, text]] : []
    return type === 'consent' && path.startsWith('consent.') ? [[path, text]] : []
  })
  return Object.fromEntries(own)
}
