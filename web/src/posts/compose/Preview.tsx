import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, type StackProps } from '@mantine/core'
import { memo, useDeferredValue } from 'react'
import { PROVIDER } from '../../parts/platforms.tsx'
import { Muted, PartTitle } from '../../parts/text.tsx'
import { LookHead, PostLook } from '../look/Look.tsx'
import composeClasses from './compose.module.css'
import { ComposerContext, useComposer, useOutgoingText } from './composer.ts'
import { mediaOf, mediaTypeOf } from './draft.ts'
import { nameOf, networkOf, type Target } from './targets.ts'

interface PreviewsProps extends StackProps {
  targets: readonly Target[]
}

/** Drawn after the letter that was typed, so that typing does not wait for them. */
export function Previews({ targets, ...box }: PreviewsProps) {
  return (
    <ComposerContext value={useDeferredValue(useComposer())}>
      <Drawn targets={useDeferredValue(targets)} {...box} />
    </ComposerContext>
  )
}

const Drawn = memo(function Drawn({ targets, ...box }: PreviewsProps) {
  const { t } = useLingui()
  return (
    // Focusable, because it scrolls.
    <Stack
      component="aside"
      miw={0}
      p={2}
      className={composeClasses.previews}
      aria-label={t`Previews`}
      tabIndex={0}
      {...box}
    >
      <PartTitle mb={0}>
        <Trans>Preview</Trans>
      </PartTitle>
      {targets.map((target) => (
        <Preview key={target.key} target={target} />
      ))}
      {targets.length === 0 && (
        <Muted>
          <Trans>Choose an account to see how the post will look there.</Trans>
        </Muted>
      )}
    </Stack>
  )
})

function Preview({ target }: { target: Target }) {
  const { t } = useLingui()
  const { draft, chosen, uploads } = useComposer()
  const { label, name: provider, text: rules } = networkOf(target)
  const { icon: Sign } = PROVIDER[provider]
  const title = nameOf(target, chosen)
  const { account } = target
  const name = account?.name ?? account?.handle ?? t`Your ${label} account`
  return (
    <PostLook
      provider={provider}
      label={t`Preview for ${title}`}
      head={
        <LookHead>
          <Sign size={16} />
          {title}
        </LookHead>
      }
      platform={target.platform}
      text={useOutgoingText(target)}
      links={rules.links}
      files={mediaOf(draft, target).map((url) => ({ url, src: uploads.srcOf(url), alt: draft.alts[url] ?? null }))}
      mediaType={mediaTypeOf(draft, target)}
      name={name}
      handle={account?.handle ?? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')}
      when={t({ message: 'now', comment: 'The time of a post that goes out at once, as networks show it' })}
    />
  )
}
