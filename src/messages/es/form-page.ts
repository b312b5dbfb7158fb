import type { formPage as english } from '../en/form-page.ts'
import type { Translation } from '../translation.ts'

export const formPage: Translation<typeof english> = {
  'form_page.required': 'Los campos con * son obligatorios.',
  'form_page.send': 'Enviar',
  'form_page.choose': 'Elija una opción',
  'form_page.only_if': 'Solo si «{field}» es: {values}',
  'form_page.only_unless': 'Solo si «{field}» no es: {values}',
  'form_page.only_filled': 'Solo si «{field}» está relleno',
  'form_page.step': 'Paso {at} de {count}',
  'form_page.next': 'Siguiente',
  'form_page.back': 'Atrás',
  'form_page.draft': 'Lo que escribió antes aquí sigue guardado, solo en este navegador.',
  'form_page.clear': 'Borrar',
  'form_page.languages': 'Idioma',
  'form_page.first_name': 'Nombre',
  'form_page.last_name': 'Apellidos',
  'form_page.email': 'Correo electrónico',
  'form_page.company': 'Empresa',
  'form_page.message': 'Mensaje',
}
