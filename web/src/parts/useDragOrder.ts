import { type DragEvent, type KeyboardEvent, useState } from 'react'

/** List items are moved by dragging, or with Alt and an arrow key. */
export function useDragOrder(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return (index: number) => ({
    isDragged: dragged === index,
    isTarget: over === index && dragged !== index,
    handle: {
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        setDragged(index)
      },
      onDragEnd: end,
    },
    place: {
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        setOver(index)
      },
      onDrop: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        move(dragged, index)
        end()
      },
      onKeyDown: (event: KeyboardEvent) => {
        const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
        if (step === undefined) return
        event.preventDefault()
        move(index, index + step)
      },
    },
  })
}

export type DragItem = ReturnType<ReturnType<typeof useDragOrder>>
