import { Trans } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { messageNames, SmallButton } from './ui.tsx'

// Messages with Undo. What is deleted waits on the server for as long (removals.tsx).

const UNDO_MS = 10_000

/** Those that are shown, the latest last. */
const offers = new Map<string, () => void>()

/**
 * A message with Undo, for ten seconds, and as long as the pointer or the keyboard is on it. Returns what closes it.
 */
export function offerUndo(message: string, undo: () => void): () => void {
  const { id, take, close } = openOffer(undo)
  show(id, <TimedOffer message={message} onUndo={take} onOver={close} />, () => {})
  return close
}

/** The same without an end of its own: `onHold` is called when the pointer or the keyboard comes, `onRelease` when it goes. */
export function offerUndoUntilClosed(
  message: string,
  undo: () => void,
  holding: Pick<OfferProps, 'onHold' | 'onRelease'>,
): () => void {
  const { id, take, close } = openOffer(undo)
  show(id, <Offer message={message} onUndo={take} {...holding} />, holding.onRelease)
  return close
}

function openOffer(undo: () => void) {
  listen()
  const id = crypto.randomUUID()
  const close = () => void notifications.hide(id)
  const take = () => {
    offers.delete(id)
    close()
    undo()
  }
  offers.set(id, take)
  return { id, take, close }
}

function show(id: string, message: ReactNode, onClosed: () => void): void {
  const onClose = () => {
    offers.delete(id)
    onClosed()
  }
  notifications.show({ id, message, color: 'teal', autoClose: false, onClose, ...messageNames() })
}

interface OfferProps {
  message: string
  onUndo: () => void
  onHold: () => void
  onRelease: () => void
}

function Offer({ message, onUndo, onHold, onRelease }: OfferProps) {
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      onMouseEnter={onHold}
      onMouseLeave={onRelease}
      onFocus={onHold}
      onBlur={onRelease}
    >
      <span>{message}</span>
      <SmallButton style={{ flex: 'none' }} aria-keyshortcuts="Control+Z" onClick={onUndo}>
        <Trans>Undo</Trans>
      </SmallButton>
    </Group>
  )
}

function TimedOffer({ message, onUndo, onOver }: { message: string; onUndo: () => void; onOver: () => void }) {
  const { start, clear } = useTimeout(onOver, UNDO_MS, { autoInvoke: true })
  return <Offer message={message} onUndo={onUndo} onHold={clear} onRelease={start} />
}

let isListening = false

/** Undo by Ctrl+Z outside of fields, which have their own. */
function listen(): void {
  if (isListening) return
  isListening = true
  addEventListener('keydown', (event) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || (event.target as Element).closest('input,textarea,select,[contenteditable]')) return
    const takeLast = [...offers.values()].at(-1)
    if (takeLast === undefined) return
    event.preventDefault()
    takeLast()
  })
}
