import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useMay } from '../../api/client.ts'
import { IconExternalLink, IconSearch } from '../../parts/icons.tsx'
import { Empty, Problem } from '../../parts/ui.tsx'
import { type Choice, type ChoiceGroup, findPlaces } from './choices.ts'
import { useFound } from './found.ts'
import classes from './SearchPanel.module.css'

/** The API's limit. */
const LONGEST = 255

/** A field that keeps the focus, and a list that arrow keys move in. */
export function SearchPanel({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const may = useMay()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  // Enter was pressed before the answers came.
  const [isWished, setWished] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const words = text.trim()
  const found = useFound(words)
  const groups = [...findPlaces(words, may, t), ...found.groups].filter(({ choices }) => choices.length > 0)
  const choices = groups.flatMap((group) => group.choices)
  const at = Math.max(
    choices.findIndex(({ key }) => key === chosen),
    0,
  )
  const active = choices[at]
  // Results of an older search may not match the current text.
  const isReady = !found.isWaiting || groups[0]?.key.startsWith('found') === false
  const idOf = ({ key }: Choice) => `${id}-${key.replace(/\W+/g, '-')}`

  const type = (next: string) => {
    setText(next)
    setChosen(null)
    setWished(false)
  }
  const open = ({ to, search = {}, isOutside }: Choice) => {
    onClose()
    if (isOutside) window.open(to, '_blank', 'noopener')
    else void navigate({ to, search })
  }
  const press = (event: KeyboardEvent) => {
    // Enter also ends a word in Japanese.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setWished(false)
      setChosen(choices[(at + step + choices.length) % choices.length]!.key)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (active && (isReady || chosen !== null)) open(active)
      else setWished(found.isWaiting)
    }
  }

  // The panel is loaded after the dialog has placed the focus.
  useEffect(() => {
    field.current?.focus()
  }, [])
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answers are there
  useEffect(() => {
    if (!isWished || !isReady) return
    setWished(false)
    if (active) open(active)
  }, [isWished, isReady])

  const isNothing = choices.length === 0 && !found.isWaiting && found.error === null
  return (
    <>
      <TextInput
        ref={field}
        data-autofocus
        type="search"
        size="md"
        role="combobox"
        aria-label={t`Find pages, contacts, posts and more`}
        placeholder={t`Find pages, contacts, posts and more`}
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={choices.length > 0 ? id : undefined}
        aria-activedescendant={activeId}
        autoComplete="off"
        maxLength={LONGEST}
        leftSection={<IconSearch size={18} />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <VisuallyHidden role="status">
        {found.isWaiting ? t`Searching` : plural(choices.length, { one: '# result', other: '# results' })}
      </VisuallyHidden>
      <div className={classes.results}>
        {choices.length > 0 && (
          <div
            id={id}
            role="listbox"
            className={classes.list}
            aria-label={t`Results of the search`}
            aria-busy={found.isWaiting}
          >
            {groups.map((group) => (
              <Choices key={group.key} of={group} active={active} idOf={idOf} onOpen={open} />
            ))}
          </div>
        )}
        {found.isWaiting && (
          <p className={classes.waiting} aria-hidden>
            <Trans>Searching…</Trans>
          </p>
        )}
        {found.error !== null && <Problem error={found.error} retry={found.retry} />}
        {isNothing && (
          <Empty icon={IconSearch} title={t`Nothing matches`}>
            <Trans>Try fewer letters, or a part of a name, an e-mail address or a text.</Trans>
          </Empty>
        )}
      </div>
    </>
  )
}

interface ChoicesProps {
  of: ChoiceGroup
  active: Choice | undefined
  idOf: (choice: Choice) => string
  onOpen: (choice: Choice) => void
}

function Choices({ of: { title, choices }, active, idOf, onOpen }: ChoicesProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-labelledby={id}>
      <div id={id} className={classes.title}>
        {title}
      </div>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div
          key={choice.key}
          id={idOf(choice)}
          role="option"
          aria-selected={choice === active}
          className={classes.choice}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(choice)}
        >
          <choice.icon size={18} className={classes.sign} />
          <span className={classes.label} dir="auto">
            {choice.label}
          </span>
          {choice.hint && (
            <span className={classes.hint} dir="auto">
              {choice.hint}
            </span>
          )}
          {choice.isOutside && <IconExternalLink size={16} className={classes.sign} />}
        </div>
      ))}
    </div>
  )
}
