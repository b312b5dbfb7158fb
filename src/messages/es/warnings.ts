import type { warnings as english } from '../en/warnings.ts'
import type { Translation } from '../translation.ts'

export const warnings: Translation<typeof english> = {
  'warning.more_unknown_fields': 'Campos desconocidos que no se enumeran aquí: {count}. Tampoco se guardaron.',
  'warning.platform_in_body': 'La plataforma forma parte de la ruta ({platform}); la del cuerpo se ignoró.',
  'warning.other_text_field':
    'El campo «{name}» no existe en las publicaciones de {platform} y no se guardó. Su texto va en «{text_field}».',
  'warning.field_of_others': 'El campo «{name}» no existe en las publicaciones de {platform} y no se guardó.',
  'warning.unknown_field': 'El campo desconocido {name} no se guardó.',
  'warning.misspelt_field': 'El campo desconocido {name} no se guardó. ¿Quiso decir «{nearest}»?',
  'warning.hashtag_ends': '{network} termina un hashtag en «{mark}», así que #{tag} no será un solo hashtag.',
  'warning.not_handle': '{handle} no puede ser un identificador en {network} ({rule}); no se menciona a nadie.',
  'warning.handle_x': 'de 1 a 15 letras, dígitos, guiones bajos',
  'warning.handle_mastodon': 'nombre, o nombre@servidor',
  'warning.handle_bluesky': 'un nombre con puntos, como name.bsky.social',
  'warning.no_account':
    'No hay ninguna cuenta de {network} conectada. La publicación está guardada y espera; no sale nada hasta que se conecte una.',
  'warning.account_expires':
    'La aprobación de la cuenta termina el {at}, antes de esta fecha. Vuelva a conectar la cuenta antes de entonces.',
  'warning.missed':
    'scheduled_date está en el pasado. La publicación cuenta como perdida y espera a una persona; fije una nueva fecha para enviarla.',
  'warning.past': 'scheduled_date está en el pasado. La publicación sale de inmediato.',
  'warning.repeat':
    '{network} rechaza un texto que acaba de ver, y la publicación {id} tiene el mismo con menos de un día de diferencia. Cambie el texto o la fecha.',
  'warning.not_fetchable': '{network} obtiene {field} por sí mismo. {problem}',
  'warning.private_host':
    '{field} está en un host privado, al que {network} no puede llegar. Use una dirección pública.',
  'warning.no_video_alt_text': '{network} no acepta texto alternativo para vídeos, así que {field} no se envía.',
  'warning.alt_text_cut':
    '{network} acepta {max} caracteres de texto alternativo, y {field} tiene {length}: el resto se corta.',
  'warning.not_an_image': '{field} termina en .{ending}, pero media_type {media_type} lleva una imagen.',
  'warning.not_a_video': '{field} termina en .{ending}, pero media_type {media_type} lleva un vídeo.',
  'warning.not_media': '{field} termina en .{ending}, que no es ni una imagen ni un vídeo.',
  'warning.not_media_or_pdf': '{field} termina en .{ending}, que no es ni una imagen, ni un vídeo, ni un PDF.',
  'warning.one_image_type': '{field} termina en .{ending}, pero {network} solo acepta imágenes {types}.',
  'warning.image_type': '{field} termina en .{ending}, pero {network} acepta imágenes {types}.',
  'warning.video_type': '{field} termina en .{ending}, pero {network} acepta vídeos {types}.',
  'warning.audio_type': '{field} termina en .{ending}, pero {network} acepta sonidos {types}.',
  'warning.tracked_too_long':
    'Con enlaces con seguimiento, {field} contaría {used}, y {network} permite {max}, así que sus enlaces salen tal cual y no se cuentan. Acorte el texto.',
  'warning.tagged_too_long':
    'Con enlaces con seguimiento, {field} contaría {used}, y {network} permite {max}, así que sus enlaces salen tal cual y no se cuentan. Acorte el texto, o envíe track_links "short".',
  'warning.no_short_links':
    '{problem} Hasta entonces, los enlaces de la publicación llevan parámetros UTM en su lugar.',
  'warning.too_many_links':
    '{field} tiene más de {max} enlaces distintos. A partir del n.º {next} salen tal cual y no se cuentan; el primero es {link}. Use menos enlaces, o varias publicaciones.',
  'text.too_long':
    '{network} permite {max} caracteres, pero {field} con los hashtags añadidos tiene {length}. Acorte el texto o envíe menos hashtags.',
  'mix.too_many':
    '{network} acepta hasta {max} imágenes o 1 vídeo en una publicación, pero media_urls tiene {count} archivos.',
  'mix.moving':
    '{network} acepta hasta {max} imágenes o 1 vídeo en una publicación, pero media_urls tiene {count} archivos, {moving} de ellos vídeo o audio.',
  'threads.text_too_long':
    'Threads cuenta un emoji como sus bytes UTF-8 (la lectura más estricta de sus reglas): content cuenta {length} de {max} y puede ser rechazado. Use menos emojis o menos texto.',
  'threads.too_many_links': 'Threads rechaza más de {max} enlaces distintos, pero content tiene {count}.',
  'instagram.too_many_hashtags':
    'Instagram permite {max} hashtags en total, pero caption y hashtags contienen {count}.',
  'instagram.many_hashtags':
    'Instagram está limitando las publicaciones a {max} hashtags, pero caption y hashtags contienen {count}. Deje los {max} que mejor encajen.',
  'instagram.too_many_mentions': 'Instagram permite {max} menciones, pero caption tiene {count}.',
  'instagram.link':
    'En Instagram no se puede hacer clic en los enlaces de los pies de foto. Cree una página de enlaces y ponga su dirección en el perfil: muestra los enlaces con seguimiento de las publicaciones recientes.',
  'linkedin.mixed_videos':
    'LinkedIn acepta imágenes, o un vídeo, o un PDF en una publicación, pero {count} de los {files} archivos de media_urls son vídeos. Haga varias publicaciones.',
  'linkedin.mixed_documents':
    'LinkedIn acepta imágenes, o un vídeo, o un PDF en una publicación, pero {count} de los {files} archivos de media_urls son PDF. Haga varias publicaciones.',
  'x.text_too_long':
    'X pondera los caracteres (los emojis y muchas escrituras cuentan 2, un enlace 23): content con las menciones añadidas tiene {length} de {max} y será rechazado. Acórtelo.',
  'x.invisible_characters': 'X rechaza los caracteres invisibles U+FEFF, U+FFFE y U+FFFF. Quítelos.',
  'x.too_many_cashtags': 'X permite {max} cashtag en una publicación hecha por su API, pero content tiene {count}.',
  'x.link_costs': 'Con un enlace, la publicación cuesta 0,20 $ en lugar de 0,015 $ en el plan de pago por uso de X.',
  'x.mixed':
    'X acepta hasta {max} imágenes, o 1 GIF, o 1 vídeo en una publicación, pero media_urls tiene {count} archivos.',
  'x.mixed_moving':
    'X acepta hasta {max} imágenes, o 1 GIF, o 1 vídeo en una publicación, pero media_urls tiene {count} archivos, {moving} de ellos GIF o vídeo.',
  'bluesky.text_too_long':
    'Bluesky cuenta lo que se ve como un solo carácter: content con las menciones añadidas tiene {length} de {max} y será rechazado. Acórtelo.',
  'bluesky.too_many_bytes':
    'Bluesky acepta {max} bytes de texto, pero content con las menciones añadidas tiene {bytes}. Acórtelo.',
  'mastodon.text_too_long':
    'El servidor de Mastodon permite {max} caracteres (un enlace cuenta {link}), pero content con los hashtags y menciones añadidos tiene {length}. Acórtelo.',
}
