import { t } from '@lingui/core/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { ApiProblem, OFFLINE } from '../api/client.ts'
import type { DialogProps } from './dialogs.tsx'
import { loadTexts } from './language.ts'
import { tell } from './ui.tsx'

/** A dialog that is loaded, with its texts, when it is opened for the first time. */
export function laterDialog(load: () => Promise<ComponentType<DialogProps>>): ComponentType<DialogProps> {
  return function LaterDialog({ opened, onClose }) {
    // In an object, because React calls a state that is a function.
    const [{ Dialog }, setLoaded] = useState<{ Dialog?: ComponentType<DialogProps> }>({})
    // A dialog gives the focus back to where it was when it changed from closed to open.
    const [wasClosed, setWasClosed] = useState(false)
    // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each time that it is opened
    useEffect(() => {
      if (!opened || Dialog) return
      Promise.all([load(), loadTexts()]).then(
        ([loaded]) => setLoaded({ Dialog: loaded }),
        () => {
          tell.problem(
            new ApiProblem(0, OFFLINE, t`Doorpost cannot be reached. Check your connection, then try again.`),
          )
          onClose()
        },
      )
    }, [opened])
    useEffect(() => {
      if (Dialog) setWasClosed(true)
    }, [Dialog])
    return Dialog && <Dialog opened={opened && wasClosed} onClose={onClose} />
  }
}
