import { Trans } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { isProblem, useRefresh } from '../api/client.ts'
import { hide, showAgain } from '../api/leaving.ts'
import { messageNames, SmallButton, tell } from './ui.tsx'

// Undo instead of a question, where nothing has left Doorpost yet (docs/decisions/0026-undo.md).

const UNDO_MS = 10_000

/** Those that are shown, the latest last. */
const offers = new Map<string, { undo: () => void; close: () => void }>()

/**
 * A message with Undo, for ten seconds, and as long as the pointer or the keyboard is on it. `over` runs when it closes
 * without Undo. Returns what closes it.
 */
export function offerUndo(message: string, undo: () => void, over: () => void = () => {}): () => void {
  listen()
  const id = crypto.randomUUID()
  const close = () => void notifications.hide(id)
  const take = () => {
    offers.delete(id)
    close()
    undo()
  }
  offers.set(id, { undo: take, close })
  notifications.show({
    id,
    message: <Offer message={message} onUndo={take} onOver={close} />,
    color: 'teal',
    autoClose: false,
    onClose: () => {
      // Undo has taken it out already.
      if (offers.delete(id)) over()
    },
    ...messageNames(),
  })
  return close
}

function Offer({ message, onUndo, onOver }: { message: string; onUndo: () => void; onOver: () => void }) {
  const { start, clear } = useTimeout(onOver, UNDO_MS, { autoInvoke: true })
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      onMouseEnter={clear}
      onMouseLeave={() => start()}
      onFocus={clear}
      onBlur={() => start()}
    >
      <span>{message}</span>
      <SmallButton style={{ flex: 'none' }} aria-keyshortcuts="Control+Z" onClick={onUndo}>
        <Trans>Undo</Trans>
      </SmallButton>
    </Group>
  )
}

let isListening = false

/** Undo by Ctrl+Z outside of fields, which have their own. What waits is sent before the page goes away. */
function listen(): void {
  if (isListening) return
  isListening = true
  addEventListener('keydown', (event) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || (event.target as Element).closest('input,textarea,select,[contenteditable]')) return
    const last = [...offers.values()].at(-1)
    if (last === undefined) return
    event.preventDefault()
    last.undo()
  })
  addEventListener('pagehide', closeOffers)
}

function closeOffers(): void {
  for (const { close } of [...offers.values()]) close()
}

const underWay = new Set<Promise<void>>()

/** Before the person is signed out. */
export async function finishRemovals(): Promise<void> {
  closeOffers()
  await Promise.all(underWay)
}

interface Removal {
  ids: readonly string[]
  /** "The note is deleted." */
  done: string
  /** With `keepalive`, so that it also works while the page is closing. */
  send: () => Promise<unknown>
}

/** Takes records out of all lists at once, and removes them when Undo is over. These nouns are refetched then. */
export function useRemoval(...nouns: string[]) {
  const refresh = useRefresh()
  return ({ ids, done, send }: Removal): void => {
    const remove = async () => {
      try {
        await send()
      } catch (error) {
        // Another person has deleted it already.
        if (isProblem(error, 'not_found')) return
        showAgain(ids)
        tell.problem(error)
      }
    }
    hide(ids)
    offerUndo(
      done,
      () => showAgain(ids),
      () => {
        const removing = remove()
        underWay.add(removing)
        void removing.then(() => {
          underWay.delete(removing)
          void refresh(...nouns)
        })
      },
    )
  }
}
