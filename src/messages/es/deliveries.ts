import type { deliveries as english } from '../en/deliveries.ts'
import type { Translation } from '../translation.ts'

export const deliveries: Translation<typeof english> = {
  'rejection.not_found':
    'No hay ningún rechazo con este identificador. La lista está en GET /v1/webhooks/{id}/rejections.',
  'rejection.repeated_header': 'La cabecera {name} llegó más de una vez. Averigüe qué añade la segunda.',
  'rejection.missing_header':
    'Falta la cabecera {name}. Compruebe que el remitente firme, y que un proxy la transmita.',
  'rejection.empty_header':
    'La cabecera {name} está vacía. Compruebe que el remitente tenga un secreto con el que firmar.',
  'rejection.not_time':
    'La marca de tiempo en {name} debe ser segundos o milisegundos desde 1970, solo con dígitos, o una hora como {example}.',
  'rejection.too_old':
    'La marca de tiempo en {name} tiene {age} s, pero se admiten {tolerance} s como máximo. Compruebe los relojes del remitente y de este servidor; si van bien, se envió tarde o es una repetición.',
  'rejection.too_new':
    'La marca de tiempo en {name} va {age} s adelantada, pero se admiten {tolerance} s como máximo. Compruebe los relojes del remitente y de este servidor.',
  'rejection.no_secret':
    'Este webhook no tiene secreto, así que no se puede verificar nada. Defina el secreto del remitente.',
  'rejection.no_verify_token':
    'Este webhook no tiene token de verificación. Defina como tal el clientState de la suscripción.',
  'rejection.no_rule': 'Este webhook no sabe cómo firma su remitente. Defina su regla de firma.',
  'rejection.bare_word':
    'El cuerpo es una palabra suelta, pero {sender} envía objetos JSON. Esto lo envió otra persona.',
  'rejection.wrong_signature':
    'La firma no corresponde al cuerpo. Compruebe que el secreto de este webhook sea {secret}, y que nada modifique el cuerpo por el camino.',
  'rejection.not_hex':
    'La cabecera {header} debe ser {prefix}<{length} dígitos hexadecimales en minúscula>. Compruebe que el servicio elegido para este webhook sea el que le envía.',
  'rejection.not_base64':
    'La cabecera {header} debe ser {prefix}<{length} caracteres de base64>. Compruebe que el servicio elegido para este webhook sea el que le envía.',
  'rejection.not_by_rule':
    'La cabecera {header} debe ser {prefix}<una firma {hash} en {encoding}>. Compárela con la regla de firma de este webhook.',
  'rejection.malformed_id':
    'El identificador en la cabecera {header} debe tener {max} caracteres ASCII visibles como máximo{without}.',
  'rejection.malformed_timestamp':
    'La marca de tiempo en la cabecera {header} debe tener {max} caracteres ASCII visibles como máximo{without}.',
  'rejection.without': ', sin {texts}',
  'rejection.not_notifications':
    'El cuerpo debe ser JSON con una lista «value» de notificaciones, como lo envía Microsoft Graph.',
  'rejection.no_client_state': 'Una notificación no tiene clientState. Indique uno al crear la suscripción.',
  'rejection.wrong_client_state':
    'Un clientState no es el token de verificación de este webhook. Compruebe que la suscripción se creara con él.',
  'rejection.no_time':
    'La cabecera {header} no tiene {name}=. Compruebe que el remitente de este webhook sea el correcto.',
  'rejection.not_json_beside':
    'El cuerpo debe ser JSON: en lo que se firma, el identificador o la URL están justo al lado. Compruebe la regla de firma de este webhook.',
  'rejection.no_token':
    'La entrega no trae ningún secreto. Compruebe que el remitente esté configurado para enviarlo: el secreto de este webhook es {secret}.',
  'rejection.wrong_token': 'El secreto de la entrega es otro. Compruebe que el secreto de este webhook sea {secret}.',
  'delivery.not_found':
    'No hay ninguna entrega con este identificador. La lista está en GET /v1/webhooks/{id}/deliveries.',
  'delivery.refused':
    'Este webhook solo acepta solicitudes que demuestren de dónde vienen, y esta no lo hace. Compruebe el secreto de firma, el reloj, y que el cuerpo se envíe exactamente como se firmó. El propietario del webhook ve el motivo.',
  'delivery.not_post': '{method} no es posible aquí. Use POST.',
  'delivery.paused': 'Este webhook está en pausa y no guarda nada por ahora. Vuelva a enviar la entrega más tarde.',
  'delivery.empty': 'La entrega no tiene cuerpo, así que no hay nada que asignar.',
  'delivery.not_multipart':
    'La entrega no es un formulario multipart válido, así que no se puede leer. Haga que el remitente use JSON.',
  'delivery.gzip':
    'La entrega está comprimida, pero no se puede descomprimir, o entonces supera los {max} bytes. Haga que el remitente la envíe tal cual.',
  'delivery.no_type': 'La entrega no tiene Content-Type y no es JSON. La asignación lee JSON y formularios.',
  'delivery.other_type': 'La entrega es {type} y no JSON. La asignación lee JSON y formularios.',
  'delivery.form_not_utf8': 'El formulario no es UTF-8 válido. Haga que el remitente lo codifique en UTF-8.',
  'delivery.form_too_long':
    'El formulario tiene más de {max, number} campos. Haga que el remitente omita lo que no hace falta.',
  'delivery.form_proto':
    'El formulario tiene un campo llamado __proto__, que no está permitido. Cámbiele el nombre o elimínelo.',
  'delivery.form_encoding':
    'El campo de formulario «{name}» tiene una codificación porcentual que no es UTF-8, así que no se puede leer con certeza. Haga que el remitente lo codifique en UTF-8, o que indique su charset en Content-Type: se entiende windows-1252.',
  'mapped.whole': 'La entrega',
  'mapped.place': 'El valor en {path}',
  'mapped.not_list':
    '{where} no es una lista, pero la asignación crea un contacto por cada elemento de ahí. Corrija each.',
  'mapped.empty_list': '{where} es una lista vacía.',
  'mapped.long_list':
    '{where} es una lista de {count} elementos. Como máximo {max, number} se convierten en contactos: envíe menos a la vez.',
  'mapped.other_value': '{where} es {actual}; solo las entregas con {wanted} ahí se convierten en contactos.',
  'mapped.no_value': '{where} no tiene valor; solo las entregas con {wanted} ahí se convierten en contactos.',
  'mapped.too_much_work':
    'Esta entrega es demasiado trabajo para la asignación: demasiadas reglas recorren listas demasiado largas. Use menos reglas, o punteros sin [name=value], o haga que el remitente envíe menos a la vez.',
  'mapped.more_unread': 'El resto de la entrega no se leyó.',
  'mapped.no_name':
    'No se encontró ningún nombre de pila. Se probó: {tried}. Indique dónde está en fields.first_name de la asignación.',
  'mapped.no_name_among':
    'No se encontró ningún nombre de pila. Se probó: {tried}. Los nombres que hay son {names}. Indique dónde está en fields.first_name de la asignación.',
  'mapped.two_addresses':
    'Hay dos direcciones de correo distintas, {first} y {second}, y cualquiera puede ser la correcta. Indique en fields.email de la asignación cuál es, por ejemplo {example}.',
  'mapped.left_out_name': '{name} se omitió por su nombre.',
  'mapped.left_out_number': '{name} se omitió: {path} es un número demasiado grande para guardarlo con exactitud.',
  'mapped.left_out_object': '{name} se omitió: {path} es un objeto, no un valor simple.',
  'mapped.left_out_objects': '{name} se omitió: {path} es una lista de objetos, no un valor simple.',
  'mapped.left_out_list': '{name} se omitió: {path} es una lista de más de {max, number} valores.',
  'mapped.left_out_numbers':
    '{name} se omitió: {path} es una lista con un número demasiado grande para guardarlo con exactitud.',
  'mapped.cut': '{name} se recortó a {max, number} caracteres.',
  'mapped.beyond':
    '{count, plural, one {Se omitió # valor más} many {Se omitieron # valores más} other {Se omitieron # valores más}}: un contacto tiene {max} campos adicionales como máximo.',
  'mapped.beyond_all': 'Se omitieron más valores: un contacto tiene {max} campos adicionales como máximo.',
  'mapped.more': 'Y {count} más de este tipo.',
  'lead.not_stored':
    'Meta solo envía los identificadores de los leads, y los de un cuerpo de prueba no se consultan. Previsualice una entrega guardada: envíe delivery_id.',
  'lead.may_not_fetch':
    'Meta solo envía los identificadores de los leads, y consultarlos usa el token de acceso del webhook: requiere webhooks:write.',
  'lead.no_token':
    'Meta solo envía el identificador de un lead, y para leer el lead hace falta un token de acceso. Defina access_token del webhook con un token de acceso de página que tenga el permiso leads_retrieval, y vuelva a procesar esta entrega.',
  'lead.unreadable_token':
    'El token de acceso no se puede leer. {reason} O defínalo de nuevo, y vuelva a procesar esta entrega.',
  'secret.unknown_key': 'Se cifró con una clave que no está definida. Vuelva a poner el SECRET_KEY original.',
  'secret.damaged': 'Se modificó o pertenece a otro registro.',
  'lead.too_many': 'La entrega anuncia {count} leads, y aquí se consultan {max} por entrega como máximo.',
  'lead.wrong_id': 'El identificador del lead no es un número, así que no se puede leer.',
  'lead.unreachable': 'No se pudo leer de Meta el lead {lead}: {reason}',
  'lead.error': 'error {code}',
  'lead.status': 'estado {status}',
  'lead.expired_token':
    'Meta no dio el lead {lead} ({said}). El token de acceso ya no es válido: defina access_token del webhook con uno nuevo. Después, vuelva a procesar esta entrega.',
  'lead.weak_token':
    'Meta no dio el lead {lead} ({said}). Al token de acceso le falta un permiso: cree uno con leads_retrieval, pages_read_engagement y ads_management, y dé acceso a su aplicación en el administrador de acceso a leads (Leads Access Manager) de la página. Después, vuelva a procesar esta entrega.',
  'lead.busy':
    'Meta no dio el lead {lead} ({said}): está saturado o averiado. El lead se volverá a pedir automáticamente.',
  'lead.gone':
    'Meta no dio el lead {lead} ({said}). Se eliminó, o el token de acceso no es de su página: compruebe que la página sea la correcta. Después, vuelva a procesar esta entrega.',
  'lead.no_data':
    'Meta no dio el lead {lead} ({said}). La respuesta no tiene field_data: compruebe que el token tenga leads_retrieval. Después, vuelva a procesar esta entrega.',
  'lead.refused':
    'Meta no dio el lead {lead} ({said}). Compruebe el token de acceso del webhook, y la versión de la Graph API. Después, vuelva a procesar esta entrega.',
}
