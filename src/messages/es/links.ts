import type { links as english } from '../en/links.ts'
import type { Translation } from '../translation.ts'

export const links: Translation<typeof english> = {
  'link.not_found':
    'No hay ningún enlace con este identificador. La lista está en GET /v1/links; cree uno con POST /v1/links.',
  'link.target_space': 'target no debe tener espacios, saltos de línea ni caracteres de control.',
  'link.target_backslash': 'target no debe tener barras invertidas: los navegadores las leen como barras.',
  'link.target_not_url': 'target debe ser una URL absoluta que empiece por https:// o http://.',
  'link.target_login': 'target no debe tener nombre de usuario ni contraseña.',
  'link.target_too_long': 'target debe tener {max} caracteres como máximo una vez codificado.',
  'link.target_own':
    'target es un enlace corto de esta instalación, que solo se contaría dos veces. Use la página a la que lleva.',
  'link.in_post':
    'La publicación {post} tiene este enlace en su texto, y cuenta sus clics con él. Desactive el enlace, o elimine primero la publicación.',
  'link.no_public_address':
    'Los enlaces cortos necesitan una dirección https pública, y empezarían por {url}. Pida una al administrador de la instalación, o use parámetros UTM (utm), que no necesitan ninguna dirección nuestra.',
  'link_page.wrong_name':
    'name debe tener de 3 a 40 letras minúsculas, dígitos y guiones, sin guion al principio ni al final, por ejemplo harbour-works.',
  'link_page.name_taken': 'Otro espacio de trabajo tiene una página llamada «{name}». Elija otro nombre.',
  'link_page.no_name': 'name es obligatorio para que se muestre una página. Envíe uno, por ejemplo harbour-works.',
  'link_page.empty': 'Aquí aún no hay nada. Vuelva pronto.',
  'visit.unknown_title': 'Este enlace no funciona',
  'visit.unknown':
    'Ningún enlace tiene esta dirección. Puede que se copiara solo en parte, o que el enlace se eliminara después.',
  'visit.unknown_check': 'Compruébela donde la encontró: cuenta cada carácter, y también las mayúsculas y minúsculas.',
  'visit.disabled_title': 'Este enlace ya no se usa',
  'visit.disabled': 'La persona que lo publicó lo ha desactivado. Busque uno más reciente donde lo encontró.',
  'visit.away_title': 'Este enlace no se puede abrir en este momento',
  'visit.away': 'Vuelva a intentarlo en un minuto.',
}
