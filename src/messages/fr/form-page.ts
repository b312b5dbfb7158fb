import type { formPage as english } from '../en/form-page.ts'
import type { Translation } from '../translation.ts'

export const formPage: Translation<typeof english> = {
  'form_page.required': 'Les champs marqués d’un * sont obligatoires.',
  'form_page.send': 'Envoyer',
  'form_page.choose': 'Veuillez choisir',
  'form_page.only_if': 'Seulement si « {field} » est : {values}',
  'form_page.only_unless': 'Seulement si « {field} » n’est pas : {values}',
  'form_page.only_filled': 'Seulement si « {field} » est rempli',
  'form_page.step': 'Étape {at} sur {count}',
  'form_page.next': 'Suivant',
  'form_page.back': 'Retour',
  'form_page.draft': 'Ce que vous aviez saisi auparavant est encore là, dans ce navigateur seulement.',
  'form_page.clear': 'Effacer',
  'form_page.languages': 'Langue',
  'form_page.first_name': 'Prénom',
  'form_page.last_name': 'Nom',
  'form_page.email': 'E-mail',
  'form_page.company': 'Entreprise',
  'form_page.message': 'Message',
}
