import { Alert, Checkbox, Collapse, NumberInput, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { providerOf } from '../../../../src/webhooks/senders/registry.ts'
import { isVerified, type Sender } from '../../../../src/webhooks/senders/shared/contract.ts'
import type { Webhook } from '../../api/schema.ts'
import { choices } from '../../parts/forms.tsx'
import { IconShieldOff } from '../../parts/icons.tsx'
import { FixedSelect, LinkButton } from '../../parts/ui.tsx'
import { WHY_UNVERIFIED } from './badges.tsx'
import { chosenSender, senderChoices } from './senders.ts'
import { choiceOf, type SourceValues } from './source-form.ts'

interface Props {
  form: UseFormReturnType<SourceValues>
  webhook?: Webhook
  isLocked?: boolean
}

const SecretInput = PasswordInput.withProps({ autoComplete: 'new-password' })

export function VerificationFields({ form, webhook, isLocked = false }: Props) {
  const sender = chosenSender(form.values.sender)
  const provider = providerOf(sender)
  const isNone = provider === 'none'
  const hasRuleProblem = Object.keys(form.errors).some((name) => name.startsWith('signature'))
  const [isOpen, { toggle }] = useDisclosure(false)
  const secret = (name: (typeof STORED)[number][0]) => ({
    placeholder: webhook?.[`has_${name}`] ? 'Stored. Type to replace it.' : '',
    ...form.getInputProps(name),
  })
  const showsRule = provider === 'hmac' && (sender.name === 'hmac' || isOpen || hasRuleProblem)
  return (
    <Stack gap="sm">
      <FixedSelect
        label="Who sends"
        description="It decides how a delivery has to prove where it comes from."
        data={senderChoices()}
        searchable
        {...form.getInputProps('sender')}
        onChange={(id) => id && form.setValues(choiceOf(id))}
      />
      {!isVerified(sender, form.values.secret !== '' || webhook?.has_secret === true) && (
        <Alert color="orange" icon={<IconShieldOff />} title="This webhook is unverified">
          {WHY_UNVERIFIED} {sender.secret ? `If you can, enter ${sender.secret.is}.` : isNone && OTHER_SENDERS}
        </Alert>
      )}
      {sender.secret && (
        <SecretInput
          label="Signing secret"
          description={secretHelp(sender.secret, webhook?.has_secret)}
          {...secret('secret')}
        />
      )}
      {sender.verifyToken && <SecretInput {...sender.verifyToken} {...secret('verify_token')} />}
      {sender.accessToken && <SecretInput {...sender.accessToken} {...secret('access_token')} />}
      {webhook && !isLocked && <Forget form={form} webhook={webhook} />}
      {provider === 'hmac' && sender.name !== 'hmac' && (
        <LinkButton ta="left" w="fit-content" onClick={toggle} aria-expanded={showsRule}>
          {showsRule ? `Hide how ${sender.label} signs` : `See or change how ${sender.label} signs`}
        </LinkButton>
      )}
      <Collapse in={showsRule}>{provider === 'hmac' && <SignatureFields form={form} />}</Collapse>
    </Stack>
  )
}

const OTHER_SENDERS = 'If your sender can sign, choose it above, or “Another sender that signs”.'

function secretHelp({ is: what, isOptional }: NonNullable<Sender['secret']>, isStored: boolean | undefined): string {
  const sentence = `${what[0]!.toUpperCase()}${what.slice(1)}.`
  if (isOptional && !isStored) return `${sentence} Without it everything is accepted, and shown as unverified.`
  if (isStored) return `${sentence} A new one leaves the one before valid for 24 hours.`
  return `${sentence} You can leave it empty for now: until it is set, everything is refused and kept under Rejected.`
}

const STORED = [
  ['secret', 'the signing secret, and the one before it'],
  ['verify_token', 'the verify token'],
  ['access_token', 'the page access token'],
] as const

function Forget({ form, webhook }: Required<Pick<Props, 'form' | 'webhook'>>) {
  const stored = STORED.filter(([name]) => webhook[`has_${name}`] && form.values[name] === '')
  if (stored.length === 0) return null
  return (
    <Checkbox.Group label="Remove what is stored" description="It ends at once." {...form.getInputProps('forget')}>
      <Stack gap={6} mt={6}>
        {stored.map(([name, label]) => (
          <Checkbox key={name} value={name} label={`Remove ${label}`} />
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
        label="Header with the signature"
        description="Its name, from the sender's documentation."
        placeholder="x-signature"
        {...field('header')}
      />
      <TextInput
        label="Text before the signature"
        description="If the header has any, such as sha256="
        placeholder="sha256="
        {...field('prefix')}
      />
      <FixedSelect label="Hash" data={['sha256', 'sha1', 'sha512']} {...field('hash')} />
      <FixedSelect label="Written as" data={ENCODINGS} {...field('encoding')} />
      <TextInput
        label="What is signed"
        description="{body}, with {timestamp} and {id} around it if the sender does so."
        {...field('template')}
      />
      <NumberInput
        label="Oldest accepted, in seconds"
        description="Empty: any age. Needs {timestamp} in what is signed."
        min={1}
        max={86_400}
        allowDecimal={false}
        {...field('tolerance_seconds')}
      />
      <TextInput label="Header with the timestamp" placeholder="None" {...field('timestamp_header')} />
      <TextInput label="Header with the id" placeholder="None" {...field('id_header')} />
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
          label="Kept for, in days"
          description="Empty: 90 days, unless set otherwise."
          max={3_650}
          placeholder="Usual"
          allowDecimal={false}
          {...form.getInputProps('retention_days')}
        />
        <LimitInput
          label="Deliveries a minute"
          description="Empty: 600, unless set otherwise."
          max={1_000_000}
          placeholder="Usual"
          allowDecimal={false}
          {...form.getInputProps('rate_limit')}
        />
        <LimitInput
          label="Largest delivery, in KB"
          description="From 1 to 1,024."
          max={1_024}
          decimalScale={3}
          {...form.getInputProps('max_kb')}
        />
      </SimpleGrid>
      <TextInput
        label="Where the sender's id of a delivery is"
        description="Repeats with the same id and content are stored once. Empty: where the sender usually puts it. Otherwise header:x-event-id, query:id or body:/event/id."
        placeholder="Found by itself"
        {...form.getInputProps('delivery_id')}
      />
    </Stack>
  )
}
