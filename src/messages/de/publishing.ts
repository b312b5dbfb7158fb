import type { publishing as english } from '../en/publishing.ts'
import type { Translation } from '../translation.ts'

export const publishing: Translation<typeof english> = {
  'publishing.not_out': 'Von Hand geprüft: Er wurde nicht veröffentlicht. Wiederholen oder so lassen.',
  'publishing.cancelled': 'Von einer Person abgesagt.',
  'publishing.account_was_away':
    'Das Konto war länger nicht verfügbar, als das Verspätungsfenster erlaubt. Jetzt veröffentlichen oder ein neues Datum setzen.',
  'publishing.missed':
    'Der Zeitpunkt ist seit {span} vorbei, länger als das Verspätungsfenster erlaubt, daher wurde nicht von selbst gesendet. Jetzt veröffentlichen oder ein neues Datum setzen.',
  'publishing.unread':
    'Der Beitrag wurde gesendet, aber es ist nicht bekannt, ob er öffentlich ist. {problem} Doorpost sieht nach, sobald das Konto wieder benutzbar ist. Oder dort selbst nachsehen und es klären.',
  'publishing.closed': 'Im Moment wird nichts gesendet. {problem}',
  'reason.stored': '{said}',
  'publishing.no_app':
    'Für Beiträge auf {platform} ist keine App mehr eingerichtet. Ein Inhaber richtet sie unter Einstellungen, Netzwerke ein; dann geht der Beitrag hinaus.',
  'publishing.unread_without_app':
    'Der Beitrag wurde gesendet, aber es ist nicht bekannt, ob er öffentlich ist. Für Beiträge auf {platform} ist keine App mehr eingerichtet. Ein Inhaber richtet sie unter Einstellungen, Netzwerke ein; dann sieht Doorpost nach.',
  'publishing.hidden_repeat':
    'Die Plattform lehnt den Beitrag ab, weil sie denselben schon hat, zeigt ihn aber nicht. Dort nachsehen.',
  'publishing.not_asked':
    'Die Plattform konnte nicht gefragt werden, ob der Beitrag öffentlich ist ({class}). Im Konto nachsehen und es dann klären.',
  'publishing.sent_in_vain': 'Er wurde {sends} Mal ohne Wirkung gesendet. Das Konto prüfen und dann wiederholen.',
  'publishing.answer_unreadable': 'Doorpost konnte die Antwort nicht lesen.',
  'publishing.answer_lost':
    'Die Antwort der Plattform ging verloren. Doorpost sieht nach, ob der Beitrag öffentlich ist.',
  'publishing.not_prepared': 'Doorpost konnte den Beitrag nicht vorbereiten. Es wird wieder versucht.',
  'publishing.not_marked': 'DATA_DIR ist nicht beschreibbar, daher wurde nichts gesendet. Es wird wieder versucht.',
  'publishing.other_id': 'Die Plattform hat mit der ID eines anderen Beitrags geantwortet ({id}).',
  'publishing.not_renewed': 'Die Freigabe des Kontos konnte gerade nicht erneuert werden. Es wird wieder versucht.',
  'publishing.unchecked':
    'Die Datenbank wurde auf einen älteren Stand zurückgesetzt, und dieser Beitrag konnte nicht gesucht werden. Im Konto nachsehen und dann sagen, ob er dort ist.',
  'publishing.no_words': 'Der Beitrag hat keine Wörter, nach denen er gesucht werden könnte.',
  'publishing.look_unreadable': 'Doorpost konnte die Antwort der Plattform nicht lesen.',
  'publishing.no_post': 'Es gibt keinen Beitrag mit dieser ID. GET /v1/posts listet alle auf.',
  'publishing.id_taken': 'Diese platform_id gehört zu einem anderen Beitrag.',
  'publishing.outcome_required': '{field} ist erforderlich. published oder not_published senden.',
  'publishing.not_paused': 'Das Veröffentlichen ist nicht angehalten.',
  'publishing.is_published':
    'Der Beitrag ist bereits veröffentlicht und kann daher nicht {action, select, publish {jetzt veröffentlicht} retry {wiederholt} cancel {abgesagt} other {geklärt}} werden.',
  'publishing.is_unconfirmed':
    'Es ist nicht sicher, ob der Beitrag öffentlich ist, daher kann er nicht {action, select, publish {jetzt veröffentlicht} retry {wiederholt} cancel {abgesagt} other {geklärt}} werden. Im Konto nachsehen, dann POST {path}.',
  'publishing.under_way':
    'Der Beitrag wird gerade gesendet und kann daher nicht {action, select, publish {jetzt veröffentlicht} retry {wiederholt} cancel {abgesagt} other {geklärt}} werden. Einen Moment warten und noch einmal nachsehen.',
  'publishing.wrong_state':
    'Ein Beitrag im Zustand {state} kann nicht {action, select, publish {jetzt veröffentlicht} retry {wiederholt} cancel {abgesagt} other {geklärt}} werden.',
  'state.none': 'Entwurf',
  'state.waiting': 'geplant',
  'state.preparing': 'wird vorbereitet',
  'state.sending': 'wird gesendet',
  'state.confirming': 'wird geprüft',
  'state.deferred': 'verschoben',
  'state.held': 'angehalten',
  'state.missed': 'verpasst',
  'state.failed': 'fehlgeschlagen',
  'state.cancelled': 'abgebrochen',
  'state.unconfirmed': 'unbestätigt',
  'state.published': 'veröffentlicht',
  'step.sending': 'An {network} gesendet',
  'step.token_refreshed': 'Freigabe des Kontos erneuert',
  'step.outcome_unknown': 'Keine eindeutige Antwort. Sieht auf {network} nach, ob der Beitrag öffentlich ist',
  'step.looked_found': 'Nachgesehen: Er ist auf {network}',
  'step.looked_absent': 'Nachgesehen: Er ist nicht auf {network}',
  'step.looked_not_seen': 'Nachgesehen: Er ist noch nicht zu sehen',
  'step.looked_cannot_tell': 'Nachgesehen: {network} sagt es nicht',
  'step.looked_failed': 'Nachgesehen: {network} war nicht lesbar',
  'step.account_unreadable': 'Das Konto ist nicht lesbar: sieht nach, sobald es geht',
  'step.sending_again': 'Nichts ist öffentlich, daher wird noch einmal gesendet',
  'step.too_late': 'Nicht gesendet, weil der Beginn zu lange dauerte. Es fängt von vorn an',
  'step.repeat': 'Als Wiederholung abgelehnt. {look}',
  'step.published': '{network} hat ihn veröffentlicht',
  'step.failed': 'Beendet: nicht veröffentlicht',
  'step.retry': 'Beendet: wird später wieder versucht',
  'step.deferred': 'Beendet: verschoben',
  'step.held': 'Beendet: zurückgehalten',
  'step.unconfirmed': 'Beendet: braucht Aufmerksamkeit',
  'step.cancelled': 'Von einer Person abgesagt',
  'group.left_cancelled':
    'Der Beitrag ist abgesagt und bleibt es, wenn sich seine Gruppe ändert. Ihn einzeln ändern oder veröffentlichen.',
  'installation.other_installation':
    'DATA_DIR gehört zu einer anderen Installation als diese Datenbank. Vielleicht sind Beiträge öffentlich, die diese Datenbank für ungesendet hält.',
  'installation.older_database':
    'Die Datenbank hat {counted} Sendungen gezählt, es waren aber {sent}: Sie wurde aus einer Sicherung wiederhergestellt oder hat ihre neuesten Änderungen verloren. Vielleicht sind Beiträge öffentlich, die diese Datenbank für ungesendet hält.',
  'installation.other_server':
    'Die Datenbank ist auf einem anderen Server oder wurde neu angelegt: Sie wurde wiederhergestellt oder geklont. Vielleicht sind Beiträge öffentlich, die diese Datenbank für ungesendet hält.',
  'installation.failover':
    'Der Datenbankserver wurde befördert oder auf einen Zeitpunkt zurückgesetzt und hat vielleicht seine neuesten Änderungen verloren. Vielleicht sind Beiträge öffentlich, die diese Datenbank für ungesendet hält.',
  'installation.copied_data_folder':
    'DATA_DIR ist eine Kopie: wiederhergestellt, verschoben oder geklont. Vielleicht sind Beiträge öffentlich, die diese Datenbank für ungesendet hält.',
  'installation.unknown_data_folder':
    'DATA_DIR ist leer, aber die Datenbank hat Beiträge gesendet, und kein anderer Knoten der Installation bürgt dafür: Es ist vielleicht ein Klon oder eine wiederhergestellte Sicherung. Vielleicht sind Beiträge öffentlich, die diese Datenbank für ungesendet hält.',
  'installation.restored_backup':
    'Die Datenbank wurde aus der Sicherung vom {created} wiederhergestellt. Vielleicht sind Beiträge öffentlich, die diese Datenbank für ungesendet hält.',
  'installation.failover_unconfirmed':
    'Der Datenbankserver wurde ersetzt. Es wird gewartet, bis alle Worker bestätigen, dass keine Sendung verloren ging.',
  'installation.unconfirmed':
    'DATA_DIR ist leer. Es wird gewartet, bis ein anderer Knoten der Installation bestätigt, dass diese Datenbank die richtige ist.',
  'installation.data_dir_not_writable':
    'DATA_DIR ({folder}) ist nicht beschreibbar ({error}). Es wird nichts gesendet, weil eine Wiederherstellung der Datenbank unbemerkt bliebe. Platz auf dem Datenträger schaffen oder diesem Benutzer das Schreiben dort erlauben.',
  'installation.clock_ahead':
    'Die Uhr dieses Rechners geht {span} vor gegenüber der Datenbank. Dieser Knoten veröffentlicht und löscht nichts, bis das korrigiert ist. Die Uhr des Rechners stellen, zum Beispiel mit NTP.',
  'installation.clock_behind':
    'Die Uhr dieses Rechners geht {span} nach gegenüber der Datenbank. Dieser Knoten veröffentlicht und löscht nichts, bis das korrigiert ist. Die Uhr des Rechners stellen, zum Beispiel mit NTP.',
}
