import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { MappingPreviewRequest } from '../../api/schema.ts'
import type { MappingJson } from './draft.ts'

const WAIT_MS = 400

/** Tries the mapping on the sample, a moment after the last keystroke. Without one of them it does nothing. */
export function usePreview(webhookId: string, sample: object | null, mapping: MappingJson | null) {
  const request = sample && mapping ? JSON.stringify({ ...sample, mapping }) : null
  const [settled] = useDebouncedValue(request, WAIT_MS)
  const preview = useQuery({
    // Not under webhooks: nothing that arrives changes the answer, and each may cost a call to Meta.
    queryKey: ['mapping-preview', webhookId, settled],
    queryFn: () => {
      const body: MappingPreviewRequest = JSON.parse(settled!)
      return dataOf(api.POST('/v1/webhooks/{id}/mapping/preview', { params: { path: { id: webhookId } }, body }))
    },
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return { ...preview, isWorking: request !== settled || preview.isFetching }
}

export type Preview = ReturnType<typeof usePreview>
