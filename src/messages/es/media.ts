import type { media as english } from '../en/media.ts'
import type { Translation } from '../translation.ts'

export const media: Translation<typeof english> = {
  'media.not_found':
    'No hay ningún archivo con este identificador. La lista está en GET /v1/media; suba uno con POST /v1/media.',
  'media.bad_name':
    'name debe ser el nombre de un archivo, sin carpetas, barras, dos puntos ni caracteres de control: harbour.jpg',
  'media.compressed': 'Content-Encoding no se admite. Envíe los bytes del archivo tal como son.',
  'media.no_file_part':
    'El formulario no contiene ningún archivo. Envíelo como parte con un nombre de archivo, como hace curl -F file=@harbour.jpg.',
  'media.other_type':
    'Content-Type dice {said}, pero por sus bytes el archivo es {actual}. Envíe Content-Type: {type}, u omita la cabecera.',
  'media.other_type_unnamed':
    'Content-Type dice otra cosa, pero por sus bytes el archivo es {actual}. Envíe Content-Type: {type}, u omita la cabecera.',
  'media.too_large':
    'El archivo supera los {most} MB, el máximo que acepta esta instalación. Envíe uno más pequeño, o pida a su administrador que permita archivos más grandes.',
  'media.no_room':
    'Los archivos de este espacio de trabajo ocupan {used, number} de {quota, number} MB, y este tiene {size, number}. Elimine algunos, o pida más espacio al administrador de la instalación.',
  'media.needed':
    'La publicación {post}, programada para el {date}, necesita este archivo. Quítelo de la publicación, o cancélela o elimínela, y después elimine el archivo.',
  'media.deleted_now': 'El archivo se eliminó en este mismo momento. Envíelo de nuevo.',
  'media.too_many_uploads':
    'En este momento se están subiendo demasiados archivos; se pueden enviar hasta {most} a la vez. Vuelva a intentarlo en unos segundos.',
  'media.too_many_sent': 'En este momento se están enviando demasiados archivos. Vuelva a intentarlo en unos segundos.',
  'media.too_many_read': 'En este momento se están leyendo demasiados archivos. Vuelva a intentarlo en unos segundos.',
  'media.no_such_file': 'Aquí no existe ese archivo. Puede que se haya eliminado, o que hayan pasado sus 30 días.',
  'media.private_types': 'imágenes, películas, PDF, textos y documentos de oficina',
  'preview.no_url': 'url es obligatorio: la dirección de una imagen.',
  'preview.not_shown': 'Esta imagen no se puede mostrar aquí. Abra su dirección para ver qué hay.',
  'preview.too_many': 'En este momento se están descargando demasiadas imágenes. Vuelva a intentarlo en un segundo.',
  'file.empty': 'El archivo está vacío (0 bytes). Envíe los bytes del archivo en el cuerpo.',
  'file.types': 'Se aceptan imágenes JPEG, PNG, WebP o GIF, vídeos MP4 o MOV, y documentos PDF.',
  'file.webm': 'El archivo es un vídeo WebM, que pocas redes aceptan. {taken}',
  'file.svg': 'El archivo es un texto SVG o XML. {taken} Expórtelo como PNG.',
  'file.web_page': 'El archivo es una página web, no una imagen. {taken}',
  'file.heic': 'El archivo es una imagen HEIC o AVIF, que pocas redes aceptan. {taken} Guárdelo como JPEG.',
  'file.unknown': 'Los primeros bytes del archivo no corresponden a ningún tipo aceptado. {taken}',
  'file.too_many_pixels': 'El archivo tiene {width} × {height} píxeles, y el máximo son {most} millones. Redúzcalo.',
  'file.no_video_size':
    'El archivo empieza como un {type}, pero no tiene pista de vídeo cuyo tamaño se pueda leer. Guárdelo o expórtelo de nuevo, y envíe ese archivo.',
  'file.no_size':
    'El archivo empieza como un {type}, pero no se puede leer su tamaño. Guárdelo o expórtelo de nuevo, y envíe ese archivo.',
  'file.cut_off':
    'El archivo empieza como un {type}, pero termina antes de tiempo: le falta una parte. Envíe el archivo entero; si está dañado, expórtelo de nuevo.',
  'file.broken_parts':
    'El archivo empieza como un {type}, pero sus partes no encajan una tras otra. Guárdelo o expórtelo de nuevo, y envíe ese archivo.',
  'file.no_picture':
    'El archivo empieza como un {type}, pero no contiene ninguna imagen. Guárdelo o expórtelo de nuevo, y envíe ese archivo.',
  'file.too_many_parts':
    'El archivo empieza como un {type}, pero tiene demasiadas partes. Guárdelo o expórtelo de nuevo, y envíe ese archivo.',
  'file.no_header':
    'El archivo empieza como un {type}, pero le falta la cabecera. Guárdelo o expórtelo de nuevo, y envíe ese archivo.',
  'file.bomb':
    'El archivo empieza como un {type}, pero una parte se descomprime a muchas veces su tamaño, lo que sirve para sobrecargar programas. Guárdelo de nuevo sin metadatos.',
  'file.no_index':
    'El archivo empieza como un {type}, pero le falta el índice (moov): la grabación no se terminó. Guárdelo o expórtelo de nuevo, y envíe ese archivo.',
  'file.too_large': 'El archivo tiene más de {max} bytes.',
  'file.lost': 'El archivo ya no está guardado. Súbalo de nuevo.',
  'file.store_away':
    'El almacenamiento de archivos no responde en este momento. La publicación espera y se volverá a intentar automáticamente.',
  'file.not_shrunk':
    'Una imagen es más grande de lo que acepta la red y no se pudo reducir en este momento. Se volverá a intentar.',
  'file.unreadable':
    'No se puede leer el archivo multimedia. Compruebe que su dirección sea pública, se abra sin iniciar sesión, y lleve al propio archivo.',
  'file.unreadable_because': 'No se puede leer el archivo multimedia. {problem}',
  'file.wrong_status': 'El servidor del archivo multimedia respondió con el estado {status} en lugar del archivo.',
  'file.wrong_range': 'El servidor del archivo multimedia responde mal a las solicitudes de rango (range).',
  'file.not_media':
    'La URL no lleva a un archivo JPEG, PNG, GIF, WebP, MP4, MOV, WebM, PDF, MP3, Ogg, FLAC, WAV o M4A.',
  'store.away': 'El almacenamiento de archivos no responde: {problem}',
  'store.answered': 'El almacenamiento de archivos respondió a {method} con {status}.',
  'store.answered_code': 'El almacenamiento de archivos respondió a {method} con {status} {code}.',
  'store.no_bucket':
    'El archivo está en un bucket que ya no está configurado aquí. Pida al administrador de la instalación que lo configure de nuevo.',
  'store.try_again':
    'El almacenamiento de archivos no responde, así que no se guardó ni se cambió nada. Vuelva a intentarlo en unos segundos; si persiste, el administrador de la instalación encontrará el motivo con «{command}».',
  'store.bucket_away':
    'El bucket de archivos no responde, así que se rechazan los archivos. Compruebe S3_ENDPOINT; doctor dice más.',
  'disk.refused':
    'El disco de archivos {problem}, así que no se guardó nada. Avise al administrador de la instalación, y vuelva a enviar el archivo.',
  'disk.refuses_files':
    'El disco de archivos {problem}, así que se rechazan los archivos. Compruebe DATA_DIR; doctor dice más.',
  'disk.full': 'está lleno',
  'disk.closed': 'no se puede escribir',
  'disk.too_many_open': 'no se puede abrir, porque hay demasiados archivos abiertos',
  'disk.errors': 'informa de errores',
  'disk.unusable': 'no se puede usar',
  'fetch.private_bucket':
    'El almacenamiento de archivos ({url}) no es público, así que Threads e Instagram no pueden obtener de él los archivos subidos. Use uno accesible desde Internet.',
  'fetch.private_address':
    'La dirección de esta instalación ({url}) no es pública, así que Threads e Instagram no pueden obtener los archivos subidos. El administrador de la instalación puede configurar una dirección https pública, o un bucket para los archivos.',
  'fetch.plain_http':
    'La dirección de esta instalación ({url}) es http simple, y Threads e Instagram solo obtienen archivos por https. El administrador de la instalación puede configurar una dirección https pública, o un bucket para los archivos.',
}
