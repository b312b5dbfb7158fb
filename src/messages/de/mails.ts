import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<typeof english> = {
  'mail.not_set': 'Diese Installation versendet keine Mails: Es ist kein Mailserver eingerichtet.',
  'mail.give_link': 'Diese Installation versendet keine Mails. Der Person den Link selbst geben.',
  'mail.set_up_first':
    'Diese Installation versendet keine Mails. Den Betreiber bitten, einen Mailserver einzurichten, und es dann einschalten.',
  'mail.not_address': 'An diese Adresse kann keine Mail gehen.',
  'mail.unreachable': 'Der Mailserver ist nicht erreichbar. Seinen Host und Port prüfen.',
  'mail.wrong_password': 'Der Mailserver lehnt den Benutzernamen oder das Passwort ab. Beides korrigieren.',
  'mail.no_encryption':
    'Der Mailserver bietet keine gültige Verschlüsselung an. Sein Zertifikat und seinen Port prüfen.',
  'mail.timed_out':
    'Der Mailserver hat nicht rechtzeitig geantwortet. Prüfen, ob er läuft und ob Host und Port stimmen.',
  'mail.broke_off': 'Der Mailserver hat abgebrochen ({code}).',
  'mail.broke_off_silently': 'Der Mailserver hat abgebrochen (ohne Angabe eines Grundes).',
  'mail.sender_refused': 'Der Mailserver lehnt den Absender ab ({code}). Die Adresse prüfen, von der die Mails kommen.',
  'mail.address_refused': 'Der Mailserver lehnt die Adresse des Absenders oder Empfängers ab ({code}). Beide prüfen.',
  'mail.not_taken': 'Der Mailserver hat die Mail nicht angenommen ({code}). Später noch einmal versuchen.',
  'mail.stopped': 'Die Person hat diese Mails abbestellt.',
  'mail.workspace_limit':
    'Der Workspace hat innerhalb eines Tages {most} Mails versendet. Der Betreiber kann mehr erlauben.',
  'mail.client_limit':
    'Ein Client hat innerhalb eines Tages {most} solche Mails ausgelöst. Der Betreiber kann mehr erlauben und prüfen, ob es ein Proxy ist.',
  'mail.domain_limit':
    'Adressen einer Domain haben innerhalb eines Tages {most} solche Mails bekommen. Der Betreiber kann mehr erlauben.',
  'mail.form_limit': 'Das Formular hat innerhalb eines Tages {most} Mails versendet. Der Betreiber kann mehr erlauben.',
  'mail.address_limit':
    'Die Adresse hat innerhalb eines Tages {most, plural, =1 {eine solche Mail} one {# solche Mail} other {# solche Mails}} bekommen und bekommt keine mehr: Jeder könnte sie in das Formular eingegeben haben.',
  'mail.stale': 'Sie konnte tagelang nicht versendet werden und ist veraltet.',
  'mail.subject_gone': 'Das, worum es ging, gibt es nicht mehr.',
  'mail.no_auto_reply': 'Das Formular hat keine automatische Antwort mehr.',
  'mail.confirmed_already': 'Die Adresse ist bereits bestätigt.',
  'mail.restored':
    'Die Datenbank wurde aus einer Sicherung wiederhergestellt, und dies wurde vielleicht schon versendet.',
  'letter.join_subject': 'Einladung ins Team auf Doorpost',
  'letter.join': '{who} lädt Sie in den Workspace „{workspace}“ auf Doorpost ein, als {role}.',
  'letter.join_operator': 'Der Betreiber',
  'letter.join_end':
    'Der Link gilt einmal, sieben Tage lang. Wer ihn hat, kann an Ihrer Stelle beitreten: bitte nicht weitergeben.',
  'letter.reset_subject': 'Ein neues Passwort für Doorpost',
  'letter.reset': 'Hallo {name}, mit diesem Link lässt sich ein neues Passwort für Doorpost festlegen.',
  'letter.reset_end':
    'Der Link gilt einmal, eine Stunde lang. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  'letter.lead_subject': 'Neuer Lead: {name}',
  'letter.lead_subject_of_form': 'Neuer Lead: {name} ({form})',
  'letter.lead': 'Ein neuer Lead ist eingegangen.',
  'letter.lead_of_form': 'Ein neuer Lead ist über „{form}“ eingegangen.',
  'letter.open_lead': 'In Doorpost öffnen',
  'letter.leads_subject': '{total} neue Leads: {workspace}',
  'letter.leads': '{total} neue Leads sind eingegangen.',
  'letter.more_leads': 'Und {more} weitere.',
  'letter.see_contacts': 'Alle Kontakte ansehen',
  'letter.first_name': 'Vorname',
  'letter.last_name': 'Nachname',
  'letter.address': 'Adresse',
  'letter.not_confirmed': 'noch nicht bestätigt',
  'letter.cut_value': '{start}… (vollständig in Doorpost)',
  'letter.asked':
    'Sie bekommen diese Mail, weil Sie unter Einstellungen, Benachrichtigungen um Mails über neue Leads gebeten haben.',
  'letter.named': 'Sie bekommen diese Mail, weil ein Formular seine Leads an diese Adresse sendet.',
  'letter.stop': 'Diese Mails abbestellen',
  'letter.typed_address':
    'Sie bekommen diese Mail, weil diese Adresse in ein Formular eingegeben wurde. Wenn Sie es nicht waren, können Sie sie ignorieren.',
  'letter.stop_replies': 'Solche Mails abbestellen',
  'letter.opt_in_subject': 'Bitte Adresse bestätigen: {workspace}',
  'letter.opt_in':
    'Diese Adresse wurde in das Formular „{form}“ von {workspace} eingegeben. Waren Sie das? Dann bestätigen Sie bitte:',
  'letter.opt_in_end':
    'Der Link gilt {days} Tage. Wenn Sie es nicht waren, ist nichts zu tun, und es kommt keine weitere Mail.',
  'letter.never_ask': 'Diese Adresse nie wieder fragen',
  'letter.week_subject':
    '{leads, plural, one {# Lead} other {# Leads}}, {clicks, plural, one {# Klick} other {# Klicks}}: {workspace}, {from} bis {to}',
  'letter.week': 'Ergebnisse von {workspace} vom {from} bis {to} (Tage beginnen und enden um Mitternacht UTC):',
  'letter.week_leads': 'Leads',
  'letter.week_clicks': 'Klicks auf Links',
  'letter.week_visitors': 'Besucher',
  'letter.week_same': '{now} (so viele wie in der Woche davor)',
  'letter.week_more': '{now} (+{difference}, {before} in der Woche davor)',
  'letter.week_fewer': '{now} (−{difference}, {before} in der Woche davor)',
  'letter.week_posts': 'Die Beiträge, die am meisten gebracht haben:',
  'letter.week_no_posts': 'Kein Beitrag hat diese Woche über einen gezählten Link einen Lead oder Klick gebracht.',
  'letter.week_post':
    '{platform}: {leads, plural, one {# Lead} other {# Leads}}, {clicks, plural, one {# Klick} other {# Klicks}}',
  'letter.week_deleted_post':
    '{leads, plural, one {# Lead} other {# Leads}}, {clicks, plural, one {# Klick} other {# Klicks}} (gelöscht)',
  'letter.post_without_text': 'Ein Beitrag ohne Text',
  'letter.see_results': 'Ergebnisse in Doorpost ansehen',
  'letter.week_asked':
    'Sie bekommen diese Mail montags, weil Sie sie unter Einstellungen, Benachrichtigungen eingeschaltet haben.',
  'letter.link_cut': 'Er ist unvollständig. Bitte noch einmal aus der Mail öffnen oder ganz kopieren.',
  'letter.ask_stop': 'Diese Mails abbestellen?',
  'letter.do_stop': 'Ja, diese Mails abbestellen',
  'letter.nothing_changed': 'Noch hat sich nichts geändert.',
  'letter.done': 'Erledigt',
  'letter.stopped': 'Sie bekommen diese Mails nicht mehr.',
}
