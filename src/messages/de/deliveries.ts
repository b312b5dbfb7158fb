import type { deliveries as english } from '../en/deliveries.ts'
import type { Translation } from '../translation.ts'

export const deliveries: Translation<typeof english> = {
  'rejection.not_found': 'Es gibt keine Ablehnung mit dieser ID. GET /v1/webhooks/{id}/rejections listet alle auf.',
  'rejection.repeated_header': 'Der Header {name} kam mehr als einmal. Herausfinden, was den zweiten hinzufügt.',
  'rejection.missing_header':
    'Der Header {name} fehlt. Prüfen, ob der Absender signiert und ob ein Proxy ihn weitergibt.',
  'rejection.empty_header': 'Der Header {name} ist leer. Prüfen, ob der Absender ein Geheimnis zum Signieren hat.',
  'rejection.not_time':
    'Der Zeitstempel in {name} muss aus Sekunden oder Millisekunden seit 1970 bestehen, nur in Ziffern, oder eine Zeit wie {example} sein.',
  'rejection.too_old':
    'Der Zeitstempel in {name} ist {age} s alt, erlaubt sind höchstens {tolerance} s. Die Uhren des Absenders und dieses Servers prüfen; wenn sie stimmen, kam die Sendung zu spät oder ist eine Wiederholung.',
  'rejection.too_new':
    'Der Zeitstempel in {name} liegt {age} s in der Zukunft, erlaubt sind höchstens {tolerance} s. Die Uhren des Absenders und dieses Servers prüfen.',
  'rejection.no_secret':
    'Dieser Webhook hat kein Geheimnis, daher lässt sich nichts prüfen. Das Geheimnis des Absenders eintragen.',
  'rejection.no_verify_token': 'Dieser Webhook hat kein Prüftoken. Den clientState des Abonnements eintragen.',
  'rejection.no_rule': 'Dieser Webhook weiß nicht, wie sein Absender signiert. Seine Signaturregel eintragen.',
  'rejection.bare_word':
    'Der Inhalt ist ein einzelnes Wort, {sender} sendet aber JSON-Objekte. Das kam von jemand anderem.',
  'rejection.wrong_signature':
    'Die Signatur passt nicht zum Inhalt. Das Geheimnis dieses Webhooks muss sein: {secret}. Außerdem darf unterwegs nichts den Inhalt ändern.',
  'rejection.not_hex':
    'Der Header {header} muss {prefix}<{length} hexadezimale Ziffern in Kleinbuchstaben> sein. Prüfen, ob der für diesen Webhook gewählte Dienst der ist, der an ihn sendet.',
  'rejection.not_base64':
    'Der Header {header} muss {prefix}<{length} Zeichen Base64> sein. Prüfen, ob der für diesen Webhook gewählte Dienst der ist, der an ihn sendet.',
  'rejection.not_by_rule':
    'Der Header {header} muss {prefix}<eine {hash}-Signatur in {encoding}> sein. Mit der Signaturregel dieses Webhooks vergleichen.',
  'rejection.malformed_id':
    'Die ID im Header {header} darf aus höchstens {max} sichtbaren ASCII-Zeichen bestehen{without}.',
  'rejection.malformed_timestamp':
    'Der Zeitstempel im Header {header} darf aus höchstens {max} sichtbaren ASCII-Zeichen bestehen{without}.',
  'rejection.without': ', ohne {texts}',
  'rejection.not_notifications':
    'Der Inhalt muss JSON mit einer Liste „value“ von Benachrichtigungen sein, wie Microsoft Graph sie sendet.',
  'rejection.no_client_state':
    'Eine Benachrichtigung hat keinen clientState. Beim Anlegen des Abonnements einen angeben.',
  'rejection.wrong_client_state':
    'Ein clientState ist nicht das Prüftoken dieses Webhooks. Prüfen, ob das Abonnement damit angelegt wurde.',
  'rejection.no_time':
    'Der Header {header} hat kein {name}=. Prüfen, ob der Absender dieses Webhooks der richtige ist.',
  'rejection.not_json_beside':
    'Der Inhalt muss JSON sein: Im Signierten stehen die ID oder die URL direkt daneben. Die Signaturregel dieses Webhooks prüfen.',
  'rejection.no_token':
    'Die Zustellung bringt kein Geheimnis mit. Prüfen, ob der Absender es sendet: Das Geheimnis dieses Webhooks ist {secret}.',
  'rejection.wrong_token':
    'Das Geheimnis in der Zustellung ist ein anderes. Das Geheimnis dieses Webhooks muss sein: {secret}.',
  'delivery.not_found': 'Es gibt keine Zustellung mit dieser ID. GET /v1/webhooks/{id}/deliveries listet alle auf.',
  'delivery.refused':
    'Dieser Webhook nimmt nur Anfragen an, die ihre Herkunft beweisen, und diese tut es nicht. Das Signaturgeheimnis, die Uhr und ob der Inhalt genau wie signiert gesendet wird, prüfen. Wem der Webhook gehört, sieht den Grund.',
  'delivery.not_post': '{method} ist hier nicht möglich. POST verwenden.',
  'delivery.paused':
    'Dieser Webhook ist angehalten und nimmt vorerst nichts an. Die Zustellung später noch einmal senden.',
  'delivery.empty': 'Die Zustellung hat keinen Inhalt, also gibt es nichts zuzuordnen.',
  'delivery.not_multipart':
    'Die Zustellung ist kein gültiges Multipart-Formular und lässt sich daher nicht lesen. Den Absender JSON senden lassen.',
  'delivery.gzip':
    'Die Zustellung ist komprimiert, lässt sich aber nicht entpacken oder hat danach mehr als {max} Bytes. Den Absender sie unkomprimiert senden lassen.',
  'delivery.no_type':
    'Die Zustellung hat keinen Content-Type und ist kein JSON. Die Zuordnung liest JSON und Formulare.',
  'delivery.other_type': 'Die Zustellung ist {type} und kein JSON. Die Zuordnung liest JSON und Formulare.',
  'delivery.form_not_utf8': 'Das Formular ist kein gültiges UTF-8. Den Absender in UTF-8 kodieren lassen.',
  'delivery.form_too_long':
    'Das Formular hat mehr als {max, number} Felder. Den Absender weglassen lassen, was nicht gebraucht wird.',
  'delivery.form_proto':
    'Das Formular hat ein Feld namens __proto__, das nicht erlaubt ist. Es umbenennen oder entfernen.',
  'delivery.form_encoding':
    'Das Formularfeld „{name}“ hat eine Prozentkodierung, die kein UTF-8 ist, und lässt sich daher nicht sicher lesen. Den Absender in UTF-8 kodieren oder den Zeichensatz im Content-Type nennen lassen: windows-1252 wird verstanden.',
  'mapped.whole': 'Die Zustellung',
  'mapped.place': 'Der Wert bei {path}',
  'mapped.not_list':
    '{where} ist keine Liste, aber die Zuordnung macht aus jedem Eintrag dort einen Kontakt. each korrigieren.',
  'mapped.empty_list': '{where} ist eine leere Liste.',
  'mapped.long_list':
    '{where} ist eine Liste mit {count} Einträgen. Höchstens {max, number} werden Kontakte: weniger auf einmal senden.',
  'mapped.other_value': '{where} ist {actual}; nur Zustellungen mit {wanted} an dieser Stelle werden Kontakte.',
  'mapped.no_value': '{where} hat keinen Wert; nur Zustellungen mit {wanted} an dieser Stelle werden Kontakte.',
  'mapped.too_much_work':
    'Diese Zustellung macht der Zuordnung zu viel Arbeit: Zu viele Regeln durchsuchen zu lange Listen. Weniger Regeln oder Pointer ohne [name=value] verwenden oder den Absender weniger auf einmal senden lassen.',
  'mapped.more_unread': 'Der Rest der Zustellung wurde nicht gelesen.',
  'mapped.no_name':
    'Es wurde kein Vorname gefunden. Versucht: {tried}. In fields.first_name der Zuordnung sagen, wo er steht.',
  'mapped.no_name_among':
    'Es wurde kein Vorname gefunden. Versucht: {tried}. Vorhandene Namen: {names}. In fields.first_name der Zuordnung sagen, wo er steht.',
  'mapped.two_addresses':
    'Es gibt zwei verschiedene E-Mail-Adressen, {first} und {second}, und beide könnten gemeint sein. In fields.email der Zuordnung sagen, welche es ist, zum Beispiel {example}.',
  'mapped.left_out_name': '{name} wurde wegen des Namens weggelassen.',
  'mapped.left_out_number': '{name} wurde weggelassen: {path} ist eine zu große Zahl, um genau gespeichert zu werden.',
  'mapped.left_out_object': '{name} wurde weggelassen: {path} ist ein Objekt, kein einzelner Wert.',
  'mapped.left_out_objects': '{name} wurde weggelassen: {path} ist eine Liste von Objekten, kein einzelner Wert.',
  'mapped.left_out_list': '{name} wurde weggelassen: {path} ist eine Liste mit mehr als {max, number} Werten.',
  'mapped.left_out_numbers':
    '{name} wurde weggelassen: {path} ist eine Liste mit einer Zahl, die zu groß ist, um genau gespeichert zu werden.',
  'mapped.cut': '{name} wurde auf {max, number} Zeichen gekürzt.',
  'mapped.beyond':
    '{count, plural, one {# weiterer Wert wurde} other {# weitere Werte wurden}} weggelassen: Ein Kontakt hat höchstens {max} zusätzliche Felder.',
  'mapped.beyond_all': 'Weitere Werte wurden weggelassen: Ein Kontakt hat höchstens {max} zusätzliche Felder.',
  'mapped.more': 'Und {count} weitere dieser Art.',
  'lead.not_stored':
    'Meta sendet nur die IDs von Leads, und die eines Probeinhalts werden nicht abgerufen. Eine gespeicherte Zustellung ansehen: delivery_id senden.',
  'lead.may_not_fetch':
    'Meta sendet nur die IDs von Leads, und ihr Abruf benutzt das Zugriffstoken des Webhooks: Dafür braucht es webhooks:write.',
  'lead.no_token':
    'Meta sendet nur die ID eines Leads, und um ihn zu lesen, braucht es ein Zugriffstoken. access_token des Webhooks auf ein Seiten-Zugriffstoken mit der Berechtigung leads_retrieval setzen und diese Zustellung dann wiederholen.',
  'lead.unreadable_token':
    'Das Zugriffstoken lässt sich nicht lesen. {reason} Oder es neu setzen und diese Zustellung dann wiederholen.',
  'secret.unknown_key':
    'Es ist mit einem Schlüssel verschlüsselt, der nicht gesetzt ist. Den SECRET_KEY von damals wieder setzen.',
  'secret.damaged': 'Es wurde verändert oder gehört zu einem anderen Eintrag.',
  'lead.too_many':
    'Die Zustellung kündigt {count} Leads an, und von einer Zustellung werden hier höchstens {max} abgerufen.',
  'lead.wrong_id': 'Die ID des Leads ist keine Zahl, daher lässt er sich nicht lesen.',
  'lead.unreachable': 'Lead {lead} konnte nicht von Meta gelesen werden: {reason}',
  'lead.error': 'Fehler {code}',
  'lead.status': 'Status {status}',
  'lead.expired_token':
    'Meta hat Lead {lead} nicht herausgegeben ({said}). Das Zugriffstoken gilt nicht mehr: access_token des Webhooks auf ein neues setzen. Dann diese Zustellung wiederholen.',
  'lead.weak_token':
    'Meta hat Lead {lead} nicht herausgegeben ({said}). Dem Zugriffstoken fehlt eine Berechtigung: eines mit leads_retrieval, pages_read_engagement und ads_management erstellen und seiner App im Leads Access Manager der Seite Zugriff geben. Dann diese Zustellung wiederholen.',
  'lead.busy':
    'Meta hat Lead {lead} nicht herausgegeben ({said}): ausgelastet oder gestört. Der Lead wird von selbst noch einmal abgerufen.',
  'lead.gone':
    'Meta hat Lead {lead} nicht herausgegeben ({said}). Er wurde gelöscht, oder das Zugriffstoken gehört nicht zu seiner Seite: prüfen, ob es die richtige Seite ist. Dann diese Zustellung wiederholen.',
  'lead.no_data':
    'Meta hat Lead {lead} nicht herausgegeben ({said}). Die Antwort hat kein field_data: prüfen, ob das Token leads_retrieval hat. Dann diese Zustellung wiederholen.',
  'lead.refused':
    'Meta hat Lead {lead} nicht herausgegeben ({said}). Das Zugriffstoken des Webhooks und die Version der Graph API prüfen. Dann diese Zustellung wiederholen.',
}
