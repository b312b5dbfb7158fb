import type { events as english } from '../en/events.ts'
import type { Translation } from '../translation.ts'

export const events: Translation<typeof english> = {
  'event.not_found': 'Es gibt kein sichtbares Ereignis mit dieser ID. GET /v1/events listet alle auf.',
  'event.not_visible':
    'Um {types} zu sehen, braucht es die Berechtigung {missing}. Einen Schlüssel damit verwenden oder diese Ereignisse weglassen.',
  'event.not_type': '{field} muss eine Ereignisart sein, ist aber {found}.',
  'event.unknown_type': 'Die Ereignisart „{name}“ gibt es nicht. Bekannt sind {known}.',
  'event.misspelt_type': 'Die Ereignisart „{name}“ gibt es nicht. Ist {nearest} gemeint?',
  'event.unknown_wildcard': '„{name}“ steht für keine Ereignisarten. {known} verwenden oder die Arten nennen.',
  'endpoint.not_found': 'Es gibt keinen Endpunkt mit dieser ID. GET /v1/events/endpoints listet alle auf.',
  'endpoint.too_many':
    'Ein Workspace hat höchstens {max} Endpunkte. Zuerst einen entfernen: DELETE /v1/events/endpoints/{id}.',
  'endpoint.types_not_list': '{field} muss eine Liste von Ereignisarten sein, oder null für alle, ist aber {found}.',
  'endpoint.no_types': '{field} muss mindestens eine Art nennen. Für alle null senden, oder den Endpunkt anhalten.',
  'endpoint.too_many_types': 'Es gibt {known} Ereignisarten, {field} hat aber {count}.',
  'endpoint.wrong_status': '{field} muss active oder paused sein.',
  'endpoint.status_at_first':
    'Ein Endpunkt ist am Anfang aktiv. status weglassen, danach PATCH /v1/events/endpoints/{id}.',
  'endpoint.kind_stays':
    'Die Art eines Endpunkts lässt sich nicht ändern: Dieser ist {kind}. Stattdessen einen anderen anlegen.',
  'endpoint.token_unused': 'Nur ein Endpunkt der Art ntfy hat ein Token. Es weglassen.',
  'endpoint.language_unused':
    'Nur Chats und Telefone haben eine Sprache: Ein Webhook erhält Ereignisse als Daten, ohne Sätze. Sie weglassen.',
  'endpoint.token_characters': 'Das Token darf keine Leerzeichen haben und nur ASCII-Zeichen.',
  'endpoint.filter_id': '{field} muss eine ID sein, ist aber {found}.',
  'endpoint.filters_never':
    'Kein Ereignis dieses Endpunkts hat {names}, also würde nichts gesendet. filters oder events ändern.',
  'endpoint.too_many_headers': '{field} darf höchstens {max} Header haben, hat aber {count}.',
  'endpoint.header_name':
    '{name} kann nicht der Name eines Headers sein. Höchstens {max} Buchstaben, Ziffern, Binde- und Unterstriche verwenden.',
  'endpoint.header_reserved': 'Diesen Header setzt Doorpost selbst. Einen anderen Namen verwenden.',
  'endpoint.header_twice':
    'Diesen Header gibt es zweimal: Groß- und Kleinschreibung macht keinen Unterschied. Ihn einmal senden.',
  'endpoint.header_value': '{field} muss eine Zeile aus ASCII-Zeichen sein und darf nicht leer sein.',
  'endpoint.header_not_stored': 'Von diesem Header ist kein Wert gespeichert, der bleiben könnte. Seinen Wert senden.',
  'endpoint.headers_move':
    'Die gespeicherten Werte der Header werden nicht an einen anderen Server gesendet. Sie mit der neuen url noch einmal senden, oder ein leeres Objekt für keine.',
  'endpoint.headers_unused': 'Nur ein Endpunkt der Art webhook hat Header. Sie weglassen.',
  'endpoint.url_spaces': 'Die URL darf keine Leerzeichen oder Zeilenumbrüche haben.',
  'endpoint.url_fragment': 'Die URL darf kein Fragment (#…) haben: Es würde nicht gesendet.',
  'endpoint.not_visible':
    'Dieser Endpunkt bekommt Ereignisse, die dieser API-Schlüssel nicht sehen darf. Einen Schlüssel verwenden, der auch {missing} hat.',
  'endpoint.not_granted':
    'Dieser Endpunkt darf {type} nicht bekommen: Seine Ereignisse wurden mit einem Schlüssel gewählt, dem {scope} fehlt. Sie mit einem neu wählen, der es hat: PATCH /v1/events/endpoints/{id}.',
  'endpoint.no_secret':
    'Ein Endpunkt der Art {kind} hat kein Signaturgeheimnis. In {chat} eine neue Adresse erstellen und url darauf ändern.',
  'endpoint.is_disabled':
    'Der Endpunkt ist abgeschaltet. Zuerst seinen status auf active setzen: PATCH /v1/events/endpoints/{id}.',
  'endpoint.since_ahead': '{field} darf nicht in der Zukunft liegen.',
  'endpoint.since_too_old':
    '{field} darf höchstens {days} Tage zurückliegen: Ältere Ereignisse werden nicht aufbewahrt.',
  'endpoint.gone':
    'Er hat mit 410 (gone) geantwortet. Wenn er wieder da ist, seinen status auf active setzen und nachholen, was er verpasst hat.',
  'endpoint.failed_for_days':
    'Fünf Tage lang konnte nichts zugestellt werden. Ihn reparieren, seinen status auf active setzen und nachholen, was er verpasst hat.',
  'endpoint.being_removed': 'Er wird gerade entfernt.',
  'attempt.no_delivery':
    'Es gibt keine solche sichtbare Zustellung. GET /v1/events/endpoints/{id}/deliveries listet alle auf.',
  'attempt.gone': 'Der Endpunkt hat mit 410 geantwortet: Es gibt ihn nicht mehr, und nichts wird mehr an ihn gesendet.',
  'attempt.redirected':
    'Der Endpunkt hat mit {status} geantwortet. Weiterleitungen wird nicht gefolgt: die Adresse angeben, zu der sie führt.',
  'attempt.refused': 'Der Endpunkt hat mit {status} geantwortet. Er muss mit einem Status von 200 bis 299 antworten.',
  'chat.wrong_slack':
    'Das ist nicht die Adresse eines eingehenden Webhooks von Slack: Sie beginnt mit https://hooks.slack.com/services/. In Slack kopieren: api.slack.com/apps, die App, Incoming Webhooks.',
  'chat.wrong_discord':
    'Das ist nicht die Adresse eines Webhooks von Discord: Sie sieht aus wie https://discord.com/api/webhooks/123/abc. In Discord kopieren: Kanal bearbeiten, Integrationen, Webhooks.',
  'chat.retired_teams':
    'Das ist die Adresse eines Microsoft-365-Connectors, den Microsoft eingestellt hat. In Teams eine neue erstellen: der Kanal, Workflows, „Send webhook alerts to a channel“.',
  'chat.wrong_ntfy':
    'Die Adresse muss mit einem Thema aus bis zu 64 Buchstaben, Ziffern, - und _ enden, zum Beispiel https://ntfy.sh/my-leads-k3v9x2. Eines wählen, das niemand errät: Wer die Adresse hat, kann die Nachrichten lesen.',
  'chat.too_many_messages': '{chat} möchte weniger Nachrichten. Sie wird später noch einmal gesendet.',
  'chat.unknown_webhook':
    '{chat} kennt diesen Webhook nicht mehr. Dort einen neuen erstellen und die Adresse dieses Endpunkts darauf ändern.',
  'chat.unknown_webhook_code':
    '{chat} kennt diesen Webhook nicht mehr ({code}). Dort einen neuen erstellen und die Adresse dieses Endpunkts darauf ändern.',
  'chat.channel_gone':
    'Den Kanal dieses Webhooks gibt es nicht mehr ({code}). Dort einen neuen Webhook erstellen und die Adresse dieses Endpunkts darauf ändern.',
  'chat.forbidden':
    'Die Verwaltung von {chat} erlaubt diesem Webhook nicht, in seinen Kanal zu schreiben ({code}). Einen anderen Kanal wählen oder dort nachfragen.',
  'chat.topic_forbidden':
    'Der ntfy-Server lässt Doorpost nicht in dieses Thema schreiben. Dem Endpunkt ein Zugriffstoken geben, das es darf.',
  'chat.wrong_address':
    '{chat} akzeptiert diese Adresse nicht. Dort einen neuen Webhook erstellen und die Adresse dieses Endpunkts darauf ändern.',
  'chat.message_refused':
    '{chat} hat die Nachricht nicht angenommen. Andere Nachrichten sind nicht betroffen; bitte als Fehler von Doorpost melden.',
  'chat.message_refused_code':
    '{chat} hat die Nachricht nicht angenommen ({code}). Andere Nachrichten sind nicht betroffen; bitte als Fehler von Doorpost melden.',
}
