import type { formPage as english } from '../en/form-page.ts'
import type { Translation } from '../translation.ts'

export const formPage: Translation<typeof english> = {
  'form_page.required': 'Les champs marqués d’un * sont obligatoires.',
  'form_page.send': 'Envoyer',
  'form_page.choose': 'Veuillez choisir',
}
