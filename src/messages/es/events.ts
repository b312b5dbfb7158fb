import type { events as english } from '../en/events.ts'
import type { Translation } from '../translation.ts'

export const events: Translation<typeof english> = {
  'event.not_found':
    'No hay ningún evento con este identificador que usted pueda ver. La lista está en GET /v1/events.',
  'event.not_visible':
    'Para ver {types} hace falta el permiso {missing}. Use una clave que lo tenga, u omita estos eventos.',
  'event.not_type': '{field} debe ser un tipo de evento, pero es {found}.',
  'event.unknown_type': 'No existe el tipo de evento «{name}». Se conocen {known}.',
  'event.misspelt_type': 'No existe el tipo de evento «{name}». ¿Quiso decir {nearest}?',
  'event.unknown_wildcard': '«{name}» no representa ningún tipo de evento. Use {known}, o nombre los tipos.',
  'endpoint.not_found': 'No hay ningún endpoint con este identificador. La lista está en GET /v1/events/endpoints.',
  'endpoint.too_many':
    'Un espacio de trabajo tiene {max} endpoints como máximo. Elimine uno primero: DELETE /v1/events/endpoints/{id}.',
  'endpoint.types_not_list': '{field} debe ser una lista de tipos de evento, o null para todos, pero es {found}.',
  'endpoint.no_types': '{field} debe indicar al menos un tipo. Envíe null para todos, o ponga el endpoint en pausa.',
  'endpoint.too_many_types': 'Hay {known} tipos de evento, pero {field} tiene {count}.',
  'endpoint.wrong_status': '{field} debe ser active o paused.',
  'endpoint.status_at_first':
    'Un endpoint está activo al principio. Omita status, y después PATCH /v1/events/endpoints/{id}.',
  'endpoint.kind_stays': 'La clase de un endpoint no se puede cambiar: este es {kind}. Cree otro endpoint.',
  'endpoint.token_unused': 'Solo un endpoint de clase ntfy tiene token. Omítalo.',
  'endpoint.language_unused':
    'Solo los chats y los teléfonos tienen idioma: un webhook recibe los eventos como datos, sin frases. Omítalo.',
  'endpoint.token_characters': 'El token no debe tener espacios, y solo caracteres ASCII.',
  'endpoint.filter_id': '{field} debe ser un id, pero es {found}.',
  'endpoint.filters_never':
    'Ningún evento de este endpoint tiene {names}, así que no se enviaría nada. Cambie filters o events.',
  'endpoint.too_many_headers': '{field} puede tener como máximo {max} cabeceras, pero tiene {count}.',
  'endpoint.header_name':
    '{name} no puede ser el nombre de una cabecera. Use como máximo {max} letras, cifras, guiones y guiones bajos.',
  'endpoint.header_reserved': 'Doorpost envía esta cabecera por sí mismo. Use otro nombre.',
  'endpoint.header_twice': 'Esta cabecera está dos veces: las mayúsculas no cuentan. Envíela una vez.',
  'endpoint.header_value': '{field} debe ser una línea de caracteres ASCII y no estar vacío.',
  'endpoint.header_not_stored': 'No hay ningún valor guardado de esta cabecera que pueda quedarse. Envíe su valor.',
  'endpoint.headers_move':
    'Los valores guardados de las cabeceras no se envían a otro servidor. Envíelos de nuevo con la nueva url, o un objeto vacío para ninguno.',
  'endpoint.headers_unused': 'Solo un endpoint de clase webhook tiene cabeceras. No las envíe.',
  'endpoint.url_spaces': 'La URL no debe tener espacios ni saltos de línea.',
  'endpoint.url_fragment': 'La URL no debe tener fragmento (#…): no se enviaría.',
  'endpoint.not_visible':
    'Este endpoint recibe eventos que esta clave de API no puede ver. Use una clave que también tenga {missing}.',
  'endpoint.not_granted':
    'Este endpoint no puede recibir {type}: sus eventos se eligieron con una clave sin {scope}. Elíjalos de nuevo con una que lo tenga: PATCH /v1/events/endpoints/{id}.',
  'endpoint.no_secret':
    'Un endpoint de clase {kind} no tiene secreto de firma. Cree una dirección nueva en {chat}, y cambie url por ella.',
  'endpoint.is_disabled':
    'El endpoint está desactivado. Ponga primero su estado en active: PATCH /v1/events/endpoints/{id}.',
  'endpoint.since_ahead': '{field} no debe estar en el futuro.',
  'endpoint.since_too_old':
    '{field} debe ser de hace {days} días como máximo: los eventos más antiguos no se conservan.',
  'endpoint.gone':
    'Respondió 410 (desaparecido). Cuando vuelva a estar, ponga su estado en active y recupere lo que se perdió.',
  'endpoint.failed_for_days':
    'No se pudo entregar nada durante cinco días. Arréglelo, ponga su estado en active, y recupere lo que se perdió.',
  'endpoint.being_removed': 'Se está eliminando.',
  'attempt.no_delivery':
    'No hay ninguna entrega así que usted pueda ver. La lista está en GET /v1/events/endpoints/{id}/deliveries.',
  'attempt.gone': 'El endpoint respondió 410: ya no existe, y no se le envía nada más.',
  'attempt.redirected':
    'El endpoint respondió {status}. Las redirecciones no se siguen: indique la dirección a la que lleva.',
  'attempt.refused': 'El endpoint respondió {status}. Tiene que responder con un estado de 200 a 299.',
  'chat.wrong_slack':
    'Esta no es la dirección de un webhook entrante de Slack: empieza por https://hooks.slack.com/services/. Cópiela en Slack: api.slack.com/apps, su aplicación, Incoming Webhooks.',
  'chat.wrong_discord':
    'Esta no es la dirección de un webhook de Discord: es como https://discord.com/api/webhooks/123/abc. Cópiela en Discord: Editar canal, Integraciones, Webhooks.',
  'chat.retired_teams':
    'Esta es la dirección de un conector de Microsoft 365, que Microsoft ha retirado. Cree una nueva en Teams: el canal, Flujos de trabajo, «Send webhook alerts to a channel».',
  'chat.wrong_ntfy':
    'La dirección debe terminar con un tema (topic) de hasta 64 letras, dígitos, - y _, por ejemplo https://ntfy.sh/my-leads-k3v9x2. Elija uno que nadie pueda adivinar: quien tenga la dirección puede leer los mensajes.',
  'chat.too_many_messages': '{chat} pidió menos mensajes. Se volverá a enviar más tarde.',
  'chat.unknown_webhook':
    '{chat} ya no conoce este webhook. Cree allí un webhook nuevo, y cambie la dirección de este endpoint por la suya.',
  'chat.unknown_webhook_code':
    '{chat} ya no conoce este webhook ({code}). Cree allí un webhook nuevo, y cambie la dirección de este endpoint por la suya.',
  'chat.channel_gone':
    'El canal de este webhook ya no existe ({code}). Cree allí un webhook nuevo, y cambie la dirección de este endpoint por la suya.',
  'chat.forbidden':
    'Un administrador de {chat} no permite que este webhook escriba en su canal ({code}). Elija otro canal, o pregúntele.',
  'chat.topic_forbidden':
    'El servidor de ntfy no deja que Doorpost escriba en este tema. Dé al endpoint un token de acceso que lo permita.',
  'chat.wrong_address':
    '{chat} no acepta esta dirección. Cree allí un webhook nuevo, y cambie la dirección de este endpoint por la suya.',
  'chat.message_refused':
    '{chat} no aceptó el mensaje. Sus demás mensajes no se ven afectados; informe de esto como un fallo de Doorpost, por favor.',
  'chat.message_refused_code':
    '{chat} no aceptó el mensaje ({code}). Sus demás mensajes no se ven afectados; informe de esto como un fallo de Doorpost, por favor.',
}
