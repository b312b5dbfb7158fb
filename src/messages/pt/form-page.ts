import type { formPage as english } from '../en/form-page.ts'
import type { Translation } from '../translation.ts'

export const formPage: Translation<typeof english> = {
  'form_page.required': 'Os campos com * são obrigatórios.',
  'form_page.send': 'Enviar',
  'form_page.choose': 'Escolha uma opção',
  'form_page.only_if': 'Só se “{field}” for: {values}',
  'form_page.only_unless': 'Só se “{field}” não for: {values}',
  'form_page.only_filled': 'Só se “{field}” estiver preenchido',
  'form_page.step': 'Passo {at} de {count}',
  'form_page.next': 'Seguinte',
  'form_page.back': 'Voltar',
  'form_page.draft': 'O que escreveu aqui antes ainda está guardado, só neste navegador.',
  'form_page.clear': 'Limpar',
  'form_page.languages': 'Idioma',
  'form_page.first_name': 'Nome',
  'form_page.last_name': 'Sobrenome',
  'form_page.email': 'E-mail',
  'form_page.company': 'Empresa',
  'form_page.message': 'Mensagem',
}
