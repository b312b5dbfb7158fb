import type { files as english } from '../en/files.ts'
import type { Translation } from '../translation.ts'

export const files: Translation<typeof english> = {
  'post_file.number': 'El archivo {number}',
  'post_file.unknown_kind': 'ni una imagen ni un vídeo conocidos',
  'types.and': '{types} y {last}',
  'types.or': '{types} o {last}',
  'post_file.wrong_image': '{field} es {found}, pero {network} acepta imágenes {types}.',
  'post_file.wrong_video': '{field} es {found}, pero {network} acepta vídeos {types}.',
  'post_file.wrong_audio': '{field} es {found}, pero {network} acepta sonidos {types}.',
  'post_file.wrong_document': '{field} es {found}, pero {network} acepta documentos {types}.',
  'post_file.empty': '{field} está vacío. Reemplácelo y vuelva a intentarlo.',
  'post_file.too_large': '{field} tiene {megabytes, number} MB, pero {network} acepta {max, number} MB como máximo.',
  'post_file.too_long': '{field} dura {seconds, number} segundos, pero {network} acepta {max} como máximo.',
  'post_file.reel_too_long': '{field} dura {seconds, number} segundos, pero un reel admite {max} como máximo.',
  'post_file.too_short': '{field} dura {seconds, number} segundos, pero {network} exige {min} como mínimo.',
  'post_file.too_narrow': '{field} tiene {width} píxeles de ancho, pero {network} exige {min} como mínimo.',
  'post_file.too_many_pixels': '{field} tiene {width} × {height} píxeles, pero {network} acepta {max} como máximo.',
  'post_file.wrong_shape':
    '{field} mide {width} × {height}, pero {network} acepta proporciones de {tallest}:1 a {widest}:1.',
  'post_file.shrunk':
    '{field} tiene {megabytes, number} MB y {width} × {height} píxeles, más de lo que {network} acepta. Doorpost envía un JPEG más pequeño: derecho, sin los datos de lugar y cámara, con las partes transparentes en blanco. El archivo en sí queda como está.',
  'post_file.not_usable': '{field} no se puede usar tal cual. {problem}',
  'post_file.no_answer': 'No respondió.',
  'post_file.ended_early': 'El archivo terminó antes de tiempo.',
  'post_file.not_downloaded':
    'No se pudo descargar el archivo multimedia {number}: {problem} Compruebe que su dirección se abra sin iniciar sesión.',
  'post_file.changes':
    'Un archivo multimedia es distinto en cada descarga, así que no se puede subir. Ponga el archivo definitivo en una dirección donde no cambie, y vuelva a intentarlo.',
  'reel.too_long': 'El reel dura {seconds, number} segundos, y se permiten {max}. Use un vídeo más corto.',
  'reel.unreadable': 'No se puede leer el vídeo: {problem}',
  'counting.threads': 'Threads acepta 500 caracteres. Un emoji cuenta como sus bytes, casi siempre 4 o más.',
  'counting.instagram': 'Instagram acepta 2200 caracteres, hashtags incluidos.',
  'counting.linkedin': 'LinkedIn acepta 3000 caracteres, hashtags incluidos.',
  'counting.x':
    'X acepta 280. Un enlace cuenta 23; los emojis y los caracteres chinos, japoneses o coreanos cuentan 2.',
  'counting.bluesky': 'Bluesky acepta 300. Un emoji cuenta 1, y un enlace todos sus caracteres.',
  'counting.mastodon':
    'Este servidor de Mastodon acepta {max, number}. Un enlace cuenta {link}; de @name@server solo cuenta @name.',
}
