import type { networks as english } from '../en/networks.ts'
import type { Translation } from '../translation.ts'

export const networks: Translation<typeof english> = {
  'network.said': ' {network} dice: {words}',
  'network.access_ended': '{network} ya no acepta el acceso a esta cuenta. Vuelva a conectar la cuenta.',
  'network.restricted': '{network} ha restringido esta cuenta. Inicie sesión en {network} y siga lo que le pide.{said}',
  'network.forbidden':
    '{network} no permite que esta conexión haga eso. Vuelva a conectar la cuenta y conceda todos los permisos.{said}',
  'network.limit_reached': 'Se alcanzó el límite de {network}. Se volverá a intentar cuando {network} lo levante.',
  'network.refused': '{network} rechazó la publicación. Modifíquela y vuelva a intentarlo.{said}',
  'network.unclear':
    '{network} no indicó con claridad si se publicó. Se está comprobando; no la publique de nuevo a mano.',
  'network.down': '{network} no responde correctamente en este momento. Se volverá a intentar.',
  'network.unreachable': 'No se pudo contactar con {network}. Se volverá a intentar.',
  'network.cut_off':
    'La conexión con {network} se cortó antes de que respondiera. Puede que la publicación ya esté publicada; se está comprobando. No la publique de nuevo a mano.',
  'network.unnamed':
    '{network} aceptó la publicación, pero no indicó dónde está. Se está comprobando; no la publique de nuevo a mano.',
  'network.not_understood': '{network} respondió algo que no se entiende. No se publicó nada; se volverá a intentar.',
  'network.list_unreadable': 'No se pudo leer la lista de publicaciones en {network}. Se volverá a intentar.',
  'network.too_many_posts':
    'La cuenta ha publicado demasiado desde entonces para encontrar esta. Mire en {network}, e indique si está allí.',
  'network.media_not_uploaded':
    'Los archivos multimedia de esta publicación aún no se han subido. No se publicó nada; se volverá a intentar.',
  'network.media_in_progress':
    '{network} aún está procesando los archivos multimedia de esta publicación. Se volverá a intentar.',
  'network.media_gone':
    '{network} ya no tiene los archivos multimedia subidos de esta publicación. Se tienen que subir de nuevo.{said}',
  'network.media_refused':
    '{network} no aceptó un archivo multimedia de esta publicación. Compruebe que el archivo se abra, y vuelva a intentarlo.',
  'network.media_too_large':
    'Un archivo multimedia es más grande de lo que acepta el servidor de esta cuenta. Redúzcalo y vuelva a intentarlo.{said}',
  'bluesky.forbidden':
    '{network} no permite que esta conexión haga eso. Vuelva a conectar la cuenta, mediante aprobación o con una nueva contraseña de aplicación.{said}',
  'bluesky.media_not_taken':
    '{network} no acepta uno de los archivos multimedia. Redúzcalo o conviértalo, y vuelva a intentarlo.{said}',
  'mastodon.not_found':
    'El servidor de Mastodon no encontró lo que la publicación necesita. Si ya estaba publicada y alguien la eliminó allí, espere una hora y vuelva a intentarlo. Si no, compruebe que siga siendo un servidor de Mastodon.{said}',
  'mastodon.media_failed':
    'El servidor de Mastodon no pudo procesar un archivo multimedia. Compruebe que se reproduzca o se abra, y vuelva a intentarlo.',
  'mastodon.media_too_slow':
    'El servidor de Mastodon lleva media hora procesando un archivo multimedia. Pruebe con uno más pequeño.',
  'x.out_of_credit':
    'Los créditos de la cuenta de desarrollador de X se han agotado. Compre créditos en la consola de desarrolladores de X; la publicación espera hasta entonces.',
  'x.duplicate':
    'X rechazó la publicación porque esta cuenta publicó el mismo texto hace poco. Cambie el texto, o espere medio día.',
  'x.media_failed':
    'X no pudo procesar el vídeo o GIF. Compruebe que se reproduzca y dure 140 segundos como máximo, y vuelva a intentarlo.{said}',
  'linkedin.duplicate':
    'LinkedIn rechazó la publicación porque esta cuenta ya publicó la misma. Cambie el texto, o elimine la primera publicación y espere uno o dos días.',
  'linkedin.version_ended':
    'LinkedIn ya no acepta la versión {version} de su interfaz. Quien administre este servidor tiene que definir una versión más reciente de LinkedIn; la publicación no se ha perdido y no se publicó.',
  'linkedin.forbidden':
    'LinkedIn no permite que esta conexión haga eso: falta un permiso, o la persona ya no gestiona la página. Vuelva a conectar la cuenta y conceda todos los permisos.{said}',
  'linkedin.media_unusable':
    'LinkedIn no pudo usar los archivos multimedia de esta publicación. Compruebe que el archivo se reproduzca o se abra, y vuelva a intentarlo.{said}',
  'linkedin.image_failed':
    'LinkedIn no pudo procesar una imagen. Compruebe que se abra y sea JPEG, PNG o GIF, y vuelva a intentarlo.',
  'linkedin.document_failed':
    'LinkedIn no pudo procesar el PDF. Compruebe que se abra sin contraseña y tenga 300 páginas como máximo, y vuelva a intentarlo.',
  'linkedin.video_failed':
    'LinkedIn no pudo procesar el vídeo. Compruebe que se reproduzca y sea un MP4 de 3 segundos a 30 minutos, y vuelva a intentarlo.',
  'linkedin.member_unreadable':
    'LinkedIn no deja que ninguna aplicación lea las publicaciones de una persona. Mire el perfil, e indique si la publicación está allí.',
  'linkedin.page_unreadable':
    'Esta conexión no puede leer las publicaciones de la página. Mire la página, e indique si la publicación está allí.',
  'meta.down': '{network} tiene un problema por su parte. La publicación se volverá a intentar automáticamente.',
  'meta.unreachable': 'No se pudo contactar con {network}. La publicación se volverá a intentar automáticamente.',
  'meta.wrong_answer': '{network} no respondió como debía. La publicación se volverá a intentar automáticamente.',
  'meta.unclear': 'La respuesta de {network} ({words}) no dice si se publicó. Se está comprobando.',
  'meta.answer_lost': 'La respuesta de {network} se perdió, así que puede que se publicara. Se está comprobando.',
  'meta.refused_but_out':
    '{network} rechazó la publicación, pero su propio estado dice que está publicada. Se está comprobando.',
  'meta.unnamed': '{network} aceptó la publicación sin identificarla. Se está comprobando.',
  'meta.already_out': '{network} dice que ya está publicada. Se está comprobando.',
  'meta.not_prepared': 'La publicación aún no está preparada en {network}.',
  'meta.blocked':
    '{network} bloqueó la acción para proteger a su comunidad. Inicie sesión en {network} y mire si la cuenta tiene una advertencia.',
  'meta.too_many_calls':
    '{network} no permite más llamadas para esta cuenta en este momento. La publicación saldrá cuando las permita de nuevo.',
  'meta.too_many_posts':
    '{network} no permite hoy más publicaciones para esta cuenta. La publicación saldrá cuando permita la siguiente.',
  'meta.access_ended': '{network} ya no acepta la conexión con esta cuenta. Vuelva a conectar la cuenta.',
  'meta.permission_taken_back': 'El permiso para esta cuenta se retiró en {network}. Vuelva a conectar la cuenta.',
  'meta.password_changed':
    'La contraseña de la cuenta de {network} se cambió, lo que terminó la conexión. Vuelva a conectar la cuenta.',
  'meta.access_expired': 'La conexión con la cuenta de {network} ha caducado. Vuelva a conectar la cuenta.',
  'meta.access_stopped': 'La conexión con la cuenta de {network} se terminó. Vuelva a conectar la cuenta.',
  'meta.forbidden':
    '{network} no permite que esta conexión publique. Vuelva a conectar la cuenta y permita todo lo que se pide.',
  'meta.not_shown':
    '{network} no nos muestra esto: ya no existe, o la conexión no puede verlo. Vuelva a conectar la cuenta.',
  'meta.restricted':
    '{network} ha restringido esta cuenta. Inicie sesión en {network}, resuelva lo que pide, y publique de nuevo.',
  'meta.refused': '{network} rechazó la publicación: {words}. Modifíquela, y publíquela de nuevo.',
  'meta.file_not_fetched':
    '{network} no pudo descargar el archivo. Su dirección debe ser pública, sin inicio de sesión, y abierta a los programas de Meta.',
  'meta.file_too_slow':
    '{network} tardó demasiado en descargar el archivo. Use un archivo más pequeño o un lugar más rápido para él.',
  'meta.file_failed':
    '{network} no pudo procesar el archivo. Compruebe que se abra y se reproduzca, o súbalo en otro formato.',
  'meta.file_unreadable': 'No se pudo leer un archivo de la publicación: {problem}',
  'meta.not_ready': '{network} no ha terminado de preparar la publicación. Se volverá a intentar automáticamente.',
  'meta.forgotten': '{network} ya no conoce la publicación preparada. Se prepara de nuevo.',
  'meta.expired':
    '{network} solo conserva una publicación preparada durante un día, y ha caducado. Se prepara de nuevo.',
  'meta.duplicate': '{network} acaba de publicar lo mismo y no lo acepta dos veces.',
  'meta.image_type': '{network} no acepta este tipo de imagen. Use un archivo JPEG.',
  'meta.image_too_large': '{network} solo acepta imágenes de hasta 8 MB. Use un archivo más pequeño.',
  'meta.image_shape':
    '{network} no acepta una imagen de esta proporción. Use una entre 4:5 (vertical) y 1.91:1 (ancha).',
  'meta.video_type': '{network} no acepta este tipo de vídeo. Use un archivo MP4 o MOV con H.264 y AAC.',
  'meta.text_too_long': 'El texto es demasiado largo para {network}. Acórtelo, hashtags incluidos.',
  'meta.product_tags':
    '{network} rechazó las etiquetas de producto de la publicación. Quítelas, y publíquela de nuevo.',
  'meta.media_type': '{network} no conoce este tipo de archivo multimedia. Use una imagen JPEG, o un vídeo MP4 o MOV.',
  'meta.carousel': '{network} rechazó el carrusel. Necesita de 2 a 10 imágenes o vídeos.',
  'meta.cover': 'La imagen de portada del vídeo queda fuera del vídeo. Elija otro momento.',
  'meta.trial_reel': '{network} no permite reels de prueba en esta cuenta. Publíquelo como reel normal.',
  'meta.too_many_links':
    '{network} acepta 5 enlaces distintos como máximo en una publicación. Quite algunos, y publíquela de nuevo.',
  'meta.incomplete':
    '{network} no puede publicar una publicación del tipo {kind} con {count, plural, one {# archivo} many {# archivos} other {# archivos}}. Modifique la publicación.',
  'meta.post_failed':
    '{network} no pudo procesar la publicación{cause}. Compruebe la publicación, y publíquela de nuevo.',
  'meta.one_file_failed': '{network} no pudo procesar el archivo{cause}. Compruebe el archivo, y publíquelo de nuevo.',
  'meta.item_failed':
    '{network} no pudo procesar el elemento {item} del carrusel{cause}. Compruebe el archivo, y publíquelo de nuevo.',
  'meta.cause': ': {cause}',
  'meta.cause_late': 'no terminó a tiempo',
  'meta.cause_expired': 'caducó antes de tiempo',
  'meta.cause_unread': 'no se puede volver a leer',
  'meta.cause_download': 'no se pudo descargar el archivo de su dirección',
  'meta.cause_slow_download': 'el archivo tardó demasiado en descargarse',
  'meta.cause_image_size': 'la imagen supera los 8 MB',
  'meta.cause_image_type': 'la imagen no es un JPEG',
  'meta.cause_image_shape': 'la imagen tiene una proporción no permitida; se permite de 4:5 a 1.91:1',
  'meta.cause_media_type': 'no se conoce el tipo de archivo multimedia',
  'meta.cause_video_type': 'el formato de vídeo no se admite; use MP4 o MOV con H.264 y AAC',
  'meta.cause_cover': 'la imagen de portada queda fuera del vídeo',
  'meta.cause_video_download': 'no se pudo descargar el vídeo de su dirección',
  'meta.cause_sound': 'no se pudo procesar el sonido del vídeo',
  'meta.cause_video': 'no se pudo procesar el vídeo',
  'meta.cause_video_shape': 'el vídeo tiene una proporción no permitida',
  'meta.cause_bit_rate': 'la tasa de bits del vídeo es demasiado alta',
  'meta.cause_duration': 'el vídeo es demasiado largo; se permiten hasta 5 minutos',
  'meta.cause_frame_rate': 'el vídeo debe tener de 23 a 60 fotogramas por segundo',
  'meta.cause_channels': 'el sonido del vídeo debe ser mono o estéreo',
  'meta.cause_untold': 'no dice por qué',
}
