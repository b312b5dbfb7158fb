import type { formPage as english } from '../en/form-page.ts'
import type { Translation } from '../translation.ts'

export const formPage: Translation<typeof english> = {
  'form_page.required': 'Os campos com * são obrigatórios.',
  'form_page.send': 'Enviar',
  'form_page.choose': 'Escolha uma opção',
}
