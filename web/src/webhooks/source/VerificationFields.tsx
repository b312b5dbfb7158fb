import {
  Alert,
  Anchor,
  Checkbox,
  Collapse,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconShieldOff } from '@tabler/icons-react'
import type { Webhook } from '../../api/schema.ts'
import { WHY_UNVERIFIED } from './badges.tsx'
import { hasSecret, hasVerifyToken, senderChoices, senderOf } from './senders.ts'
import { choiceOf, type SourceValues } from './source-form.ts'

interface Props {
  form: UseFormReturnType<SourceValues>
  webhook?: Webhook
  isLocked?: boolean
}

export function VerificationFields({ form, webhook, isLocked = false }: Props) {
  const sender = senderOf(form.values.sender)
  const { provider } = sender
  const hasRuleProblem = Object.keys(form.errors).some((name) => name.startsWith('signature'))
  const [isOpen, { toggle }] = useDisclosure(false)
  const showsRule = provider === 'hmac' && (sender.id === 'hmac' || isOpen || hasRuleProblem)
  return (
    <Stack gap="sm">
      <Select
        label="Who sends"
        description="It decides how a delivery has to prove where it comes from."
        data={senderChoices()}
        searchable
        allowDeselect={false}
        {...form.getInputProps('sender')}
        onChange={(id) => id && form.setValues(choiceOf(id))}
      />
      {provider === 'none' && (
        <Alert color="orange" icon={<IconShieldOff aria-hidden />} title="This webhook is unverified">
          {WHY_UNVERIFIED} If your sender can sign, choose it above, or “Another sender that signs”.
        </Alert>
      )}
      {hasSecret(provider) && (
        <PasswordInput
          label="Signing secret"
          description={secretHelp(sender.secret ?? '', webhook?.has_secret)}
          autoComplete="new-password"
          placeholder={webhook?.has_secret ? 'Stored. Type to replace it.' : ''}
          {...form.getInputProps('secret')}
        />
      )}
      {hasVerifyToken(provider) && (
        <PasswordInput
          label={provider === 'meta' ? 'Verify token' : 'clientState'}
          description={
            provider === 'meta'
              ? 'A word of your choice. Enter the same at Meta, which sends it when the URL is registered.'
              : 'A word of your choice. Give the same to the subscription: Microsoft sends it with every delivery.'
          }
          autoComplete="new-password"
          placeholder={webhook?.has_verify_token ? 'Stored. Type to replace it.' : ''}
          {...form.getInputProps('verify_token')}
        />
      )}
      {provider === 'meta' && (
        <PasswordInput
          label="Page access token"
          description="Meta announces a lead by its number only. With a long-lived page access token Doorpost reads the lead itself."
          autoComplete="new-password"
          placeholder={webhook?.has_access_token ? 'Stored. Type to replace it.' : ''}
          {...form.getInputProps('access_token')}
        />
      )}
      {webhook && !isLocked && <Forget form={form} webhook={webhook} />}
      {provider === 'hmac' && sender.id !== 'hmac' && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          w="fit-content"
          onClick={toggle}
          aria-expanded={showsRule}
        >
          {showsRule ? `Hide how ${sender.label} signs` : `See or change how ${sender.label} signs`}
        </Anchor>
      )}
      <Collapse in={showsRule}>{provider === 'hmac' && <SignatureFields form={form} />}</Collapse>
    </Stack>
  )
}

function secretHelp(where: string, isStored: boolean | undefined): string {
  if (isStored) return `${where} A new one leaves the one before valid for 24 hours.`
  return `${where} You can leave it empty for now: until it is set, everything is refused and kept under Rejected.`
}

const STORED = [
  ['secret', 'has_secret', 'the signing secret, and the one before it'],
  ['verify_token', 'has_verify_token', 'the verify token'],
  ['access_token', 'has_access_token', 'the page access token'],
] as const

function Forget({ form, webhook }: { form: Props['form']; webhook: Webhook }) {
  const stored = STORED.filter(([name, has]) => webhook[has] && form.values[name] === '')
  if (stored.length === 0) return null
  return (
    <Checkbox.Group label="Remove what is stored" description="It ends at once." {...form.getInputProps('forget')}>
      <Stack gap={6} mt={6}>
        {stored.map(([name, , label]) => (
          <Checkbox key={name} value={name} label={`Remove ${label}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** How a sender signs that Doorpost does not know by name. */
function SignatureFields({ form }: { form: UseFormReturnType<SourceValues> }) {
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
      <Select label="Hash" data={['sha256', 'sha1', 'sha512']} allowDeselect={false} {...field('hash')} />
      <Select
        label="Written as"
        data={[
          { value: 'hex', label: 'hex (0–9, a–f)' },
          { value: 'base64', label: 'base64' },
        ]}
        allowDeselect={false}
        {...field('encoding')}
      />
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
