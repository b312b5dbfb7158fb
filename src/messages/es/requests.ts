import type { requests as english } from '../en/requests.ts'
import type { Translation } from '../translation.ts'

export const requests: Translation<typeof english> = {
  'request.validation_error': 'La solicitud no es válida. Consulte details para cada campo.',
  'request.more_problems': '{first} (y {more} más, consulte details)',
  'request.unauthorized': 'Hace falta una clave de API. Envíela como «Authorization: Bearer svc_pk_...».',
  'request.forbidden': 'Esto no se permite con la clave enviada.',
  'request.not_found': 'No hay nada en esta dirección.',
  'request.method_not_allowed': 'Este método no se permite aquí. Consulte la cabecera Allow.',
  'request.idempotency_conflict':
    'La primera solicitud con esta Idempotency-Key aún está en curso. Envíela de nuevo en un momento.',
  'request.precondition_failed':
    'If-Match no se cumple: entretanto hubo un cambio. Vuelva a leer el recurso, y envíe el cambio con su nuevo ETag.',
  'request.payload_too_large': 'El cuerpo es demasiado grande.',
  'request.idempotency_mismatch':
    'Esta Idempotency-Key se usó para otra solicitud. Use una clave nueva para una solicitud nueva.',
  'request.rate_limit_exceeded': 'Demasiadas solicitudes. Espere, y vuelva a intentarlo.',
  'request.internal_error':
    'Algo falló por nuestra parte. Vuelva a intentarlo; si persiste, comuníquelo con el X-Request-Id de esta respuesta.',
  'request.service_unavailable':
    'No se puede acceder a la base de datos en este momento, así que no es seguro que se guardara algo. Vuelva a intentarlo en unos segundos; con una Idempotency-Key no hay riesgo.',
  'request.wrong_method': '{method} no es posible aquí. Use {list}.{hint}',
  'request.hint_create':
    ' Cree una publicación con POST {path}, y publicaciones para varias cuentas con POST /v1/posts.',
  'request.hint_read': ' Lea publicaciones con GET /v1/posts?platform={name} y GET {path}.',
  'request.no_platform': 'No existe esa plataforma. Use {platforms}.',
  'mcp.no_batch': 'Envíe una llamada cada vez: el protocolo no tiene listas de llamadas.',
  'request.no_path': 'No hay nada en esta dirección. La API empieza en /v1 y se describe en /docs/api.',
  'request.two_hosts': 'La solicitud tiene más de una cabecera Host. Envíe una sola.',
  'request.no_host': 'Falta la cabecera Host. HTTP/1.1 la necesita.',
  'request.transfer_encoding': 'Transfer-Encoding solo puede ser «chunked». Envíe el cuerpo sin compresión.',
  'request.expect': 'La cabecera Expect solo puede ser «100-continue».',
  'request.connect': 'CONNECT no es posible: esto no es un proxy.',
  'request.plain_http':
    'Aquí solo se acepta HTTPS. Use la dirección https://; si esta solicitud pasó por su propio proxy, defina TRUST_PROXY con la dirección de este.',
  'request.long_headers': 'La URL y las cabeceras superan los {max, number} bytes. Envíe menos o más cortas.',
  'request.long_extensions': 'Las extensiones de chunk del cuerpo son demasiado grandes. Envíelo sin ellas.',
  'request.too_slow': 'La solicitud tardó demasiado en llegar. Envíela de nuevo, más rápido.',
  'request.not_read':
    'El servidor estuvo detenido unos segundos y no leyó esta solicitud. No se guardó nada. Envíela de nuevo.',
  'request.not_http': 'La solicitud no es HTTP válido. Compruebe la línea de solicitud y las cabeceras.',
  'request.bad_url': 'La URL no es válida: compruebe su codificación porcentual.',
  'request.bad_query': 'La cadena de consulta no es válida: compruebe su codificación porcentual.',
  'request.if_match':
    'If-Match debe ser * o el ETag de una respuesta con sus comillas, por ejemplo "3" (no 3 ni W/"3").',
  'request.idempotency_key':
    'Idempotency-Key debe tener de 1 a {max} caracteres ASCII imprimibles, por ejemplo un UUID.',
  'body.too_large': 'El cuerpo supera los {max, number} bytes. Envíe uno más pequeño.',
  'body.too_large_without_key':
    'El cuerpo supera los {max, number} bytes. Envíe uno más pequeño. Las solicitudes con una clave de API pueden enviar hasta 1 048 576 bytes.',
  'body.cut_off': 'El cuerpo terminó antes de llegar por completo.',
  'body.no_object': 'El cuerpo está vacío. Envíe un objeto JSON.',
  'body.tiny_chunks':
    'El cuerpo llega en más de {chunks, number} trozos de menos de {bytes} bytes cada uno. Escriba trozos más grandes, o envíe el cuerpo entero con un Content-Length.',
  'content.compressed_json': 'Content-Encoding no se admite. Envíe el cuerpo como JSON simple, sin compresión.',
  'content.not_json': 'Content-Type debe ser application/json. Envíe el cuerpo como objeto JSON con esa cabecera.',
  'content.json_charset': 'El charset de Content-Type debe ser utf-8. El JSON se envía siempre en UTF-8.',
  'content.compressed_csv': 'Content-Encoding no se admite. Envíe el archivo sin compresión.',
  'content.not_csv':
    'Content-Type debe ser text/csv, o el tipo de un archivo .xlsx u .ods. Envíe el propio archivo en el cuerpo, con esa cabecera.',
  'content.compressed_form': 'Content-Encoding no se admite. Envíe el cuerpo sin compresión.',
  'content.not_form':
    'Content-Type debe ser application/json, application/x-www-form-urlencoded o multipart/form-data. Los navegadores envían los dos últimos por sí mismos.',
  'content.form_charset': 'El charset de Content-Type debe ser utf-8. Envíe la página y el formulario en UTF-8.',
  'access.bad_header':
    'La cabecera Authorization debe aparecer una sola vez, como «Bearer» y una clave de API: «Authorization: Bearer svc_pk_...».',
  'access.session_ended': 'Su sesión ha terminado. Inicie sesión de nuevo.',
  'access.people_only':
    'Esto es para personas que han iniciado sesión. Inicie sesión en el panel, y vuelva a intentarlo.',
  'access.no_key': 'Ninguna clave de API puede hacer esto. Inicie sesión en el panel y hágalo allí.',
  'access.key_only': 'Esto es para claves de API. Envíe una: Authorization: Bearer svc_pk_...',
  'access.no_scope': 'A esta clave de API le falta el permiso {scope}. Use una clave que lo tenga, o cree una con él.',
  'access.needs_scope': '{what} necesita el permiso {scope}. Use una clave que lo tenga.',
  'access.field': '{name}',
  'access.change_by_address': 'Cambiar un contacto por su dirección',
  'access.change_not_own': 'Cambiar un contacto creado por otra clave o por el equipo',
  'access.merge_not_own': 'Fusionar contactos creados por otra clave o por el equipo',
  'access.notify': 'notify.emails, que envía los leads por correo,',
  'access.viewer':
    'Su rol es lector: permite mirar, pero no cambiar. Pida a un propietario del equipo el rol editor o propietario.',
  'access.role':
    'Su rol es {role}, y esto requiere {needed}. Pida a un propietario del equipo que lo haga, o que cambie su rol.',
  'role.owner': 'propietario',
  'role.editor': 'editor',
  'role.viewer': 'lector',
  'access.foreign_page':
    'Esta solicitud vino de otro sitio web, o no dice de dónde. Use el propio panel; los programas usan una clave de API.',
  'access.foreign_website':
    'Los formularios de este sitio web no pueden enviar contactos aquí. Un propietario puede permitir su origen en la configuración del espacio de trabajo.',
  'access.foreign_form':
    'Este formulario no acepta envíos de este sitio web. Añada su origen a allowed_origins del formulario, o a los del espacio de trabajo.',
  'limit.authenticated':
    'Esta clave de API puede enviar {points} solicitudes por minuto. Vuelva a intentarlo en {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.batch':
    'Este lote cuenta como {units} solicitudes, y {left, plural, one {queda #} many {quedan #} other {quedan #}} en este minuto. Envíe menos contactos, o vuelva a intentarlo en {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.dashboard':
    'Quien ha iniciado sesión puede enviar {points} solicitudes por minuto. Vuelva a intentarlo en {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.public':
    'Sin clave de API se aceptan {points} contactos por minuto desde una dirección. Vuelva a intentarlo en {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.webhook':
    'Este webhook acepta {points} entregas por minuto. Vuelva a intentarlo en {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.open':
    'Una dirección puede pedir {points} páginas y archivos por minuto. Vuelva a intentarlo en {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.failed_auth':
    'Desde esta dirección llegaron demasiadas claves, contraseñas, códigos o enlaces incorrectos. Vuelva a intentarlo en {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.sign_in':
    'Tras {points} intentos en un minuto, esta cuenta espera el resto de este. Vuelva a intentarlo en {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'query.unknown': 'No existe el parámetro de consulta «{name}». Se conocen {known}.',
  'query.misspelt': 'No existe el parámetro de consulta «{name}». ¿Quiso decir {nearest}?',
  'query.takes_none': 'No existe el parámetro de consulta «{name}»: esta operación no acepta ninguno. Omítalo.',
  'query.repeated': '{field} debe indicarse una sola vez, pero está {times} veces.',
  'query.not_id': '{field} debe ser el identificador ({what}), un UUID.',
  'object.account': 'cuenta conectada',
  'object.group': 'grupo de publicaciones',
  'object.form': 'formulario',
  'object.contact': 'contacto',
  'object.post': 'publicación',
  'object.link': 'enlace',
  'object.any': 'objeto',
  'query.not_flag': '{field} debe ser true o false.',
  'query.not_day': '{field} debe ser una fecha sin hora, por ejemplo 2026-11-01.',
  'query.late_day': '{field} debe ser {last} como muy tarde.',
  'query.day_required': '{field} es obligatorio: una fecha como 2026-11-01.',
  'query.days_reversed': 'from no debe ser posterior a to, pero {from} es posterior a {to}.',
  'query.too_many_days': 'Entre from y to debe haber {max} días como máximo, pero del {from} al {to} hay {days}.',
  'query.page_too_far':
    'page está demasiado lejos en la lista: aquí, las páginas numeradas empiezan a {rows} filas de su principio como máximo. Siga next_cursor, o acote la lista.',
  'query.cursor_and_page': 'cursor y page no se pueden usar juntos. Siga next_cursor, o cuente páginas.',
  'cursor.other_order': 'Este cursor continúa con order={order}. Omita order, o empiece sin cursor.',
  'query.one_order': 'order no se admite aquí: esta lista tiene un solo orden. Omítalo.',
  'query.search_newest_first': 'Una búsqueda de contactos empieza por los más recientes: omita order o q.',
  'query.bad_cursor': 'cursor debe ser un next_cursor de una respuesta anterior, sin cambios.',
  'ready.stopping': 'El proceso se está deteniendo.',
  'ready.no_database': 'No se puede acceder a la base de datos.',
  'ready.schema': 'El esquema de la base de datos no se puede usar: {report}',
  'ready.disk': 'La base de datos no puede guardar nada: {report}.',
  'ready.problem': '{report}',
  'ready.no_runner': 'El ejecutor de tareas ha terminado. Reinicie este proceso; su registro dice por qué.',
  'ready.worker':
    'Un worker solo responde a GET /healthz, /readyz y /metrics. La API está donde ROLE es «api» o «all».',
  'metrics.token': 'Las métricas necesitan el token de METRICS_TOKEN: «Authorization: Bearer ...».',
  'database.refused':
    'La base de datos rechaza a Doorpost, así que no se guardó nada. Su administrador tiene que revisarlo. Vuelva a intentarlo más tarde.',
  'database.collision': 'Otro cambio estorbó a este. No se guardó nada. Vuelva a intentarlo.',
  'database.full':
    'La base de datos no puede guardar nada en este momento. No se guardó nada. Vuelva a intentarlo más tarde.',
  'database.no_connection':
    'La base de datos no tiene conexiones libres. No se guardó nada. Vuelva a intentarlo en unos segundos.',
  'database.locked':
    'La base de datos está ocupada con un cambio de sus tablas. No se guardó nada. Vuelva a intentarlo en unos segundos.',
  'database.too_long':
    'La base de datos tardó demasiado en esto, y lo abandonó. Acote la solicitud, o vuelva a intentarlo más tarde.',
  'database.queue_full':
    'Demasiadas escrituras esperan a la base de datos. No se guardó nada. Vuelva a intentarlo en unos segundos.',
}
