import { msg, t } from '@lingui/core/macro'
import { Alert, Checkbox, Collapse, NumberInput, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { providerOf } from '../../../../src/webhooks/senders/registry.ts'
import { isVerified, type Sender } from '../../../../src/webhooks/senders/shared/contract.ts'
import type { Webhook } from '../../api/schema.ts'
import { choices, FixedSelect } from '../../parts/forms.tsx'
import { IconShieldOff } from '../../parts/icons.tsx'
import { spoken } from '../../parts/spoken.ts'
import { LinkButton } from '../../parts/ui.tsx'
import { whyUnverified } from './badges.tsx'
import { chosenSender, labelOfSender, senderChoices, tellOfSender } from './senders.ts'
import { choiceOf, type SourceValues } from './source-form.ts'

interface Props {
  form: UseFormReturnType<SourceValues>
  webhook?: Webhook
  isLocked?: boolean
}

const SecretInput = PasswordInput.withProps({ autoComplete: 'new-password' })

export function VerificationFields({ form, webhook, isLocked = false }: Props) {
  const sender = chosenSender(form.values.sender)
  const senderName = labelOfSender(sender)
  const provider = providerOf(sender)
  const isNone = provider === 'none'
  const hasRuleProblem = Object.keys(form.errors).some((name) => name.startsWith('signature'))
  const [isOpen, { toggle }] = useDisclosure(false)
  const secret = (name: (typeof STORED)[number][0]) => ({
    placeholder: webhook?.[`has_${name}`] ? t`Stored. Type to replace it.` : '',
    ...form.getInputProps(name),
  })
  const showsRule = provider === 'hmac' && (sender.name === 'hmac' || isOpen || hasRuleProblem)
  return (
    <Stack gap="sm">
      <FixedSelect
        label={t`Who sends`}
        description={t`It decides how a delivery has to prove where it comes from.`}
        data={senderChoices()}
        searchable
        {...form.getInputProps('sender')}
        onChange={(id) => id && form.setValues(choiceOf(id))}
      />
      {!isVerified(sender, form.values.secret !== '' || webhook?.has_secret === true) && (
        <Alert color="orange" icon={<IconShieldOff />} title={t`This webhook is unverified`}>
          {whyUnverified()}{' '}
          {sender.secret ? t`If you can, enter ${tellOfSender(sender, 'secret')}.` : isNone && otherSenders()}
        </Alert>
      )}
      {sender.secret && (
        <SecretInput
          label={t`Signing secret`}
          description={secretHelp(sender, webhook?.has_secret)}
          {...secret('secret')}
        />
      )}
      {sender.verifyToken && (
        <SecretInput
          label={tellOfSender(sender, 'verify_label')}
          description={tellOfSender(sender, 'verify_help')}
          {...secret('verify_token')}
        />
      )}
      {sender.accessToken && (
        <SecretInput
          label={tellOfSender(sender, 'access_label')}
          description={tellOfSender(sender, 'access_help')}
          {...secret('access_token')}
        />
      )}
      {webhook && !isLocked && <Forget form={form} webhook={webhook} />}
      {provider === 'hmac' && sender.name !== 'hmac' && (
        <LinkButton ta="left" w="fit-content" onClick={toggle} aria-expanded={showsRule}>
          {showsRule ? t`Hide how ${senderName} signs` : t`See or change how ${senderName} signs`}
        </LinkButton>
      )}
      <Collapse in={showsRule}>{provider === 'hmac' && <SignatureFields form={form} />}</Collapse>
    </Stack>
  )
}

const otherSenders = () => t`If your sender can sign, choose it above, or “Another sender that signs”.`

function secretHelp(sender: Sender, isStored: boolean | undefined): string {
  const what = tellOfSender(sender, 'secret')
  const sentence = `${what[0]!.toUpperCase()}${what.slice(1)}`
  if (sender.secret?.isOptional && !isStored) {
    return t`${sentence}. Without it everything is accepted, and shown as unverified.`
  }
  if (isStored) return t`${sentence}. A new one leaves the one before valid for 24 hours.`
  return t`${sentence}. You can leave it empty for now: until it is set, everything is refused and kept under Rejected.`
}

const STORED = spoken([
  ['secret', msg`the signing secret, and the one before it`],
  ['verify_token', msg`the verify token`],
  ['access_token', msg`the page access token`],
])

function Forget({ form, webhook }: Required<Pick<Props, 'form' | 'webhook'>>) {
  const stored = STORED.filter(([name]) => webhook[`has_${name}`] && form.values[name] === '')
  if (stored.length === 0) return null
  return (
    <Checkbox.Group
      label={t`Remove what is stored`}
      description={t`It ends at once.`}
      {...form.getInputProps('forget')}
    >
      <Stack gap={6} mt={6}>
        {stored.map(([name, label]) => (
          <Checkbox key={name} value={name} label={t`Remove ${label}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

const ENCODINGS = choices({ hex: 'hex (0–9, a–f)', base64: 'base64' })

/** For senders that Doorpost does not know. */
function SignatureFields({ form }: Pick<Props, 'form'>) {
  const field = (name: string) => form.getInputProps(`signature.${name}`)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput
        label={t`Header with the signature`}
        description={t`Its name, from the sender's documentation.`}
        placeholder={t`x-signature`}
        {...field('header')}
      />
      <TextInput
        label={t`Text before the signature`}
        description={t`If the header has any, such as sha256=`}
        placeholder={t`sha256=`}
        {...field('prefix')}
      />
      <FixedSelect label={t`Hash`} data={['sha256', 'sha1', 'sha512']} {...field('hash')} />
      <FixedSelect label={t`Written as`} data={ENCODINGS} {...field('encoding')} />
      <TextInput
        label={t`What is signed`}
        description={t`{body}, with {timestamp} and {id} around it if the sender does so.`}
        {...field('template')}
      />
      <NumberInput
        label={t`Oldest accepted, in seconds`}
        description={t`Empty: any age. Needs {timestamp} in what is signed.`}
        min={1}
        max={86_400}
        allowDecimal={false}
        {...field('tolerance_seconds')}
      />
      <TextInput label={t`Header with the timestamp`} placeholder={t`None`} {...field('timestamp_header')} />
      <TextInput label={t`Header with the id`} placeholder={t`None`} {...field('id_header')} />
    </SimpleGrid>
  )
}

/** Descriptions below keep adjacent inputs aligned. */
const LimitInput = NumberInput.withProps({ inputWrapperOrder: ['label', 'input', 'description', 'error'], min: 1 })

export function LimitFields({ form }: Pick<Props, 'form'>) {
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <LimitInput
          label={t`Kept for, in days`}
          description={t`Empty: 90 days, unless set otherwise.`}
          max={3_650}
          placeholder={t`Usual`}
          allowDecimal={false}
          {...form.getInputProps('retention_days')}
        />
        <LimitInput
          label={t`Deliveries a minute`}
          description={t`Empty: 600, unless set otherwise.`}
          max={1_000_000}
          placeholder={t`Usual`}
          allowDecimal={false}
          {...form.getInputProps('rate_limit')}
        />
        <LimitInput
          label={t`Largest delivery, in KB`}
          description={t`From 1 to 1,024.`}
          max={1_024}
          decimalScale={3}
          {...form.getInputProps('max_kb')}
        />
      </SimpleGrid>
      <TextInput
        label={t`Where the sender's id of a delivery is`}
        description={t`Repeats with the same id and content are stored once. Empty: where the sender usually puts it. Otherwise header:x-event-id, query:id or body:/event/id.`}
        placeholder={t`Found by itself`}
        {...form.getInputProps('delivery_id')}
      />
    </Stack>
  )
}
