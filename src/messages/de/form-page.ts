import type { formPage as english } from '../en/form-page.ts'
import type { Translation } from '../translation.ts'

export const formPage: Translation<typeof english> = {
  'form_page.required': 'Felder mit * sind Pflichtfelder.',
  'form_page.send': 'Senden',
  'form_page.choose': 'Bitte auswählen',
}
