import { Menu, Stack, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useDragOrder } from '../parts/forms/useDragOrder.ts'
import { SecondaryButton } from '../parts/variants.ts'
import { moved } from '../posts/media.ts'
import classes from './build.module.css'
import { choicesFor, type DraftField, type FormDraft, mayRemove, withChange, withField } from './draft.ts'
import { FieldCard } from './FieldCard.tsx'

interface FieldListProps {
  formId: string
  draft: FormDraft
  onChange: (draft: FormDraft) => void
  /** By the paths of the API, such as fields[2].label. */
  errors: Record<string, string>
  isLocked: boolean
}

/** Fields are moved by dragging, with the buttons, or with Alt and an arrow key. */
export function FieldList({ formId, draft, onChange, errors, isLocked }: FieldListProps) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const { fields } = draft
  const move = (from: number, to: number) => {
    if (isLocked || to < 0 || to >= fields.length || from === to) return
    onChange({ ...draft, fields: moved(fields, from, to) })
    setSaid(`${fields[from]!.label} is now field ${to + 1} of ${fields.length}.`)
  }
  const remove = ({ key, label }: DraftField) => {
    onChange({ ...draft, fields: fields.filter((field) => field.key !== key) })
    setSaid(`${label} is removed.`)
  }
  const dragOf = useDragOrder(move)
  return (
    <Stack gap={8}>
      <Stack component="ol" gap={8} className={classes.list} aria-label="Fields, in the order of the form">
        {fields.map((field, index) => (
          <FieldCard
            key={field.key}
            formId={formId}
            field={field}
            at={index}
            count={fields.length}
            consent={draft.consent}
            errors={errorsOf(errors, index, field)}
            isOpen={openKey === field.key}
            isLocked={isLocked}
            mayRemove={mayRemove(draft, field.key)}
            onToggle={() => setOpenKey(openKey === field.key ? null : field.key)}
            onChange={(change) => onChange(withChange(draft, field.key, change))}
            onConsent={(consent) => onChange({ ...draft, consent })}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(field)}
            drag={dragOf(index)}
          />
        ))}
      </Stack>
      {!isLocked && (
        <Menu position="bottom-start" width={260}>
          <Menu.Target>
            <SecondaryButton leftSection={<IconPlus size={16} aria-hidden />} style={{ alignSelf: 'start' }}>
              Add a field
            </SecondaryButton>
          </Menu.Target>
          <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
            {choicesFor(draft).map((choice) => (
              <Menu.Item
                key={choice.label}
                onClick={() => {
                  const key = crypto.randomUUID()
                  onChange(withField(draft, choice, key))
                  setOpenKey(key)
                }}
              >
                {choice.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  )
}

/** The errors of one field, by its properties. What is wrong with the consent is said at its field. */
function errorsOf(errors: Record<string, string>, at: number, { type }: DraftField): Record<string, string> {
  const own = Object.entries(errors).flatMap(([path, text]): Array<[string, string]> => {
    const [, place, property = ''] = /^fields\[(\d+)\]\.?([a-z_]*)/.exec(path) ?? []
    if (place !== undefined) return Number(place) === at ? [[property, text]] : []
    return type === 'consent' && path.startsWith('consent.') ? [[path, text]] : []
  })
  return Object.fromEntries(own)
}
