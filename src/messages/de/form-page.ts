import type { formPage as english } from '../en/form-page.ts'
import type { Translation } from '../translation.ts'

export const formPage: Translation<typeof english> = {
  'form_page.required': 'Felder mit * sind Pflichtfelder.',
  'form_page.send': 'Senden',
  'form_page.choose': 'Bitte auswählen',
  'form_page.only_if': 'Nur wenn „{field}“ ist: {values}',
  'form_page.only_unless': 'Nur wenn „{field}“ nicht ist: {values}',
  'form_page.only_filled': 'Nur wenn „{field}“ ausgefüllt ist',
  'form_page.step': 'Schritt {at} von {count}',
  'form_page.next': 'Weiter',
  'form_page.back': 'Zurück',
  'form_page.draft': 'Ihre früheren Eingaben sind noch da, nur in diesem Browser.',
  'form_page.clear': 'Löschen',
  'form_page.languages': 'Sprache',
  'form_page.first_name': 'Vorname',
  'form_page.last_name': 'Nachname',
  'form_page.email': 'E-Mail',
  'form_page.company': 'Firma',
  'form_page.message': 'Nachricht',
}
