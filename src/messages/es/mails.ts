import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<typeof english> = {
  'mail.not_set': 'Esta instalación no envía correos: no hay ningún servidor de correo configurado.',
  'mail.give_link': 'Esta instalación no envía correos. Haga llegar usted mismo el enlace a la persona.',
  'mail.set_up_first':
    'Esta instalación no envía correos. Pida al administrador de la instalación que configure un servidor de correo, y actívelo después.',
  'mail.not_address': 'Esta no es una dirección a la que se pueda enviar correo.',
  'mail.unreachable': 'No se puede contactar con el servidor de correo. Compruebe su host y su puerto.',
  'mail.wrong_password': 'El servidor de correo rechaza el nombre de usuario o la contraseña. Corríjalos.',
  'mail.no_encryption': 'El servidor de correo no ofrece un cifrado válido. Compruebe su certificado y su puerto.',
  'mail.timed_out': 'El servidor de correo no respondió a tiempo. Compruebe que funcione, y su host y su puerto.',
  'mail.broke_off': 'El servidor de correo cortó la comunicación ({code}).',
  'mail.broke_off_silently': 'El servidor de correo cortó la comunicación (sin dar un motivo).',
  'mail.sender_refused':
    'El servidor de correo rechaza al remitente ({code}). Compruebe la dirección desde la que salen los correos.',
  'mail.address_refused':
    'El servidor de correo rechaza la dirección del remitente o del destinatario ({code}). Compruebe ambas.',
  'mail.not_taken': 'El servidor de correo no aceptó el mensaje ({code}). Vuelva a intentarlo más tarde.',
  'mail.stopped': 'El destinatario se ha dado de baja de estos correos.',
  'mail.workspace_limit':
    'El espacio de trabajo ha enviado {most} correos en un día. El administrador de la instalación puede permitir más.',
  'mail.client_limit':
    'Un mismo cliente provocó {most} correos así en un día. El administrador de la instalación puede permitir más, y comprobar que no sea un proxy.',
  'mail.domain_limit':
    'Las direcciones de un mismo dominio recibieron {most} correos así en un día. El administrador de la instalación puede permitir más.',
  'mail.form_limit':
    'El formulario ha enviado {most} correos en un día. El administrador de la instalación puede permitir más.',
  'mail.address_limit':
    'La dirección recibió {most, plural, =1 {un correo así} one {# correo así} many {# correos así} other {# correos así}} en un día, y no recibe más: cualquiera pudo escribirla en el formulario.',
  'mail.stale': 'No se pudo enviar durante días, y ha perdido vigencia.',
  'mail.subject_gone': 'Aquello de lo que trataba ya no existe.',
  'mail.no_auto_reply': 'El formulario ya no tiene respuesta automática.',
  'mail.confirmed_already': 'La dirección ya está confirmada.',
  'mail.restored': 'La base de datos se restauró desde una copia de seguridad, y puede que esto ya se enviara antes.',
  'letter.join_subject': 'Únase al equipo en Doorpost',
  'letter.join': '{who} le invita al espacio de trabajo «{workspace}» en Doorpost, con el rol {role}.',
  'letter.join_operator': 'El administrador de la instalación',
  'letter.join_end':
    'El enlace funciona una sola vez, durante siete días. Quien lo tenga puede unirse en su lugar: no lo comparta.',
  'letter.reset_subject': 'Una contraseña nueva para Doorpost',
  'letter.reset': 'Hola, {name}. Con este enlace puede establecer una contraseña nueva para Doorpost.',
  'letter.reset_end':
    'El enlace funciona una sola vez, durante una hora. Si no lo pidió usted, no haga nada: su contraseña seguirá igual.',
  'letter.lead_subject': 'Nuevo lead: {name}',
  'letter.lead_subject_of_form': 'Nuevo lead: {name} ({form})',
  'letter.lead': 'Ha llegado un nuevo lead.',
  'letter.lead_of_form': 'Ha llegado un nuevo lead a través de «{form}».',
  'letter.open_lead': 'Abrirlo en Doorpost',
  'letter.leads_subject': '{total} nuevos leads: {workspace}',
  'letter.leads': 'Han llegado {total} nuevos leads.',
  'letter.more_leads': 'Y {more} más.',
  'letter.see_contacts': 'Ver todos los contactos',
  'letter.first_name': 'Nombre',
  'letter.last_name': 'Apellidos',
  'letter.address': 'Dirección',
  'letter.not_confirmed': 'aún sin confirmar',
  'letter.cut_value': '{start}… (véalo completo en Doorpost)',
  'letter.asked':
    'Recibe este correo porque pidió que se le avise de los nuevos leads en Configuración, Notificaciones.',
  'letter.named': 'Recibe este correo porque un formulario envía sus leads a esta dirección.',
  'letter.stop': 'Dejar de recibir estos correos',
  'letter.typed_address':
    'Recibe este correo porque esta dirección se escribió en un formulario. Si no fue usted, puede ignorarlo.',
  'letter.stop_replies': 'Dejar de recibir correos como este',
  'letter.opt_in_subject': 'Confirme su dirección: {workspace}',
  'letter.opt_in':
    'Esta dirección se escribió en el formulario «{form}» de {workspace}. ¿Fue usted? Entonces confírmela:',
  'letter.opt_in_end':
    'El enlace funciona durante {days} días. Si no fue usted, no haga nada, y no recibirá más correos.',
  'letter.never_ask': 'No volver a preguntar nunca a esta dirección',
  'letter.week_subject':
    '{leads, plural, one {# lead} many {# leads} other {# leads}}, {clicks, plural, one {# clic} many {# clics} other {# clics}}: {workspace}, del {from} al {to}',
  'letter.week': 'Resultados de {workspace} del {from} al {to} (los días empiezan y terminan a medianoche UTC):',
  'letter.week_leads': 'Leads',
  'letter.week_clicks': 'Clics en enlaces',
  'letter.week_visitors': 'Visitantes',
  'letter.week_same': '{now} (igual que la semana anterior)',
  'letter.week_more': '{now} (+{difference}, {before} la semana anterior)',
  'letter.week_fewer': '{now} (−{difference}, {before} la semana anterior)',
  'letter.week_posts': 'Las publicaciones que más aportaron:',
  'letter.week_no_posts':
    'Esta semana ninguna publicación aportó un lead ni un clic mediante un enlace con seguimiento.',
  'letter.week_post':
    '{platform}: {leads, plural, one {# lead} many {# leads} other {# leads}}, {clicks, plural, one {# clic} many {# clics} other {# clics}}',
  'letter.week_deleted_post':
    '{leads, plural, one {# lead} many {# leads} other {# leads}}, {clicks, plural, one {# clic} many {# clics} other {# clics}} (eliminada)',
  'letter.post_without_text': 'Una publicación sin texto',
  'letter.see_results': 'Ver los resultados en Doorpost',
  'letter.week_asked': 'Recibe este correo los lunes porque lo activó en Configuración, Notificaciones.',
  'letter.link_cut': 'No está completo. Ábralo de nuevo desde el correo, o cópielo entero.',
  'letter.ask_stop': '¿Dejar de recibir estos correos?',
  'letter.do_stop': 'Sí, dejar de recibir estos correos',
  'letter.nothing_changed': 'Aún no ha cambiado nada.',
  'letter.done': 'Hecho',
  'letter.stopped': 'No recibirá más correos de este tipo.',
}
