export interface ExtraField {
  name: string
  value: string
}

/** Fields that websites and Doorpost itself add to those that people fill in. */
const PARAMETER =
  /^(?:utm_.*|dp|landing_page|referrer(?:_.*)?|form|[gm]clid|fbclid|msclkid|li_fat_id|[gw]braid|user_agent|ip|first_name_from)$/i

const MESSAGE = /^(?:message|comments?|question|nachricht)$/i
const MESSAGE_MIN = 60

/**
 * Splits the additional fields of a contact into messages, short facts, and parameters that nobody typed. `order` has the
 * names of the fields that come first.
 */
export function splitExtra(extra: Record<string, unknown>, order: readonly string[] = []) {
  const fields = Object.entries(extra).map(([name, value]): ExtraField => ({ name, value: String(value) }))
  const place = ({ name }: ExtraField) => (order.includes(name) ? order.indexOf(name) : order.length)
  const typed = fields.filter((field) => !isParameter(field)).sort((a, b) => place(a) - place(b))
  return {
    messages: typed.filter(isMessage),
    facts: typed.filter((field) => !isMessage(field)),
    parameters: fields.filter(isParameter),
  }
}

function isParameter({ name }: ExtraField): boolean {
  return PARAMETER.test(name)
}

function isMessage({ name, value }: ExtraField): boolean {
  return value.length >= MESSAGE_MIN || value.includes('\n') || MESSAGE.test(name)
}
