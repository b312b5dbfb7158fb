import type { connections as english } from '../en/connections.ts'
import type { Translation } from '../translation.ts'

export const connections: Translation<typeof english> = {
  'connection.app_password_required':
    '{field} es obligatorio: una contraseña de aplicación creada en {network}, de {max} caracteres como máximo.',
  'connection.token_required':
    '{field} es obligatorio: un token de acceso creado en {network}, de {max} caracteres como máximo.',
  'connection.handle_not_needed': '{network} pregunta por sí mismo de qué cuenta se trata. Omita handle.',
  'connection.handle_required': '{field} es obligatorio: el nombre de la cuenta en {network}.',
  'connection.handle_invalid': '{field} debe ser el nombre de la cuenta en {network}, sin espacios.',
  'connection.one_server': '{network} tiene un solo servidor. Omita service_url.',
  'connection.not_server': '{field} debe ser la dirección del {server}, por ejemplo {example}. {problem}',
  'connection.approved_elsewhere':
    '{field} debe ser uno de {choices}. Las cuentas de las demás redes se aprueban en un navegador: POST /v1/connections/links.',
  'connection.other_format': '{network} usa publicaciones de formato {format}. Omita platform, o envíe {format}.',
  'connection.needs_app_password':
    'Las cuentas de {network} se conectan con una contraseña de aplicación: POST /v1/connections/sign-in.',
  'connection.not_kind': '{field} debe ser member u organization.',
  'connection.no_pages': '{field} organization solo existe para professional: las páginas de LinkedIn.',
  'connection.not_found': 'No hay ninguna conexión con este identificador. La lista está en GET /v1/connections.',
  'connection.not_default':
    'default debe ser true. Para cambiar la cuenta predeterminada, envíe esto para otra cuenta.',
  'connection.no_app':
    'Aún no hay ninguna aplicación para {network}. Un propietario la configura en el panel, en Configuración, Redes; o defina {prefix}_CLIENT_ID y {prefix}_CLIENT_SECRET y reinicie Doorpost. Para probar sin ella: {command}.',
  'connection.no_pages_app':
    'Aún no hay ninguna aplicación para las páginas de {network}. Un propietario la configura en el panel, en Configuración, Redes; o defina {prefix}_CLIENT_ID y {prefix}_CLIENT_SECRET y reinicie Doorpost. Para probar sin ella: {command}.',
  'connection.no_document':
    'Doorpost no tiene esa aplicación aquí. Se crea al conectar la primera cuenta mediante aprobación.',
  'connection.unreachable': 'No se pudo contactar con el {server} de esta cuenta de {network}: {problem}',
  'service.server': 'servidor',
  'service.pds': 'PDS',
  'connect.done': '{network} está conectado',
  'connect.posts_on': 'Doorpost ya puede publicar en:',
  'connect.sandbox': 'Este es el entorno de pruebas: nada de lo que se publica allí es público.',
  'connect.close_page': 'Puede cerrar esta página.',
  'connect.page': 'página',
  'connect.new_link': 'Cree un enlace nuevo en el panel, en Configuración.',
  'connect.nothing_connected': 'No se conectó ninguna cuenta.',
  'connect.used': 'Ya se usó, o está incompleto. Un enlace funciona una sola vez.',
  'connect.expired_link': 'Este enlace ha caducado',
  'connect.lifetime': 'Un enlace funciona durante {minutes} minutos. No se conectó ninguna cuenta.',
  'connect.wrong_browser': 'Este es otro navegador',
  'connect.other_browser':
    'La aprobación se empezó en otro navegador, o las cookies están desactivadas. No se conectó ninguna cuenta.',
  'connect.one_browser': 'Abra el enlace y apruebe en un mismo navegador.',
  'connect.not_set_up': '{network} no está configurado',
  'connect.no_app':
    'Doorpost aún no tiene ninguna aplicación para cuentas de esta red. Un propietario la configura en el panel, en Configuración, Redes.',
  'connect.no_pages_app':
    'Doorpost aún no tiene ninguna aplicación para páginas de esta red. Un propietario la configura en el panel, en Configuración, Redes.',
  'connect.denied': 'No dio su aprobación',
  'connect.declined': '{network} indica que se rechazó la aprobación. No se conectó ninguna cuenta.',
  'connect.refused': '{network} lo rechazó',
  'connect.check_app':
    'Compruebe la aplicación en Configuración, Redes: su identificador y su secreto, la dirección de redirección y los permisos.',
  'connect.unavailable': '{network} no respondió como debía',
  'connect.try_later':
    'No se conectó ninguna cuenta. Puede que la plataforma tenga un problema, o que este servidor no llegue a ella. El registro dice más. Vuelva a intentarlo en unos minutos.',
  'account.approval_ended': 'La aprobación de la cuenta ha terminado. Vuelva a conectarla.',
  'account.being_renewed': 'El acceso a la cuenta ha terminado y se está renovando. La publicación saldrá después.',
  'account.unreadable':
    'La aprobación guardada no se puede leer con el SECRET_KEY definido. Ponga la clave anterior en SECRET_KEY_OLD, o vuelva a conectar la cuenta.',
  'account.disconnected': 'La cuenta que indica esta publicación ya no está conectada. Vuelva a conectarla.',
  'account.none': 'No hay ninguna cuenta de esta plataforma conectada. Conecte una, y la publicación seguirá su curso.',
  'account.sandbox': 'Esta es una cuenta del entorno de pruebas, y Doorpost no está ahora en modo de pruebas.',
  'account.real': 'Esta es una cuenta real, y Doorpost está ahora en modo de pruebas: ninguna publicación sale de él.',
  'account.resume_sandbox':
    'Esta es una cuenta del entorno de pruebas, y Doorpost no está ahora en modo de pruebas. Conecte una real.',
  'account.resume_real':
    'Esta es una cuenta real, y Doorpost está ahora en modo de pruebas. Inícielo primero sin el entorno de pruebas.',
  'account.needs_attention': 'La cuenta necesita atención.',
  'account.has_to_wait': 'La plataforma pidió esperar.',
  'account.not_renewed':
    '{network} no pudo renovar ahora el acceso a esta cuenta. Se volverá a intentar automáticamente; mientras tanto, las publicaciones esperan si hace falta.',
  'account.renewal_refused':
    '{network} lleva más de un día negándose a renovar la aprobación: {refusal} Vuelva a conectar la cuenta.',
  'account.renewal_lost':
    '{network} renovó la aprobación el {time}, pero su respuesta se perdió por el camino, y la aprobación anterior solo sirve una vez. Vuelva a conectar la cuenta.',
  'account.not_accepted': '{network} ya no acepta la aprobación. Vuelva a conectar la cuenta.',
  'account.app_changed':
    'La aplicación para {network} se cambió, y solo la anterior puede renovar esta aprobación. Vuelva a conectar la cuenta.',
  'app.not_found': 'No existe esa aplicación. La lista está en GET /v1/connections/apps.',
  'app.id_required': '{field} es obligatorio: el identificador que {network} muestra para la aplicación.',
  'app.secret_required': '{field} es obligatorio: el secreto que {network} muestra para la aplicación.',
  'app.secret_with_id':
    '{field} es obligatorio con otro client_id: el secreto guardado pertenece a la aplicación anterior.',
  'app.not_text': '{field} debe tener {max} caracteres como máximo, sin espacios.',
  'app.environment':
    '{field} no tiene efecto: {settings} están definidos donde se ejecuta Doorpost, y tienen prioridad. Elimínelos primero allí.',
  'app.none':
    'Aún no hay ninguna aplicación configurada para {network}. Introduzca primero su identificador y su secreto.',
  'app.accepted': '{network} conoce esta aplicación, y su secreto es correcto.',
  'app.wrong_secret':
    '{network} conoce la aplicación, pero no con este secreto. Copie de nuevo el secreto de su página. ({words})',
  'app.wrong_meta_id':
    '{network} no conoce este identificador de aplicación. Copie el que lleva el nombre de {network}: el que está arriba en la página de Meta es otro. ({words})',
  'app.wrong_pair':
    '{network} no acepta este identificador con este secreto. Copie de nuevo ambos de la página de la aplicación. ({words})',
  'app.refused': '{network} rechazó la aplicación: {words}',
  'app.no_verdict': '{network} no dio una respuesta clara ({words}). Vuelva a intentarlo en unos minutos.',
  'app.unreachable': 'No se pudo contactar con {network}: {problem}',
  'app.no_answer': 'No respondió a tiempo. Vuelva a intentarlo en unos minutos.',
  'app.unreadable':
    'El secreto guardado no se puede leer con el SECRET_KEY definido. Introdúzcalo de nuevo, o ponga la clave anterior en SECRET_KEY_OLD.',
  'auth.no_account': 'El enlace no indica ninguna cuenta. Cree uno nuevo, con el identificador (handle) de la cuenta.',
  'auth.app_gone': 'La aplicación a la que se dio este acceso ya no existe. Vuelva a conectar la cuenta.',
  'auth.not_renewable': 'Esta aprobación no se puede renovar.',
  'auth.no_refresh_token': '{network} no ofreció ninguna forma de renovar este acceso. Vuelva a conectar la cuenta.',
  'auth.new_access_refused':
    '{network} no acepta el nuevo acceso. Vuelva a conectar la cuenta y conceda todos los permisos.',
  'auth.code_refused': '{network} no aceptó la conexión ({words}). Vuelva a conectar la cuenta.',
  'auth.connection_refused': '{network} rechazó la conexión: {words}. Vuelva a conectar la cuenta.',
  'auth.renewal_refused': '{network} no renovó el acceso ({words}). Vuelva a conectar la cuenta.',
  'auth.refusal': '{words}.{advice}',
  'bluesky.advice_document':
    ' El servidor tiene que poder leer qué es la aplicación en {url}, tal como era al conectar la cuenta.',
  'bluesky.too_many_sign_ins':
    'Bluesky no deja iniciar sesión en esta cuenta por ahora: hubo demasiados intentos. Espere {span}.',
  'bluesky.account_password':
    'Esta es la contraseña de la cuenta, que además pide un código. Cree una contraseña de aplicación en los ajustes de Bluesky (Privacidad y seguridad, Contraseñas de aplicación) y use esa.',
  'bluesky.wrong_password':
    'Bluesky no acepta este identificador con esta contraseña de aplicación. Compruebe el identificador, cree una nueva contraseña de aplicación en los ajustes de Bluesky (Privacidad y seguridad, Contraseñas de aplicación) y vuelva a intentarlo.{said}',
  'bluesky.not_pds':
    'El servidor no respondió como un PDS (estado {status}). Compruebe su dirección; si es correcta, vuelva a intentarlo más tarde.{said}',
  'bluesky.pds_says': ' El PDS dice: {words}',
  'bluesky.not_handle': '«{name}» no es un identificador. Los de Bluesky son como name.bsky.social.',
  'bluesky.handle_moved': 'La cuenta de {handle} ya no usa este identificador. Compruebe el identificador.',
  'bluesky.no_such_handle':
    '{host} no conoce ninguna cuenta con el identificador {handle}. Compruebe el identificador, e indique su PDS si tiene uno.',
  'bluesky.no_such_account': 'La cuenta {did} no existe: se eliminó, o nunca existió. Compruebe el identificador.',
  'bluesky.not_looked_up': 'Doorpost no puede buscar {did}. Conéctela con una contraseña de aplicación.',
  'bluesky.no_pds': 'La cuenta {did} no indica ningún PDS, así que no se puede publicar nada en ella.',
  'bluesky.approval_not_begun':
    '{host} no aceptó la solicitud de aprobación ({words}). Tiene que poder acceder a este Doorpost en su dirección para leer qué es la aplicación. Si no puede, conecte la cuenta con una contraseña de aplicación.',
  'bluesky.begun_elsewhere': 'Esta aprobación no se empezó aquí. Vuelva a conectar la cuenta.',
  'bluesky.other_issuer':
    'Respondió otro servidor, no aquel al que se pidió la aprobación. Vuelva a conectar la cuenta.',
  'bluesky.other_account': 'La aprobación es para una cuenta distinta de la indicada. Vuelva a conectar la cuenta.',
  'bluesky.too_little_granted':
    'Bluesky no concedió lo que Doorpost necesita para publicar. Vuelva a conectar la cuenta y permita todo.',
  'bluesky.no_approval':
    '{host} no ofrece la aprobación en un navegador tal como la define Bluesky. Conecte la cuenta con una contraseña de aplicación.',
  'bluesky.no_https_name':
    'Bluesky solo pide la aprobación donde Doorpost tiene una dirección https con nombre, o en este equipo en 127.0.0.1. Conecte la cuenta con una contraseña de aplicación.',
  'linkedin.no_page':
    'Esta persona no gestiona ninguna página en LinkedIn. Tiene que conectarla alguien que sí lo haga (superadministrador o administrador de contenido).',
  'linkedin.pages_hidden':
    'LinkedIn no deja que esta aplicación vea qué páginas gestiona la persona. La aplicación necesita el producto Community Management API con rw_organization_admin.{said}',
  'mastodon.app_not_registered':
    '{host} no registró ninguna aplicación para Doorpost ({words}). Compruebe que sea un servidor de Mastodon.',
}
