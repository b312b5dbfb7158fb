import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Combobox, Group, Text, UnstyledButton, useCombobox } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import classes from './AddFilter.module.css'
import { IconCheck, IconChevronLeft, IconChevronRight, IconX, icon } from './icons.tsx'
import { SecondaryButton } from './ui.tsx'

const IconFilterPlus = icon`M4 4h16v2.172a2 2 0 0 1 -.586 1.414l-4.414 4.414M12 20l-3 1v-8.5l-4.48 -4.928a2 2 0 0 1 -.52 -1.345v-2.227M16 19h6M19 16v6`

export interface FilterChoice {
  value: string
  label: string
  /** Beside the label, such as how many records have the value. */
  hint?: string | undefined
}

export interface Filter {
  /** Unique in the list, and stable. */
  name: string
  label: string
  /** What it is set to, in words. Null if it is not set. */
  shown: string | null
  /** Without choices and editor it is only a chip: another page has set it. */
  choices?: readonly FilterChoice[] | undefined
  /** The chosen values, which get a tick. */
  chosen?: readonly string[]
  /** Other values than the choices may be typed. */
  takesText?: boolean
  /** The list stays open, for filters that take several values. */
  isMultiple?: boolean
  /** Instead of a list of choices. */
  editor?: (close: () => void) => ReactNode
  /** An empty value removes the filter. */
  onChange: (value: string) => void
}

/** A filter that has one of these values. */
export function choiceFilter(
  { name, label, value }: { name: string; label: string; value: string | null | undefined },
  choices: readonly FilterChoice[],
  onChange: (value: string | undefined) => void,
): Filter {
  const chosen = choices.find((choice) => choice.value === value)
  return {
    name,
    label,
    choices,
    chosen: chosen === undefined ? [] : [chosen.value],
    shown: chosen?.label ?? null,
    onChange: (next) => onChange(next || undefined),
  }
}

interface AddFilterProps {
  filters: readonly Filter[]
  onClearAll: () => void
}

/**
 * A button that opens the list of filters, then the values of one; and a chip for each filter that is set. Goes into a
 * Group, beside the search. By keyboard: type parts of names, Enter takes the first match, Backspace goes back.
 */
export function AddFilter({ filters, onClearAll }: AddFilterProps) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const [name, setName] = useState<string | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const current = filters.find((filter) => filter.name === name)
  const set = filters.filter(({ shown }) => shown !== null)
  const close = () => {
    combobox.closeDropdown()
    button.current?.focus()
  }
  const open = (filter: string | null) => {
    setName(filter)
    combobox.openDropdown()
  }
  const submit = (value: string) => {
    if (current === undefined) return setName(value)
    current.onChange(value)
    if (!current.isMultiple) close()
  }
  const remove = (filter: Filter) => {
    filter.onChange('')
    button.current?.focus()
  }
  return (
    <>
      <Combobox
        store={combobox}
        width={300}
        position="bottom-start"
        shadow="md"
        // Native options need no second focus trap: the search field keeps the focus.
        withinPortal
        onOptionSubmit={submit}
      >
        <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
          <SecondaryButton
            ref={button}
            leftSection={<IconFilterPlus size={16} />}
            aria-haspopup="dialog"
            aria-expanded={combobox.dropdownOpened}
            onClick={() => (combobox.dropdownOpened ? combobox.closeDropdown() : open(null))}
          >
            <Trans>Add filter</Trans>
          </SecondaryButton>
        </Combobox.Target>
        <Combobox.Dropdown>
          {combobox.dropdownOpened && (
            <div
              className={classes.dialog}
              role="dialog"
              aria-label={current?.label ?? t`Add filter`}
              // The dropdown closes itself while the key is being captured; later there is nobody to return the focus.
              onKeyDownCapture={(event) => event.key === 'Escape' && close()}
            >
              <Step
                key={name}
                filters={filters}
                current={current}
                onBack={() => setName(null)}
                onType={combobox.selectFirstOption}
                onClose={close}
              />
            </div>
          )}
        </Combobox.Dropdown>
      </Combobox>
      {set.length > 0 && (
        <Group component="ul" gap={6} aria-label={t`Filters in use`} className={classes.chips}>
          {set.map((filter) => (
            <Chip key={filter.name} filter={filter} onOpen={() => open(filter.name)} onRemove={() => remove(filter)} />
          ))}
          <li>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                onClearAll()
                button.current?.focus()
              }}
            >
              <Trans>Clear all</Trans>
            </Button>
          </li>
        </Group>
      )}
    </>
  )
}

