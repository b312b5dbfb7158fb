import type { users as english } from '../en/users.ts'
import type { Translation } from '../translation.ts'

export const users: Translation<typeof english> = {
  'sign_in.wrong_password':
    'La dirección de correo o la contraseña es incorrecta. Compruebe ambas, o establezca una contraseña nueva.',
  'sign_in.wrong_own_password': 'La contraseña es incorrecta. Escriba aquella con la que inició sesión.',
  'sign_in.wrong_code':
    'Este código es incorrecto, es demasiado antiguo o ya se usó. Use el que muestra ahora la aplicación.',
  'sign_in.wrong_backup_code': 'Este código de respaldo es incorrecto o ya se usó. Use otro.',
  'sign_in.start_again':
    'Este inicio de sesión ha terminado. Empiece de nuevo con la dirección de correo y la contraseña.',
  'sign_in.no_second_factor': 'El segundo factor no está configurado. Empiece con POST /v1/auth/totp.',
  'sign_in.second_factor_on': 'El segundo factor ya está activado. Desactívelo primero para configurarlo de nuevo.',
  'sign_in.begun_twice': 'La configuración se empezó dos veces a la vez. Empiécela de nuevo.',
  'sign_in.wrong_new_passkey': 'No se pudo añadir la llave de acceso. Pida opciones nuevas y vuelva a intentarlo.',
  'sign_in.wrong_passkey':
    'Esta llave de acceso no sirve. Vuelva a intentarlo o use otra, o inicie sesión con la dirección de correo y la contraseña.',
  'sign_in.no_passkey_options': 'Pida primero opciones nuevas: valen durante cinco minutos, y una sola vez.',
  'sign_in.no_origin': 'Las llaves de acceso solo funcionan desde el panel: la solicitud no tiene un Origin nuestro.',
  'sign_in.not_fresh':
    'Para esto tiene que haber iniciado sesión en el último día. Cierre sesión, inicie sesión de nuevo, y hágalo entonces.',
  'sign_in.account_removed': 'Su cuenta se quitó del equipo.',
  'sign_in.too_many_codes':
    'Demasiados códigos incorrectos para esta cuenta. Espere un cuarto de hora, e inicie sesión de nuevo.',
  'sign_in.too_many_people':
    'Demasiadas personas están iniciando sesión en este momento. Vuelva a intentarlo en 5 segundos.',
  'sign_in.one_factor': 'Envíe code o backup_code, no ambos.',
  'code.not_six_digits': 'code debe ser los seis dígitos que muestra la aplicación.',
  'passkey.wrong_response':
    '{field} debe ser lo que el navegador dio para la llave de acceso, como objeto JSON con id y response.',
  'passkey.not_found':
    'No tiene ninguna llave de acceso con este identificador. La lista está en GET /v1/auth/passkeys.',
  'session.not_found': 'No tiene ninguna sesión con este identificador. La lista está en GET /v1/auth/sessions.',
  'password.required': '{field} es obligatorio.',
  'password.too_long': '{field} debe tener {max} caracteres como máximo.',
  'password.too_short': '{field} debe tener al menos {min} caracteres. Una frase es fácil de recordar.',
  'password.same_as_email': '{field} no debe ser la dirección de correo.',
  'user.email_characters':
    "{field} solo puede tener, para iniciar sesión, letras de la a a la z, dígitos y . _ '' + -. Use otra dirección.",
  'user.name_lines': '{field} debe ocupar una sola línea.',
  'setup.done_already':
    'Esta instalación ya está configurada. Inicie sesión, o pida una invitación a un propietario del equipo.',
  'setup.wrong_link':
    'Este enlace de configuración no funciona: tiene más de un día, o se creó uno más reciente. Reinicie Doorpost, o ejecute «{command}»; ambos muestran uno nuevo.',
  'reset.wrong_link':
    'Este enlace no funciona: ya se usó, se creó uno más reciente, o tiene más de una hora. Pida uno nuevo.',
  'reset.no_mail': 'Esta instalación no envía correos. Pida un enlace a su administrador: «{command}» muestra uno.',
  'team.last_owner': 'Este es el último propietario del equipo. Nombre primero a otro propietario.',
  'team.known_address': 'Ya hay alguien con esta dirección en el equipo. Cambie su rol.',
  'team.not_owner': 'Usted ya no es propietario del equipo. Pida a uno de sus propietarios que lo haga.',
  'team.no_member': 'No hay nadie con este identificador en el equipo. La lista está en GET /v1/team.',
  'invitation.wrong_link':
    'Esta invitación no funciona: se usó o se retiró, o tiene más de una semana. Pida una nueva a un propietario del equipo.',
  'invitation.not_found':
    'No hay ninguna invitación con este identificador. La lista está en GET /v1/team/invitations.',
  'key.revoked': 'Esta clave de API se revocó. Cree una nueva y úsela en su lugar.',
  'key.expired': 'Esta clave de API ha caducado. Cree una nueva y úsela en su lugar.',
  'key.replaced': 'Esta clave de API se renovó, y su secreto anterior ya no vale. Use el nuevo.',
  'key.not_live': 'Esta clave se revocó o ha caducado. Cree una nueva.',
  'key.unknown': 'Esta clave de API no se conoce aquí. Compruebe que se copiara entera, o cree una nueva.',
  'key.malformed':
    'Esta no es una clave de API de Doorpost, o uno de sus caracteres es incorrecto. Empieza por svc_pk_ y tiene 45 caracteres.',
  'key.name_taken': 'Ya hay una clave llamada «{name}». Revóquela primero, o elija otro nombre.',
  'key.not_found': 'No hay ninguna clave de API con este identificador. La lista está en GET /v1/keys.',
  'key.expires_in_past': '{field} debe estar en el futuro. Omítalo para una clave que no caduque.',
  'key.scopes_not_list': '{field} debe ser un array de permisos, pero es {found}.',
  'key.no_scopes': '{field} debe tener al menos un permiso. Elija entre {known}; omítalo para todos.',
  'key.unknown_scope': '{field} no es un permiso: scope desconocido {scope}. Elija entre {known}.',
  'key.not_scope': '{field} no es un permiso: {found}. Elija entre {known}.',
  'removal.not_found':
    'No tiene ninguna eliminación con este identificador: ya se llevó a cabo o se deshizo. La lista está en GET /v1/removals.',
  'removal.wrong_records': '{field} debe ser un array de 1 a {max} registros, pero es {found}.',
  'removal.wrong_id': '{field} debe ser el identificador de un registro, un UUID.',
  'removal.changed': 'Se modificó mientras esperaba a ser eliminado, así que sigue ahí.',

  'stream.too_many_of_key':
    'Una clave de API puede tener {most} flujos abiertos. Cierre uno, o vuelva a intentarlo en {seconds} segundos.',
  'stream.too_many_of_person':
    'Una persona puede tener {most} flujos abiertos. Cierre uno, o vuelva a intentarlo en {seconds} segundos.',
  'stream.too_many':
    'Este servidor mantiene {most} flujos abiertos como máximo. Cierre uno, o vuelva a intentarlo en {seconds} segundos.',
  'stream.wrong_accept': 'Accept debe indicar text/event-stream: la respuesta es un flujo que no termina.',
  'stream.wrong_place': '{field} debe ser el identificador de un mensaje anterior de este flujo, sin cambios.',
}
