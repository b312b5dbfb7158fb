import type { webhooks as english } from '../en/webhooks.ts'
import type { Translation } from '../translation.ts'

export const webhooks: Translation<typeof english> = {
  'webhook.not_found': 'No hay ningún webhook con este identificador. La lista está en GET /v1/webhooks.',
  'webhook.no_such_address': 'No hay ningún webhook en esta dirección. Compruebe la URL, o cree un webhook nuevo.',
  'webhook.name_taken': 'Ya hay un webhook activo llamado «{name}». Elija otro nombre, o revoque primero ese.',
  'webhook.revoked': 'Este webhook está revocado y no se puede modificar. Cree uno nuevo.',
  'webhook.delivery_id_place':
    '{field} debe decir dónde está el identificador: header:NAME, query:NAME o body:/json/pointer, por ejemplo header:x-event-id.',
  'webhook.signature_required':
    '{field} es obligatorio para el remitente hmac: indique al menos en qué cabecera está la firma.',
  'webhook.signature_unused': '{field} solo existe para el remitente hmac; cómo firma {provider} ya se sabe. Omítalo.',
  'webhook.secret_without_provider':
    'secret no sirve de nada sin un remitente que firme. Elija el remitente como provider, u omítalo.',
  'webhook.secret_unused':
    'secret no sirve de nada con el remitente {provider}, que no firma. Envíe su {token} como verify_token.',
  'webhook.secret_blank': 'secret no debe estar vacío. Cópielo del remitente.',
  'webhook.secret_too_long': 'secret debe tener {max} caracteres como máximo, pero tiene {length}.',
  'webhook.secret_control_character':
    'secret contiene un salto de línea u otro carácter de control. Cópielo de nuevo, sin el final de línea.',
  'webhook.secret_placeholder': 'secret es el texto de muestra de un ejemplo. Copie el verdadero del remitente.',
  'webhook.secret_not_base64': 'secret debe ser whsec_ y base64, o solo base64, como lo muestra el remitente.',
  'webhook.secret_not_hex':
    'secret debe tener al menos 32 dígitos hexadecimales (0–9, a–f), como lo muestra el remitente.',
  'webhook.secret_too_short': 'secret debe tener al menos {min} bytes en base64.',
  'webhook.secret_is_api_key':
    'secret debe ser el secreto de firma del endpoint (whsec_…), pero esto es una clave de API. Renueve la clave si quedó expuesta.',
  'webhook.preview_choice': 'Envíe delivery_id de una entrega guardada, o body para probar.',
  'webhook.preview_not_id': '{field} debe ser el identificador de una entrega guardada.',
  'webhook.no_mapping': 'Este webhook aún no tiene asignación. Envíe la que quiera probar en mapping.',
  'signature.not_header':
    '{field} debe ser el nombre de una cabecera, por ejemplo X-Signature, de {max} caracteres como máximo.',
  'signature.header_required': '{field} es obligatorio. Envíe el nombre de la cabecera con la firma.',
  'signature.not_ascii': '{field} debe tener {max} caracteres ASCII visibles o espacios como máximo.',
  'signature.timestamp_in_header':
    '{field} es la cabecera de la firma. Omítalo, y escriba prefix con {place} dentro, por ejemplo "{example}".',
  'signature.id_header_shared': '{field} debe ser una cabecera propia.',
  'signature.place_once': '{field} debe contener {place} una vez.',
  'signature.prefix_end': '{field} necesita texto entre {place} y la firma.',
  'signature.timestamp_in_prefix': '{field} no sirve de nada cuando prefix contiene {place}.',
  'signature.other_braces': '{field} puede contener {places}, pero no otras llaves.',
  'signature.unsigned_prefix':
    '{field} debe contener {place}: lo que no está firmado no demuestra nada. O quítelo de prefix.',
  'signature.unsigned_header':
    '{field} debe contener {place}: lo que no está firmado no demuestra nada. U omita {header}.',
  'signature.header_for_place': '{field} es obligatorio, porque la plantilla contiene {place}.',
  'signature.tolerance_unused': '{field} necesita {place} en la plantilla.',
  'signature.gap': '{field} necesita texto entre {first} y {second}, para que ninguno pase por el otro.',
  'signature.gap_or_tolerance':
    '{field} necesita texto entre {first} y {second}, para que ninguno pase por el otro, o defina tolerance_seconds.',
  'mapping.no_first_name':
    '{field} debe tener first_name, que todo contacto necesita. Indique dónde está, por ejemplo {example}, o elija una plantilla.',
  'mapping.too_many_extra': '{field} debe tener {max} campos adicionales como máximo, pero tiene {count}.',
  'mapping.not_equals': '{field} debe ser una lista de 1 a {max} cadenas de 1 a {length} caracteres.',
  'mapping.not_values': '{field} debe ser un puntero o una lista de 1 a {max}.',
  'mapping.too_many_fields': '{field} debe tener {max} campos como máximo, pero tiene {count}.',
  'mapping.field_name': 'Los nombres en {path} deben tener de 1 a {max} caracteres, y no ser __proto__.',
  'mapping.too_many_rules': '{field} debe tener {max} alternativas como máximo, pero tiene {count}.',
  'mapping.one_kind': '{field} debe tener exactamente uno de pointer, answer y constant.',
  'mapping.constant_take': '{field} no tiene sentido en una constante. Omítalo.',
  'mapping.not_constant': '{field} debe ser una cadena de 1 a {max, number} caracteres, un número o un booleano.',
  'pointer.missing': '{field} debe ser un JSON Pointer, por ejemplo /form/email, pero falta.',
  'pointer.not_text': '{field} debe ser un JSON Pointer, por ejemplo /form/email, pero es {found}.',
  'pointer.too_long': '{field} debe tener {max} caracteres como máximo. Es un JSON Pointer (RFC 6901).',
  'pointer.no_slash': '{field} debe empezar por «/», por ejemplo /form/email. Es un JSON Pointer (RFC 6901).',
  'pointer.tilde': '{field} tiene un «~» que no es ni ~0 (por ~) ni ~1 (por /). Es un JSON Pointer (RFC 6901).',
  'pointer.too_deep': '{field} debe tener {max} segmentos como máximo. Es un JSON Pointer (RFC 6901).',
}
