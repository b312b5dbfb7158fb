import { Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { api } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Rejection, Webhook } from '../../api/schema.ts'
import { Strong } from '../../parts/more-variants.ts'
import { Empty, Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { useUrl } from '../../parts/useUrl.ts'
import { Hint, Muted } from '../../parts/variants.ts'
import { REFRESH_MS } from '../reads.ts'
import { formatBytes, summaryOf } from './body.ts'
import classes from './inbox.module.css'
import { RejectionDetail } from './RejectionDetail.tsx'
import { reasonInWords } from './reasons.ts'
import { SelectList } from './SelectList.tsx'
import { useSelection } from './useSelection.ts'

/** What was refused because nothing proved who sent it. */
export function Rejected({ webhook }: { webhook: Webhook }) {
  const [search, set] = useUrl()
  const list = useList(
    ['webhooks', webhook.id, 'rejections'],
    {},
    (query, signal) => api.GET('/v1/webhooks/{id}/rejections', { params: { path: { id: webhook.id }, query }, signal }),
    REFRESH_MS,
  )
  const { rows } = list
  const { selectedId, detail } = useSelection(search.rejection, rows, list.data !== undefined)
  return (
    <Read of={list}>
      {() =>
        rows.length === 0 ? (
          <Empty icon={IconShieldCheck} title="Nothing was refused">
            {webhook.verified === 'verified'
              ? 'Deliveries without the right signature are refused and kept here, so that you can see why and accept those you trust.'
              : 'This webhook does not check who sends, so it refuses nothing. Set up verification under Settings to change that.'}
          </Empty>
        ) : (
          <>
            <Muted mb="md" maw={720}>
              These were answered with a refusal, because nothing proves who sent them. The newest 1,000 are kept.
              Accept one only if you know that it is real.
            </Muted>
            <div className={classes.split}>
              <SelectList
                label="Rejected deliveries"
                rows={rows}
                selectedId={selectedId}
                onSelect={(id) => set({ rejection: id })}
                render={(row) => <Line rejection={row} />}
                total={list.total}
                more={list.more}
              />
              <div ref={detail} style={{ scrollMarginTop: 70 }}>
                {selectedId && (
                  <RejectionDetail
                    key={selectedId}
                    webhook={webhook}
                    id={selectedId}
                    listed={rows.find(({ id }) => id === selectedId)}
                    view={search.view ?? 'pretty'}
                    onView={(view) => set({ view: view === 'pretty' ? undefined : view })}
                    onGone={() => set({ rejection: undefined })}
                  />
                )}
              </div>
            </div>
          </>
        )
      }
    </Read>
  )
}

function Line({ rejection }: { rejection: Rejection }) {
  return (
    <>
      <Strong>{reasonInWords(rejection.code)}</Strong>
      <Text size="sm" className={classes.summary}>
        {summaryOf(rejection)}
      </Text>
      <Hint component="div">
        <Time at={rejection.received_at} span inherit /> · {formatBytes(rejection.body_bytes)}
      </Hint>
    </>
  )
}
