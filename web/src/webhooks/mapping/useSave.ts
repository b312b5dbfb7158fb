import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { MappingPreset, Webhook } from '../../api/schema.ts'
import { tell } from '../../parts/tell.ts'
import { draftOf, type MappingJson, toMapping } from './draft.ts'

interface Options {
  webhook: Webhook
  presets: readonly MappingPreset[]
  /** The content of the editor; null while it is invalid. */
  mapping: MappingJson | null
  reset: (mapping: MappingJson) => void
}

/** Compares the editor with the stored mapping, and saves it. */
export function useSave({ webhook, presets, mapping, reset }: Options) {
  const queries = useQueryClient()
  const canon = (each: MappingJson | null) =>
    each === null ? '' : JSON.stringify(toMapping(draftOf(each, presets), presets))
  const stored = canon(webhook.mapping)
  const [base, setBase] = useState(stored)
  const current = canon(mapping)
  const isChanged = current !== base

  // When somebody else saves, their version is shown, unless that would discard what was typed.
  const isOverwriting = stored !== base && isChanged && current !== stored
  useEffect(() => {
    if (stored === base || isOverwriting) return
    setBase(stored)
    if (webhook.mapping && current !== stored) reset(webhook.mapping)
  }, [stored, base, isOverwriting, current, webhook.mapping, reset])

  const {
    mutate,
    error,
    isPending,
    reset: forget,
  } = useMutation({
    mutationFn: () =>
      dataOf(api.PATCH('/v1/webhooks/{id}', { params: { path: { id: webhook.id } }, body: { mapping } })),
    onSuccess: (saved) => {
      setBase(canon(saved.mapping))
      queries.setQueryData(['webhooks', webhook.id], saved)
      tell.done('The mapping is saved. It counts for what comes in from now on.')
      void queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  const undo = () => {
    forget()
    setBase(stored)
    if (webhook.mapping) reset(webhook.mapping)
  }
  return { isBusy: isPending, error, isChanged, isOverwriting, run: () => mutate(), undo }
}
