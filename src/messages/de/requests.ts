import type { requests as english } from '../en/requests.ts'
import type { Translation } from '../translation.ts'

export const requests: Translation<typeof english> = {
  'request.validation_error': 'Die Anfrage ist nicht gültig. details nennt die Fehler zu jedem Feld.',
  'request.more_problems': '{first} (und {more} weitere, siehe details)',
  'request.unauthorized': 'Ein API-Schlüssel ist nötig. Ihn als "Authorization: Bearer svc_pk_..." senden.',
  'request.forbidden': 'Das ist mit dem gesendeten Schlüssel nicht erlaubt.',
  'request.not_found': 'Unter dieser Adresse gibt es nichts.',
  'request.method_not_allowed': 'Diese Methode ist hier nicht erlaubt. Siehe Header Allow.',
  'request.idempotency_conflict': 'Die erste Anfrage mit diesem Idempotency-Key läuft noch. Gleich noch einmal senden.',
  'request.precondition_failed':
    'If-Match trifft nicht zu: Inzwischen wurde etwas geändert. Neu lesen und die Änderung dann mit dem neuen ETag senden.',
  'request.payload_too_large': 'Der Inhalt ist zu groß.',
  'request.idempotency_mismatch':
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Für eine neue Anfrage einen neuen verwenden.',
  'request.rate_limit_exceeded': 'Zu viele Anfragen. Warten und dann noch einmal versuchen.',
  'request.internal_error':
    'Bei uns ist etwas schiefgegangen. Noch einmal versuchen; wenn es bleibt, bitte mit der X-Request-Id dieser Antwort melden.',
  'request.service_unavailable':
    'Die Datenbank ist gerade nicht erreichbar, daher ist nicht sicher, ob etwas gespeichert wurde. In ein paar Sekunden noch einmal versuchen; mit einem Idempotency-Key ist das gefahrlos.',
  'request.wrong_method': '{method} ist hier nicht möglich. {list} verwenden.{hint}',
  'request.hint_create': ' Einen Beitrag mit POST {path} anlegen, Beiträge für mehrere Konten mit POST /v1/posts.',
  'request.hint_read': ' Beiträge mit GET /v1/posts?platform={name} und GET {path} lesen.',
  'request.no_platform': 'Diese Plattform gibt es nicht. Möglich sind {platforms}.',
  'request.no_path':
    'Unter dieser Adresse gibt es nichts. Die API beginnt bei /v1 und ist unter /docs/api beschrieben.',
  'request.two_hosts': 'Die Anfrage hat mehr als einen Host-Header. Nur einen senden.',
  'request.no_host': 'Der Host-Header fehlt. HTTP/1.1 braucht ihn.',
  'request.transfer_encoding': 'Transfer-Encoding darf nur "chunked" sein. Den Inhalt ohne Komprimierung senden.',
  'request.expect': 'Der Header Expect darf nur "100-continue" sein.',
  'request.connect': 'CONNECT ist nicht möglich: Das ist kein Proxy.',
  'request.plain_http':
    'Hier wird nur HTTPS angenommen. Die https://-Adresse verwenden; wenn diese Anfrage über den eigenen Proxy kam, TRUST_PROXY auf dessen Adresse setzen.',
  'request.long_headers': 'URL und Header sind größer als {max, number} Bytes. Weniger oder kürzere senden.',
  'request.long_extensions': 'Die Chunk-Erweiterungen des Inhalts sind zu groß. Ohne sie senden.',
  'request.too_slow': 'Die Anfrage kam zu langsam an. Noch einmal senden, schneller.',
  'request.not_read':
    'Der Server stand einige Sekunden still und hat diese Anfrage nicht gelesen. Es wurde nichts gespeichert. Noch einmal senden.',
  'request.not_http': 'Die Anfrage ist kein gültiges HTTP. Anfragezeile und Header prüfen.',
  'request.bad_url': 'Die URL ist nicht gültig: ihre Prozentkodierung prüfen.',
  'request.bad_query': 'Die Abfrage in der URL ist nicht gültig: ihre Prozentkodierung prüfen.',
  'request.if_match':
    'If-Match muss * sein oder das ETag einer Antwort mit seinen Anführungszeichen, zum Beispiel "3" (nicht 3 oder W/"3").',
  'request.idempotency_key':
    'Idempotency-Key muss aus 1 bis {max} druckbaren ASCII-Zeichen bestehen, zum Beispiel eine UUID.',
  'body.too_large': 'Der Inhalt ist größer als {max, number} Bytes. Einen kleineren senden.',
  'body.too_large_without_key':
    'Der Inhalt ist größer als {max, number} Bytes. Einen kleineren senden. Anfragen mit API-Schlüssel dürfen bis zu 1.048.576 Bytes senden.',
  'body.cut_off': 'Der Inhalt endete, bevor er vollständig angekommen war.',
  'body.no_object': 'Die Anfrage hat keinen Inhalt. Ein JSON-Objekt senden.',
  'body.tiny_chunks':
    'Der Inhalt kommt in mehr als {chunks, number} Stücken von je weniger als {bytes} Bytes. Größere Stücke schreiben oder den Inhalt als Ganzes mit Content-Length senden.',
  'content.compressed_json':
    'Content-Encoding wird nicht unterstützt. Den Inhalt als einfaches JSON senden, ohne Komprimierung.',
  'content.not_json': 'Content-Type muss application/json sein. Den Inhalt als JSON-Objekt mit diesem Header senden.',
  'content.json_charset': 'Der Zeichensatz in Content-Type muss utf-8 sein. JSON wird immer als UTF-8 gesendet.',
  'content.compressed_csv': 'Content-Encoding wird nicht unterstützt. Die Datei ohne Komprimierung senden.',
  'content.not_csv':
    'Content-Type muss text/csv oder der Typ einer .xlsx- oder .ods-Datei sein. Die Datei selbst als Inhalt senden, mit diesem Header.',
  'content.compressed_form': 'Content-Encoding wird nicht unterstützt. Den Inhalt ohne Komprimierung senden.',
  'content.not_form':
    'Content-Type muss application/json, application/x-www-form-urlencoded oder multipart/form-data sein. Browser senden die letzten beiden von selbst.',
  'content.form_charset': 'Der Zeichensatz in Content-Type muss utf-8 sein. Seite und Formular als UTF-8 senden.',
  'access.bad_header':
    'Der Header Authorization muss genau einmal da sein, als „Bearer“ und ein API-Schlüssel: "Authorization: Bearer svc_pk_...".',
  'access.session_ended': 'Ihre Sitzung ist beendet. Bitte neu anmelden.',
  'access.people_only': 'Das ist für angemeldete Personen. Im Dashboard anmelden und noch einmal versuchen.',
  'access.no_key': 'Kein API-Schlüssel darf das. Im Dashboard anmelden und es dort tun.',
  'access.key_only': 'Das ist für API-Schlüssel. Einen senden: Authorization: Bearer svc_pk_...',
  'access.no_scope':
    'Diesem API-Schlüssel fehlt die Berechtigung {scope}. Einen Schlüssel damit verwenden oder einen anlegen.',
  'access.needs_scope': '{what} braucht die Berechtigung {scope}. Einen Schlüssel damit verwenden.',
  'access.field': '{name}',
  'access.change_by_address': 'Einen Kontakt über seine Adresse zu ändern',
  'access.change_not_own': 'Einen Kontakt zu ändern, den ein anderer Schlüssel oder das Team angelegt hat,',
  'access.merge_not_own': 'Kontakte zusammenzuführen, die ein anderer Schlüssel oder das Team angelegt hat,',
  'access.notify': 'notify.emails, das Leads per Mail sendet,',
  'access.viewer':
    'Ihre Rolle ist Betrachter: Sie erlaubt Ansehen, aber kein Ändern. Bitten Sie einen Inhaber des Teams um die Rolle Bearbeiter oder Inhaber.',
  'access.role':
    'Ihre Rolle ist {role}, und das hier braucht {needed}. Bitten Sie einen Inhaber des Teams, es zu tun oder Ihre Rolle zu ändern.',
  'role.owner': 'Inhaber',
  'role.editor': 'Bearbeiter',
  'role.viewer': 'Betrachter',
  'access.foreign_page':
    'Diese Anfrage kam von einer anderen Website oder sagt nicht, woher. Das Dashboard selbst verwenden; Programme verwenden einen API-Schlüssel.',
  'access.foreign_website':
    'Formulare auf dieser Website dürfen hier keine Kontakte senden. Ein Inhaber kann ihre Herkunft in den Einstellungen des Workspace erlauben.',
  'access.foreign_form':
    'Dieses Formular nimmt keine Einsendungen von dieser Website an. Ihre Herkunft zu allowed_origins des Formulars oder des Workspace hinzufügen.',
  'limit.authenticated':
    'Dieser API-Schlüssel darf {points} Anfragen pro Minute senden. In {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal versuchen.',
  'limit.batch':
    'Dieser Stapel zählt als {units} Anfragen, und in dieser Minute {left, plural, one {ist noch #} other {sind noch #}} übrig. Weniger Kontakte senden, oder in {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal versuchen.',
  'limit.dashboard':
    'Eine angemeldete Person darf {points} Anfragen pro Minute senden. In {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal versuchen.',
  'limit.public':
    'Ohne API-Schlüssel werden {points} Kontakte pro Minute von einer Adresse angenommen. In {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal versuchen.',
  'limit.webhook':
    'Dieser Webhook nimmt {points} Zustellungen pro Minute an. In {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal versuchen.',
  'limit.open':
    'Eine Adresse darf {points} Seiten und Dateien pro Minute abrufen. In {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal versuchen.',
  'limit.failed_auth':
    'Von dieser Adresse kamen zu viele falsche Schlüssel, Passwörter, Codes oder Links. In {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal versuchen.',
  'limit.sign_in':
    'Nach {points} Versuchen in einer Minute wartet dieses Konto den Rest davon. In {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal versuchen.',
  'query.unknown': 'Den Abfrageparameter „{name}“ gibt es nicht. Bekannt sind {known}.',
  'query.misspelt': 'Den Abfrageparameter „{name}“ gibt es nicht. Ist {nearest} gemeint?',
  'query.takes_none': 'Den Abfrageparameter „{name}“ gibt es nicht: Diese Operation hat keine. Ihn weglassen.',
  'query.repeated': '{field} darf nur einmal vorkommen, kommt aber {times} Mal vor.',
  'query.not_id': '{field} muss die ID von {what} sein, eine UUID.',
  'object.account': 'einem verbundenen Konto',
  'object.group': 'einer Gruppe von Beiträgen',
  'object.form': 'einem Formular',
  'object.contact': 'einem Kontakt',
  'object.post': 'einem Beitrag',
  'object.link': 'einem Link',
  'object.any': 'einem Objekt',
  'query.not_flag': '{field} muss true oder false sein.',
  'query.not_day': '{field} muss ein Datum ohne Uhrzeit sein, zum Beispiel 2026-11-01.',
  'query.late_day': '{field} darf spätestens {last} sein.',
  'query.day_required': '{field} ist erforderlich: ein Datum, zum Beispiel 2026-11-01.',
  'query.days_reversed': 'from darf nicht nach to liegen, {from} liegt aber nach {to}.',
  'query.too_many_days':
    'from und to dürfen höchstens {max} Tage auseinanderliegen, von {from} bis {to} sind es aber {days}.',
  'query.page_too_far':
    'page ist zu weit hinten in der Liste: Nummerierte Seiten beginnen hier höchstens {rows} Zeilen nach ihrem Anfang. next_cursor folgen oder die Liste einschränken.',
  'query.cursor_and_page':
    'cursor und page lassen sich nicht zusammen verwenden. next_cursor folgen oder Seiten zählen.',
  'cursor.other_order': 'Dieser Cursor setzt order={order} fort. order weglassen oder ohne Cursor beginnen.',
  'query.one_order': 'order wird hier nicht angenommen: Diese Liste hat nur eine Reihenfolge. order weglassen.',
  'query.search_newest_first': 'Eine Suche in Kontakten beginnt mit den neuesten: order oder q weglassen.',
  'query.bad_cursor': 'cursor muss ein next_cursor aus einer früheren Antwort sein, unverändert.',
  'ready.stopping': 'Der Prozess wird gerade beendet.',
  'ready.no_database': 'Die Datenbank ist nicht erreichbar.',
  'ready.schema': 'Das Datenbankschema ist nicht benutzbar: {report}',
  'ready.disk': 'Die Datenbank kann nichts speichern: {report}.',
  'ready.problem': '{report}',
  'ready.no_runner': 'Die Aufgabensteuerung ist beendet. Diesen Prozess neu starten; sein Protokoll sagt, warum.',
  'ready.worker':
    'Ein Worker beantwortet nur GET /healthz, /readyz und /metrics. Die API ist dort, wo ROLE „api“ oder „all“ ist.',
  'metrics.token': 'Die Metriken brauchen das Token aus METRICS_TOKEN: "Authorization: Bearer ...".',
  'database.refused':
    'Die Datenbank weist Doorpost ab, daher wurde nichts gespeichert. Wer sie verwaltet, muss nachsehen. Später noch einmal versuchen.',
  'database.collision':
    'Eine andere Änderung kam dieser in die Quere. Es wurde nichts gespeichert. Noch einmal versuchen.',
  'database.full':
    'Die Datenbank kann gerade nichts speichern. Es wurde nichts gespeichert. Später noch einmal versuchen.',
  'database.no_connection':
    'Die Datenbank hat keine freie Verbindung. Es wurde nichts gespeichert. In ein paar Sekunden noch einmal versuchen.',
  'database.locked':
    'Die Datenbank ändert gerade ihre Tabellen. Es wurde nichts gespeichert. In ein paar Sekunden noch einmal versuchen.',
  'database.too_long':
    'Die Datenbank hat dafür zu lange gebraucht und aufgegeben. Die Anfrage einschränken oder später noch einmal versuchen.',
  'database.queue_full':
    'Zu viele Schreibvorgänge warten auf die Datenbank. Es wurde nichts gespeichert. In ein paar Sekunden noch einmal versuchen.',
  'mcp.no_batch': 'Einen Aufruf nach dem anderen senden: Das Protokoll kennt keine Listen von Aufrufen.',
}
