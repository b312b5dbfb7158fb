import type { posts as english } from '../en/posts.ts'
import type { Translation } from '../translation.ts'

export const posts: Translation<typeof english> = {
  'post.not_found':
    'No hay ninguna publicación con este identificador. La lista está en GET /v1/posts; cree una con POST /v1/posts/{formats}.',
  'post.not_connection_id':
    '{field} debe ser el identificador de una cuenta conectada, un UUID, pero es {found}. La lista está en GET /v1/connections.',
  'post.no_connection':
    'No hay ninguna cuenta conectada con este identificador en {format}. La lista está en GET /v1/connections.',
  'post.media_type_required': '{field} es obligatorio. Envíe uno de {choices}.',
  'post.text_required': '{field} es obligatorio cuando media_type es text. Envíe una cadena no vacía.',
  'post.text_too_long':
    '{field} debe tener {max} caracteres como máximo, tal como los cuenta {network}, pero tiene {used}.',
  'post.blank_entry': '{field} no debe estar vacío. Omita la entrada.',
  'post.url_characters':
    '{field} no debe contener espacios en blanco, caracteres de control ni barras invertidas. Use codificación porcentual.',
  'post.url_relative': '{field} debe ser una URL absoluta que empiece por https:// o http://.',
  'post.url_password':
    '{field} no debe contener nombre de usuario ni contraseña. Use una dirección que no los necesite.',
  'post.alt_texts_not_texts': '{field} debe ser un array de cadenas o null, pero es {found}.',
  'post.too_many_alt_texts':
    '{field} tiene {count} entradas, pero media_urls tiene {files, plural, one {# archivo} many {# archivos} other {# archivos}}. Envíe una por archivo como máximo.',
  'post.too_many_urls': '{field} debe tener {max} URL como máximo, pero tiene {count}.',
  'post.url_required': '{field} es obligatorio. Envíe al menos 1 URL.',
  'post.urls_not_allowed': '{field} no se permite cuando media_type es {media_type}. Omítalo o envíe null.',
  'post.urls_required': '{field} es obligatorio cuando media_type es {media_type}. Envíe {wanted}.',
  'post.wrong_url_count': '{field} debe tener {wanted} cuando media_type es {media_type}, pero tiene {count}.',
  'post.one_url': 'exactamente 1 URL',
  'post.several_urls': 'de {least} a {most} URL',
  'post.tag_with_sign': '{field} debe escribirse sin el prefijo {sign}, que se añade al publicar.',
  'post.tag_with_space':
    '{field} no debe contener espacios en blanco. Envíe cada elemento ({list}) como entrada propia.',
  'post.too_many_tags': '{field} debe tener {max} entradas como máximo, pero tiene {count}.',
  'post.date_required':
    '{field} es obligatorio cuando status es scheduled. Envíe una fecha y hora como 2026-07-01T09:30:00Z.',
  'post.date_not_text': '{field} debe ser una cadena como "2026-07-01T09:30:00Z", pero es {found}.',
  'post.date_with_offset':
    '{field} debe ser una hora local como 2026-07-01T09:30:00 cuando se envía time_zone, pero tiene un desfase. Quite el desfase o time_zone.',
  'post.local_date_wrong': '{problem} Con time_zone se escribe sin Z ni desfase.',
  'post.date_impossible': '{field} no es posible: {problem}',
  'post.no_short_links': 'track_links no puede ser short aquí. {problem}',
  'post.is_published':
    'La publicación está publicada y ya no se puede modificar. Cree una nueva, y elimine esta en la plataforma si es errónea.',
  'post.is_unconfirmed':
    'No se sabe si se publicó, así que no se puede modificar. Mire la cuenta, y resuélvalo con POST /v1/posts/{id}/resolve.',
  'post.edit_under_way':
    'La publicación está saliendo en este momento y no se puede modificar. Léala de nuevo dentro de un rato para ver cómo terminó.',
  'post.delete_under_way':
    'La publicación está saliendo en este momento y no se puede eliminar. Vuelva a intentarlo dentro de un rato, cuando se sepa cómo terminó.',
  'post.unknown_state': '{field} debe ser uno de {states}, o varios de ellos separados por comas.',
  'calendar.too_many_days': 'Con by={by} puede haber {max} días como máximo, pero del {from} al {to} hay {days}.',
  'group.not_found':
    'No hay ningún grupo de publicaciones con este identificador. `group_id` de una publicación indica su grupo; cree uno con POST /v1/posts.',
  'group.not_shared_text':
    '{field} no es un campo que tengan todas las publicaciones. El texto de todas se llama aquí content.',
  'group.not_shared': '{field} no es un campo que tengan todas las publicaciones. Va en {place}.',
  'group.place_accounts': 'accounts[n].overrides de las cuentas cuyas publicaciones lo tienen',
  'group.place_overrides': 'overrides, bajo el identificador de una publicación que lo tiene',
  'group.no_accounts':
    '{field} debe ser una lista de 1 a {max} entradas como {example}, pero es {found}. La lista de cuentas está en GET /v1/connections.',
  'group.wrong_account_count':
    '{field} debe ser una lista de 1 a {max} entradas como {example}, pero tiene {count}. La lista de cuentas está en GET /v1/connections.',
  'group.not_account': '{field} debe ser un objeto como {example}, pero es {found}.',
  'group.misplaced_field': '{field} tiene un campo que no puede tener: {name}. Póngalo en {field}.overrides.',
  'group.unknown_field': '{field} tiene un campo que no puede tener: {name}. Omítalo.',
  'group.not_connection_id':
    '{field} debe ser el identificador de una cuenta conectada, un UUID. La lista está en GET /v1/connections.',
  'group.no_connection':
    '{field}: no hay ninguna cuenta conectada con este identificador. La lista está en GET /v1/connections.',
  'group.account_twice':
    '{field} es otra vez la cuenta de {first}. Cada cuenta recibe una publicación; omita una de ellas.',
  'group.overrides_wanted': 'un objeto con los campos que esta publicación tiene en su lugar',
  'group.too_many_overrides': '{field} debe indicar {max} publicaciones como máximo, pero indica {count}.',
  'group.override_not_id': '{field} debe tener como nombres identificadores de publicaciones, pero uno es {name}.',
  'group.override_of_stranger':
    '{field}: no hay ninguna publicación con este identificador en el grupo. Lea el grupo para ver qué publicaciones tiene.',
  'group.account_fixed':
    '{path} no puede tener connection_id. Un grupo conserva sus cuentas; cambie la cuenta de una publicación con PATCH /v1/posts/{id}.',
  'group.text_twice': '{path} tiene tanto content como {name}, que son lo mismo. Envíe uno de los dos.',
  'group.media_required':
    '{field} es obligatorio: una publicación en {network} necesita al menos una imagen o un vídeo.',
  'group.at_field': '{field}: {problem}',
  'group.for_post': 'Para {post}: {problem} Cámbielo para todas, o envíe otro solo para esta publicación en {field}.',
}
