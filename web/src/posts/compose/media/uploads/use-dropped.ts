import { useEffect, useRef, useState } from 'react'

/** For buttons that choose files. Wide, so that systems offer their photographs; what cannot be taken says so. */
export const ACCEPT = 'image/*,video/mp4,video/quicktime,application/pdf,.heic,.heif,.mov,.mp4,.pdf'

/**
 * Files that are dropped or pasted anywhere in the page. A drop beside a field would otherwise open the file instead of the
 * page, with everything written in it.
 */
export function useDropped(onFiles: (files: File[]) => void): { isOver: boolean } {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    // Pictures of this page that are moved look like files to some browsers.
    let isFromHere = false
    const hasFiles = (event: DragEvent) => !isFromHere && event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer!.dropEffect = 'copy'
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      const files = [...event.dataTransfer!.files]
      if (files.length > 0) latest.current(files)
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: data } = event
      if (!data || data.files.length === 0) return
      // Office programs put a picture of the text beside it.
      if (data.types.includes('text/plain') && isEditable(event.target)) return
      event.preventDefault()
      latest.current([...data.files])
    }
    const stop = new AbortController()
    const { signal } = stop
    const mark = ({ type }: DragEvent) => {
      isFromHere = type === 'dragstart'
    }
    window.addEventListener('dragstart', mark, { signal })
    window.addEventListener('dragend', mark, { signal })
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => stop.abort()
  }, [])
  return { isOver }
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
}
