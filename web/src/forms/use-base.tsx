import { useEffect, useState } from 'react'
import type { Form, FormPatch } from '../api/schema.ts'
import { Conflict } from '../parts/dialogs/Conflict.tsx'
import { changesOf } from '../parts/forms/changes.ts'

export interface BaseOptions<V> {
  latest: Form
  valuesOf: (form: Form) => V
  /** All that the editor changes of a form, as the API takes it. */
  toPatch: (values: V) => FormPatch
  values: V
  fill: (values: V) => void
  isBusy: boolean
}

/**
 * The version that an editor was filled from: a save is refused when somebody else's came in between. Changes of other parts of the
 * form do not disturb.
 */
export function useBase<V>({ latest, valuesOf, toPatch, values, fill, isBusy }: BaseOptions<V>) {
  const [base, setBase] = useState(latest)
  const before = toPatch(valuesOf(base))
  const changes = changesOf(before, toPatch(values))
  const isChanged = Object.keys(changes).length > 0
  const isNewer = latest.version > base.version && !isBusy
  const isTheirs = isNewer && Object.keys(changesOf(before, toPatch(valuesOf(latest)))).length > 0
  const begin = (form: Form) => {
    setBase(form)
    fill(valuesOf(form))
  }
  const isConflict = isTheirs && isChanged
  useEffect(() => {
    if (!isNewer || isConflict) return
    if (isTheirs) begin(latest)
    else setBase(latest)
  })
  return {
    version: base.version,
    changes,
    isChanged,
    begin,
    undo: () => begin(base),
    isConflict,
    conflict: isConflict && (
      <Conflict what="form" place="here" onTheirs={() => begin(latest)} onMine={() => setBase(latest)} />
    ),
  }
}
