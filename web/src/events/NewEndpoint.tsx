import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Group, Text } from '@mantine/core'
import { useCallback } from 'react'
import { findLanguage } from '../../../src/messages/languages.ts'
import { api, dataOf, type onceKey, useRefresh } from '../api/client.ts'
import type { EndpointWithSecret, NewEndpoint as NewEndpointBody } from '../api/schema.ts'
import { type DialogProps, type MadeProps, MakeDialog, type MakeFormProps, ShownResult } from '../parts/dialogs.tsx'
import { ShownOnce } from '../parts/Secret.tsx'
import { Small } from '../parts/text.tsx'
import { ButtonLink, SecondaryButton } from '../parts/ui.tsx'
import { VerifyExample } from './dialogs.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import type { EndpointValues } from './endpoint-values.ts'
import { FOR_PEOPLE, KINDS, type Kind, LEADS } from './endpoints.ts'

interface NewEndpointProps {
  /** The one that is chosen at first. */
  kind: Kind
  /** It is told of new leads, and its kind cannot be changed. */
  isForLeads?: boolean
}

export function NewEndpoint({ opened, onClose, kind, isForLeads = false }: DialogProps & NewEndpointProps) {
  const Form = useCallback(
    (props: MakeFormProps<EndpointWithSecret>) => <NewForm {...props} kind={kind} isForLeads={isForLeads} />,
    [kind, isForLeads],
  )
  const title = isForLeads ? t`New leads: ${KINDS[kind].label}` : t`Add a service`
  return (
    <MakeDialog<EndpointWithSecret>
      opened={opened}
      onClose={onClose}
      // A click outside must discard neither what was typed nor a secret that is shown once.
      modal={(made) => ({
        title: made ? t`The service is ready` : title,
        closeOnClickOutside: false,
        closeOnEscape: true,
      })}
      Form={Form}
      Result={Made}
    />
  )
}

type NewFormProps = MakeFormProps<EndpointWithSecret> & Required<NewEndpointProps>

function NewForm({ kind: initial, isForLeads, onMade, onCancel }: NewFormProps) {
  const refresh = useRefresh()
  const create = async ({ url = '', ...values }: EndpointValues, kind: Kind, header: ReturnType<typeof onceKey>) => {
    const body: NewEndpointBody = { kind, url, ...values }
    onMade(await dataOf(api.POST('/v1/events/endpoints', { params: { header }, body })))
    void refresh('endpoints')
  }
  return (
    <EndpointForm
      keptAs={`endpoint.new.${initial}${isForLeads ? '.leads' : ''}`}
      initial={{
        kind: initial,
        url: '',
        description: '',
        language: findLanguage(i18n.locale) ?? 'en',
        events: isForLeads ? LEADS : initial === 'webhook' ? null : FOR_PEOPLE,
        filters: {},
        headers: [],
      }}
      isNew={!isForLeads}
      label={t`Add the service`}
      onSubmit={create}
      onCancel={onCancel}
    />
  )
}

function Made({ made: { id, kind, secret }, onDone }: MadeProps<EndpointWithSecret>) {
  return (
    <ShownResult>
      {kind !== 'webhook' ? (
        <Text>
          <Trans>
            {KINDS[kind].label} is told from now on. The address is stored encrypted, and is not shown again. Send a
            test to see whether messages arrive.
          </Trans>
        </Text>
      ) : secret === null ? (
        <Alert color="orange" title={t`The service was there already`}>
          <Trans>
            The first answer got lost on its way, and with it the secret. Open the service and get a new secret.
          </Trans>
        </Alert>
      ) : (
        <>
          <ShownOnce what="signing secret" value={secret} />
          <Small>
            <Trans>
              Every message is signed with it. Your program checks the signature before it believes a message: otherwise
              anybody who knows the address could send one.
            </Trans>
          </Small>
          <VerifyExample />
        </>
      )}
      <Group justify="flex-end">
        <SecondaryButton onClick={onDone}>
          <Trans>Close</Trans>
        </SecondaryButton>
        <ButtonLink to="/events/endpoints/$id" params={{ id }} onClick={onDone}>
          <Trans>Open it and send a test</Trans>
        </ButtonLink>
      </Group>
    </ShownResult>
  )
}
