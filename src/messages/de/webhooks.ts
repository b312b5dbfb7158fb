import type { webhooks as english } from '../en/webhooks.ts'
import type { Translation } from '../translation.ts'

export const webhooks: Translation<typeof english> = {
  'webhook.not_found': 'Es gibt keinen Webhook mit dieser ID. GET /v1/webhooks listet alle auf.',
  'webhook.no_such_address': 'Unter dieser Adresse gibt es keinen Webhook. Die URL prüfen oder einen neuen anlegen.',
  'webhook.name_taken':
    'Einen aktiven Webhook namens „{name}“ gibt es bereits. Einen anderen Namen wählen oder jenen zuerst widerrufen.',
  'webhook.revoked': 'Dieser Webhook ist widerrufen und lässt sich nicht ändern. Einen neuen anlegen.',
  'webhook.delivery_id_place':
    '{field} muss sagen, wo die ID ist: header:NAME, query:NAME oder body:/json/pointer, zum Beispiel header:x-event-id.',
  'webhook.signature_required':
    '{field} ist für den Absender hmac erforderlich: mindestens sagen, in welchem Header sie steht.',
  'webhook.signature_unused':
    '{field} gibt es nur für den Absender hmac; wie {provider} signiert, ist bekannt. Es weglassen.',
  'webhook.secret_without_provider':
    'secret ist ohne einen Absender, der signiert, nutzlos. Den Absender als provider wählen oder es weglassen.',
  'webhook.secret_unused':
    'secret ist mit dem Absender {provider} nutzlos, der nicht signiert. Dessen {token} als verify_token senden.',
  'webhook.secret_blank': 'secret darf nicht leer sein. Es vom Absender kopieren.',
  'webhook.secret_too_long': 'secret darf höchstens {max} Zeichen haben, hat aber {length}.',
  'webhook.secret_control_character':
    'secret enthält einen Zeilenumbruch oder ein anderes Steuerzeichen. Es noch einmal kopieren, ohne das Zeilenende.',
  'webhook.secret_placeholder': 'secret ist der Platzhalter eines Beispiels. Das echte vom Absender kopieren.',
  'webhook.secret_not_base64': 'secret muss whsec_ und Base64 sein oder nur Base64, wie der Absender es zeigt.',
  'webhook.secret_not_hex':
    'secret muss aus mindestens 32 hexadezimalen Ziffern (0–9, a–f) bestehen, wie der Absender es zeigt.',
  'webhook.secret_too_short': 'secret muss in Base64 mindestens {min} Bytes haben.',
  'webhook.secret_is_api_key':
    'secret muss das Signaturgeheimnis des Endpunkts sein (whsec_…), das ist aber ein API-Schlüssel. Den Schlüssel erneuern, wenn er offengelegt wurde.',
  'webhook.preview_choice': 'Entweder delivery_id einer gespeicherten Zustellung senden oder body zum Ausprobieren.',
  'webhook.preview_not_id': '{field} muss die ID einer gespeicherten Zustellung sein.',
  'webhook.no_mapping': 'Dieser Webhook hat noch keine Zuordnung. Die auszuprobierende als mapping senden.',
  'signature.not_header':
    '{field} muss der Name eines Headers sein, zum Beispiel X-Signature, mit höchstens {max} Zeichen.',
  'signature.header_required': '{field} ist erforderlich. Den Namen des Headers mit der Signatur senden.',
  'signature.not_ascii': '{field} darf aus höchstens {max} sichtbaren ASCII-Zeichen oder Leerzeichen bestehen.',
  'signature.timestamp_in_header':
    '{field} ist der Header der Signatur. Es weglassen und prefix mit {place} darin schreiben, zum Beispiel "{example}".',
  'signature.id_header_shared': '{field} muss ein eigener Header sein.',
  'signature.place_once': '{field} muss {place} genau einmal enthalten.',
  'signature.prefix_end': '{field} braucht Text zwischen {place} und der Signatur.',
  'signature.timestamp_in_prefix': '{field} ist nutzlos, wenn prefix {place} enthält.',
  'signature.other_braces': '{field} darf {places} enthalten, aber keine anderen geschweiften Klammern.',
  'signature.unsigned_prefix':
    '{field} muss {place} enthalten: Was nicht signiert ist, beweist nichts. Oder es aus prefix nehmen.',
  'signature.unsigned_header':
    '{field} muss {place} enthalten: Was nicht signiert ist, beweist nichts. Oder {header} weglassen.',
  'signature.header_for_place': '{field} ist erforderlich, weil die Vorlage {place} enthält.',
  'signature.tolerance_unused': '{field} braucht {place} in der Vorlage.',
  'signature.gap': '{field} braucht Text zwischen {first} und {second}, damit keines für das andere gehalten wird.',
  'signature.gap_or_tolerance':
    '{field} braucht Text zwischen {first} und {second}, damit keines für das andere gehalten wird, oder tolerance_seconds setzen.',
  'mapping.no_first_name':
    '{field} muss first_name haben, das jeder Kontakt braucht. Sagen, wo es steht, zum Beispiel {example}, oder eine Vorlage wählen.',
  'mapping.too_many_extra': '{field} darf höchstens {max} zusätzliche Felder haben, hat aber {count}.',
  'mapping.not_equals': '{field} muss eine Liste mit 1 bis {max} Strings von 1 bis {length} Zeichen sein.',
  'mapping.not_values': '{field} muss ein Pointer oder eine Liste mit 1 bis {max} davon sein.',
  'mapping.too_many_fields': '{field} darf höchstens {max} Felder haben, hat aber {count}.',
  'mapping.field_name': 'Namen in {path} müssen 1 bis {max} Zeichen haben und dürfen nicht __proto__ sein.',
  'mapping.too_many_rules': '{field} darf höchstens {max} Alternativen haben, hat aber {count}.',
  'mapping.one_kind': '{field} muss genau eines von pointer, answer und constant haben.',
  'mapping.constant_take': '{field} hat bei einer Konstante keine Bedeutung. Es weglassen.',
  'mapping.not_constant': '{field} muss ein String von 1 bis {max, number} Zeichen, eine Zahl oder ein Boolean sein.',
  'pointer.missing': '{field} muss ein JSON Pointer sein, zum Beispiel /form/email, fehlt aber.',
  'pointer.not_text': '{field} muss ein JSON Pointer sein, zum Beispiel /form/email, ist aber {found}.',
  'pointer.too_long': '{field} darf höchstens {max} Zeichen haben. Es ist ein JSON Pointer (RFC 6901).',
  'pointer.no_slash': '{field} muss mit „/“ beginnen, zum Beispiel /form/email. Es ist ein JSON Pointer (RFC 6901).',
  'pointer.tilde': '{field} hat ein „~“, das weder ~0 (für ~) noch ~1 (für /) ist. Es ist ein JSON Pointer (RFC 6901).',
  'pointer.too_deep': '{field} darf höchstens {max} Abschnitte haben. Es ist ein JSON Pointer (RFC 6901).',
}