function Chip({ filter, onOpen, onRemove }: { filter: Filter; onOpen: () => void; onRemove: () => void }) {
  const { t } = useLingui()
  const { label, shown } = filter
  const words = (
    <Trans>
      <span className={classes.label}>{label}:</span> <span className={classes.value}>{shown}</span>
    </Trans>
  )
  return (
    <li className={classes.chip}>
      {isAddable(filter) ? (
        <UnstyledButton className={classes.words} aria-label={t`${label}: ${shown}. Change it`} onClick={onOpen}>
          {words}
        </UnstyledButton>
      ) : (
        <span className={classes.words}>{words}</span>
      )}
      <UnstyledButton className={classes.remove} aria-label={t`Remove ${label}: ${shown}`} onClick={onRemove}>
        <IconX size={14} />
      </UnstyledButton>
    </li>
  )
}

interface StepProps {
  filters: readonly Filter[]
  /** Undefined while the filter is being chosen. */
  current: Filter | undefined
  onBack: () => void
  onType: () => unknown
  onClose: () => void
}

/** More choices than these are found by typing. */
const LISTED_MAX = 200

function Step({ filters, current, onBack, onType, onClose }: StepProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const editor = useRef<HTMLDivElement>(null)
  const listId = useId()
  // In the same turn as the key or click, so that fast typing goes into the field. The dropdown is placed later: focusing
  // must not scroll to where it is now.
  useLayoutEffect(() => {
    const first = search.current ?? editor.current
    first?.focus({ preventScroll: true })
  }, [])
  useLayoutEffect(() => {
    if (text !== '') onType()
  }, [text, onType])
  const back = current && (
    <UnstyledButton className={classes.back} onClick={onBack}>
      <IconChevronLeft size={16} className={classes.mirrored} />
      <span>{current.label}</span>
    </UnstyledButton>
  )
  if (current?.editor) {
    return (
      <div ref={editor} tabIndex={-1} className={classes.editor}>
        {back}
        {current.editor(onClose)}
      </div>
    )
  }
  const all = current ? (current.choices ?? []) : filters.filter(isAddable).map(toChoice)
  const typed = text.trim()
  const found = all.filter(({ label }) => label.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
  const isOther = Boolean(current?.takesText) && typed !== '' && !all.some(({ value }) => value === typed)
  const label = current ? t`Search the values of ${current.label}` : t`Search the filters`
  return (
    <>
      {back}
      <Combobox.Search
        ref={search}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-label={label}
        placeholder={current ? (current.takesText ? t`Type or choose` : t`Choose`) : t`Filter by…`}
        maxLength={255}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && text === '' && current) onBack()
        }}
      />
      <Combobox.Options id={listId} className={classes.options} aria-label={current?.label ?? t`Filters`}>
        {found.slice(0, LISTED_MAX).map((choice) => (
          <Option
            key={choice.value}
            choice={choice}
            isOn={current?.chosen?.includes(choice.value) ?? false}
            isGroup={!current}
          />
        ))}
        {isOther && (
          <Combobox.Option value={typed}>
            <Trans>Use “{typed}”</Trans>
          </Combobox.Option>
        )}
        {found.length === 0 && !isOther && (
          <Combobox.Empty>
            {all.length === 0 && current ? <Trans>No values yet</Trans> : <Trans>Nothing matches</Trans>}
          </Combobox.Empty>
        )}
      </Combobox.Options>
    </>
  )
}

function Option({ choice, isOn, isGroup }: { choice: FilterChoice; isOn: boolean; isGroup: boolean }) {
  const { value, label, hint } = choice
  return (
    <Combobox.Option value={value} aria-selected={isOn} className={classes.option}>
      <span className={classes.name}>{label}</span>
      {hint && (
        <Text span size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {isOn && <IconCheck size={14} />}
      {isGroup && <IconChevronRight size={14} className={classes.mirrored} />}
    </Combobox.Option>
  )
}

function isAddable({ choices, editor, takesText }: Filter): boolean {
  return choices !== undefined || editor !== undefined || Boolean(takesText)
}

function toChoice({ name, label }: Filter): FilterChoice {
  return { value: name, label }
}
