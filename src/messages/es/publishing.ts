import type { publishing as english } from '../en/publishing.ts'
import type { Translation } from '../translation.ts'

export const publishing: Translation<typeof english> = {
  'publishing.not_out': 'Una persona lo comprobó: no se publicó. Vuelva a intentarlo, o déjelo como está.',
  'publishing.cancelled': 'Cancelada por una persona.',
  'publishing.account_was_away':
    'La cuenta estuvo ausente más tiempo que el margen de retraso. Publique ahora, o fije una nueva fecha.',
  'publishing.missed':
    'Su hora pasó hace {span}, más de lo que permite el margen de retraso, así que no se envió automáticamente. Publique ahora, o fije una nueva fecha.',
  'publishing.unread':
    'Se envió, pero no se sabe si se publicó. {problem} Doorpost lo mirará cuando la cuenta se pueda usar de nuevo. O mire usted mismo, y resuélvalo.',
  'publishing.closed': 'En este momento no se envía nada. {problem}',
  'reason.stored': '{said}',
  'publishing.no_app':
    'Ya no hay ninguna aplicación configurada para las publicaciones de {platform}. Un propietario la configura en Configuración, Redes; después saldrá la publicación.',
  'publishing.unread_without_app':
    'Se envió, pero no se sabe si se publicó. Ya no hay ninguna aplicación configurada para las publicaciones de {platform}. Un propietario la configura en Configuración, Redes; después lo mirará Doorpost.',
  'publishing.hidden_repeat':
    'La plataforma rechaza la publicación porque ya tiene la misma, pero no la muestra. Mire allí.',
  'publishing.not_asked': 'No se pudo preguntar a la plataforma si se publicó ({class}). Mire la cuenta, y resuélvalo.',
  'publishing.sent_in_vain': 'Se envió {sends} veces sin efecto. Compruebe la cuenta, y vuelva a intentarlo.',
  'publishing.answer_unreadable': 'Doorpost no pudo leer la respuesta.',
  'publishing.answer_lost': 'La respuesta de la plataforma se perdió. Doorpost comprueba si se publicó.',
  'publishing.not_prepared': 'Doorpost no pudo preparar la publicación. Se volverá a intentar.',
  'publishing.not_marked': 'No se puede escribir en DATA_DIR, así que no se envió nada. Se volverá a intentar.',
  'publishing.other_id': 'La plataforma respondió con el identificador de otra publicación ({id}).',
  'publishing.not_renewed': 'La aprobación de la cuenta no se pudo renovar en este momento. Se volverá a intentar.',
  'publishing.unchecked':
    'La base de datos se restauró a un estado anterior, y no se pudo buscar esta publicación. Compruebe la cuenta, e indique si está allí.',
  'publishing.no_words': 'La publicación no tiene palabras con las que buscarla.',
  'publishing.look_unreadable': 'Doorpost no pudo leer la respuesta de la plataforma.',
  'publishing.no_post': 'No hay ninguna publicación con este identificador. La lista está en GET /v1/posts.',
  'publishing.id_taken': 'Este platform_id pertenece a otra publicación.',
  'publishing.outcome_required': '{field} es obligatorio. Envíe published o not_published.',
  'publishing.not_paused': 'La publicación automática no está en pausa.',
  'publishing.is_published':
    'La publicación ya está publicada, así que {action, select, publish {no se puede publicar ahora} retry {no se puede volver a intentar} cancel {no se puede cancelar} other {no se puede resolver}}.',
  'publishing.is_unconfirmed':
    'No es seguro que se publicara, así que {action, select, publish {no se puede publicar ahora} retry {no se puede volver a intentar} cancel {no se puede cancelar} other {no se puede resolver}}. Mire la cuenta, y después POST {path}.',
  'publishing.under_way':
    'La publicación se está enviando en este momento, así que {action, select, publish {no se puede publicar ahora} retry {no se puede volver a intentar} cancel {no se puede cancelar} other {no se puede resolver}}. Espere un momento y mire de nuevo.',
  'publishing.wrong_state':
    'Una publicación en el estado {state} {action, select, publish {no se puede publicar ahora} retry {no se puede volver a intentar} cancel {no se puede cancelar} other {no se puede resolver}}.',
  'state.none': 'borrador',
  'state.waiting': 'programada',
  'state.preparing': 'en preparación',
  'state.sending': 'enviándose',
  'state.confirming': 'en comprobación',
  'state.deferred': 'aplazada',
  'state.held': 'retenida',
  'state.missed': 'perdida',
  'state.failed': 'fallida',
  'state.cancelled': 'cancelada',
  'state.unconfirmed': 'sin confirmar',
  'state.published': 'publicada',
  'step.sending': 'Enviada a {network}',
  'step.token_refreshed': 'Se renovó la aprobación de la cuenta',
  'step.outcome_unknown': 'Sin respuesta clara. Se mira en {network} si se publicó',
  'step.looked_found': 'Comprobado: está en {network}',
  'step.looked_absent': 'Comprobado: no está en {network}',
  'step.looked_not_seen': 'Comprobado: aún no se puede ver',
  'step.looked_cannot_tell': 'Comprobado: {network} no lo dice',
  'step.looked_failed': 'Comprobado: no se pudo leer {network}',
  'step.account_unreadable': 'La cuenta no se puede leer: se comprobará cuando se pueda',
  'step.sending_again': 'No se publicó nada, así que se envía de nuevo',
  'step.too_late': 'No se envió, porque tardó demasiado en empezar. Empieza de nuevo',
  'step.repeat': 'Rechazada por repetida. {look}',
  'step.published': '{network} la ha publicado',
  'step.failed': 'Terminado: no publicada',
  'step.retry': 'Terminado: se volverá a intentar más tarde',
  'step.deferred': 'Terminado: aplazada',
  'step.held': 'Terminado: retenida',
  'step.unconfirmed': 'Terminado: necesita atención',
  'step.cancelled': 'Cancelada por una persona',
  'group.left_cancelled':
    'La publicación está cancelada, y sigue así cuando cambia su grupo. Modifíquela o publíquela por separado.',
  'installation.other_installation':
    'DATA_DIR pertenece a otra instalación que esta base de datos. Puede haber publicaciones públicas que esta base de datos cree no enviadas.',
  'installation.older_database':
    'La base de datos ha contado {counted} envíos, pero se hicieron {sent}: se restauró desde una copia de seguridad, o perdió sus últimos cambios confirmados. Puede haber publicaciones públicas que esta base de datos cree no enviadas.',
  'installation.other_server':
    'La base de datos está en otro servidor, o se creó de nuevo: se restauró o se clonó. Puede haber publicaciones públicas que esta base de datos cree no enviadas.',
  'installation.failover':
    'El servidor de base de datos fue promovido o restaurado a un momento dado, y puede haber perdido sus últimos cambios confirmados. Puede haber publicaciones públicas que esta base de datos cree no enviadas.',
  'installation.copied_data_folder':
    'DATA_DIR es una copia: se restauró, se movió o se clonó. Puede haber publicaciones públicas que esta base de datos cree no enviadas.',
  'installation.unknown_data_folder':
    'DATA_DIR está vacío, pero la base de datos ha enviado publicaciones, y ningún otro nodo de la instalación responde por ella: puede ser un clon o una copia de seguridad restaurada. Puede haber publicaciones públicas que esta base de datos cree no enviadas.',
  'installation.restored_backup':
    'La base de datos se restauró desde la copia de seguridad del {created}. Puede haber publicaciones públicas que esta base de datos cree no enviadas.',
  'installation.failover_unconfirmed':
    'Se reemplazó el servidor de base de datos. Se espera a que todos los workers confirmen que no se perdió ningún envío.',
  'installation.unconfirmed':
    'DATA_DIR está vacío. Se espera a que otro nodo de la instalación confirme que esta base de datos es la correcta.',
  'installation.data_dir_not_writable':
    'No se puede escribir en DATA_DIR ({folder}) ({error}). No se envía nada, porque una restauración de la base de datos pasaría inadvertida. Libere espacio en el disco, o permita que este usuario escriba allí.',
  'installation.clock_ahead':
    'El reloj de este equipo va {span} adelantado respecto al de la base de datos. Este nodo no publica ni purga nada hasta que se corrija. Ajuste el reloj del equipo, por ejemplo con NTP.',
  'installation.clock_behind':
    'El reloj de este equipo va {span} atrasado respecto al de la base de datos. Este nodo no publica ni purga nada hasta que se corrija. Ajuste el reloj del equipo, por ejemplo con NTP.',
}
