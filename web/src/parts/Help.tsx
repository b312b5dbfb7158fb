import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Popover, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { icon } from './icons.tsx'
import { Small } from './text.tsx'

const IconHelp = icon`M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M12 17v.01M12 13.5a1.5 1.5 0 0 1 1 -1.5a2.6 2.6 0 1 0 -3 -4`

interface HelpProps {
  /** What it explains, for screen readers: "Tracking links". */
  about?: string
  /** A page in docs/how-to, with or without a section: "forms", "forms#in-a-browser". */
  page?: string
  /** One or two sentences. */
  children: ReactNode
}

/** A "?" that explains in a sentence or two, and leads to the page of the documentation. */
export function Help({ about, page, children }: HelpProps) {
  const { t } = useLingui()
  return (
    <Popover width={300} position="bottom" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={about ? t`Help: ${about}` : t`Help`}>
          <IconHelp size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" align="flex-start">
          <Small component="div">{children}</Small>
          {page && (
            <Anchor href={`/docs/how-to/${page}`} target="_blank" size="sm">
              <Trans>Read more</Trans>
            </Anchor>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
