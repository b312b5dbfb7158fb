import type { contacts as english } from '../en/contacts.ts'
import type { Translation } from '../translation.ts'

export const contacts: Translation<typeof english> = {
  'contact.not_found': 'Es gibt keinen Kontakt mit dieser ID. GET /v1/contacts listet alle auf.',
  'contact.extra_not_object': '{field} muss ein Objekt mit zusätzlichen Feldern sein, ist aber {found}.',
  'contact.too_many_extra': 'Höchstens {max} zusätzliche Felder werden gespeichert, es sind aber {count}.',
  'contact.extra_name_too_long':
    'Namen zusätzlicher Felder dürfen höchstens {max} Zeichen haben („{start}…“ ist länger).',
  'contact.extra_name_blank': 'Namen zusätzlicher Felder dürfen nicht leer sein.',
  'contact.extra_number_too_large':
    '„{field}“ ist eine zu große Zahl, um genau gespeichert zu werden. Als String senden.',
  'contact.extra_not_simple': '„{field}“ muss ein String, eine Zahl oder ein Boolean sein, ist aber {found}.',
  'contact.wrong_owner':
    'owner_id muss die ID von jemandem im Team sein, oder null für niemanden. GET /v1/contacts/values listet sie auf.',
  'contact.wrong_owner_filter':
    '{field} muss die ID von jemandem im Team sein, none, oder me für die angemeldete Person.',
  'contact.owner_filter_without_me':
    '{field} muss die ID von jemandem im Team sein, none, oder me für die angemeldete Person. Mit einem Schlüssel gibt es kein „me“.',
  'contact.too_many_tags': '{field}: Ein Kontakt hat höchstens {max} Tags, es sind aber {count}.',
  'contact.tag_with_separator': '{field} darf kein Komma oder Semikolon enthalten. Stattdessen mehrere Tags senden.',
  'contact.filter_missing': '{field} muss ein Objekt mit Filtern von GET /v1/contacts sein, fehlt aber.',
  'contact.filter_not_object': '{field} muss ein Objekt mit Filtern von GET /v1/contacts sein, ist aber {found}.',
  'contact.other_address': '{field} muss die Adresse im Pfad sein. Weglassen, oder die Adresse mit PATCH ändern.',
  'batch.not_list': '{field} muss ein Array mit 1 bis {max} Kontakten sein, ist aber {found}.',
  'batch.count': '{field} muss ein Array mit 1 bis {max} Kontakten sein, es sind aber {count}.',
  'batch.not_contact': '{field} muss ein Objekt mit den Feldern eines Kontakts sein, ist aber {found}.',
  'batch.too_many_at_once':
    'Es werden gerade zu viele große Stapel gespeichert. Gleich noch einmal versuchen, oder kleinere senden.',
  'bulk.ids_or_filter': 'Entweder ids oder filter senden, um zu sagen, welche Kontakte gemeint sind.',
  'bulk.filter_empty': 'filter muss mindestens einen Filter enthalten, damit ein Versehen nicht alle Kontakte ändert.',
  'bulk.ids_not_list': 'ids muss ein Array mit 1 bis {max} IDs von Kontakten sein, ist aber {found}.',
  'bulk.ids_count': 'ids muss ein Array mit 1 bis {max} IDs von Kontakten sein, es sind aber {count}.',
  'bulk.wrong_id': '{field} muss die ID eines Kontakts sein, eine UUID.',
  'bulk.nothing_to_change': 'Angeben, was geändert werden soll: set ({fields}), add_tags oder remove_tags.',
  'note.not_found': 'Dieser Kontakt hat keine Notiz mit dieser ID. GET /v1/contacts/{id}/notes listet alle auf.',
  'note.too_many': 'Ein Kontakt hat höchstens {max} Notizen. Eine löschen, die nicht mehr gebraucht wird.',
  'view.not_found': 'Es gibt keine Ansicht mit dieser ID. GET /v1/views listet alle auf.',
  'view.name_taken':
    'Eine Ansicht mit diesem Namen gibt es bereits. Einen anderen Namen wählen oder jene Ansicht ändern.',
  'view.too_many': 'Ein Workspace hat höchstens {max} Ansichten. Eine löschen, die niemand benutzt.',
  'import.not_found': 'Es gibt keinen Import mit dieser ID. GET /v1/contacts/imports listet alle auf.',
  'import.empty_body': 'Die Anfrage hat keinen Inhalt. Eine CSV-, .xlsx- oder .ods-Datei senden.',
  'import.other_file':
    'Die Datei ist {what} und kann nicht gelesen werden. Sie als Excel-Arbeitsmappe (.xlsx), OpenDocument-Tabelle (.ods) oder CSV speichern und diese Datei senden.',
  'import.old_excel': 'eine alte Excel-Arbeitsmappe (.xls) oder eine mit Passwort',
  'import.binary_excel': 'eine binäre Excel-Arbeitsmappe (.xlsb)',
  'import.numbers': 'ein Numbers-Dokument',
  'import.zip': 'ein Zip-Archiv ohne Tabelle',
  'import.pdf': 'ein PDF',
  'import.sheet_too_large':
    'Die Tabelle ist entpackt größer als {max} MB. Nicht benötigte Blätter, Spalten und Formate löschen oder sie teilen, mit der Kopfzeile in jeder Datei.',
  'import.sheet_broken':
    'Die Tabelle ist beschädigt oder unvollständig. Sie öffnen, erneut als .xlsx, .ods oder CSV speichern und diese Datei senden.',
  'import.sheet_locked': 'Die Tabelle hat ein Passwort. Sie ohne Passwort speichern und diese Datei senden.',
  'import.sheet_too_slow':
    'Das Lesen der Tabelle hat zu lange gedauert. Ihr erstes Blatt als CSV speichern oder sie teilen und diese Datei senden.',
  'import.too_many_at_once': 'Es werden gerade zu viele Tabellen gelesen. Gleich noch einmal versuchen.',
  'import.no_email_column':
    'Keine Spalte ist eine E-Mail-Adresse, daher werden vorhandene Kontakte nicht erkannt. Wenn es eine gibt, die Spalte auswählen.',
  'import.name_tag': 'name aus adresse',
  'import.no_name_column':
    'Keine Spalte ist ein Vorname. Er wird aus der E-Mail-Adresse gebildet, und diese Kontakte bekommen das Tag „{tag}“.',
  'import.zero_bytes':
    'Die Datei enthält Null-Bytes, ist also kein Text. Sie als „CSV UTF-8“ (Excel) speichern oder mit dem Zeichensatz UTF-8 neu exportieren und diese senden.',
  'import.wrong_charset':
    'Der Zeichensatz in Content-Type muss utf-8, utf-16, windows-1252, windows-1250, macintosh, shift_jis oder euc-jp sein oder fehlen, dann erkennt Doorpost ihn. Die Datei als „CSV UTF-8“ (Excel) speichern oder mit dem Zeichensatz UTF-8 neu exportieren und diese senden.',
  'import.wrong_encoding':
    'Die Datei ist nicht in {encoding}. Die Kodierung weglassen, dann erkennt Doorpost sie. Die Datei als „CSV UTF-8“ (Excel) speichern oder mit dem Zeichensatz UTF-8 neu exportieren und diese senden.',
  'import.no_header': 'Die Datei beginnt nicht mit einer Kopfzeile. Die Namen der Spalten als erste Zeile senden.',
  'import.no_rows': 'Die Datei hat eine Kopfzeile, aber keine Zeilen. Darunter in jede Zeile einen Kontakt schreiben.',
  'import.too_many_rows': 'Die Datei hat mehr als {max, number} Zeilen. Sie teilen, mit der Kopfzeile in jeder Datei.',
  'import.too_many_columns': 'Eine Datei hat höchstens {max} Spalten, diese hat {count}.',
  'import.no_such_column': 'Eine Spalte {place} gibt es nicht: Die Kopfzeile hat {count}.',
  'import.wrong_targets':
    'columns muss ein JSON-Objekt mit Spaltennummern ab 1 sein, und was aus jeder wird: eines von {targets}, zum Beispiel {example}.',
  'import.same_field':
    'Die Spalten {first} und {second} sind beide {name}. Eine davon umbenennen oder entfernen oder mit `columns` sagen, was aus ihr wird.',
  'import.same_half':
    'Die Spalten {first} und {second} ergeben beide {name}. Eine davon umbenennen oder entfernen oder mit `columns` sagen, was aus ihr wird.',
  'import.same_name':
    'Die Spalten {first} und {second} haben denselben Namen. Eine davon umbenennen oder entfernen oder mit `columns` sagen, was aus ihr wird.',
  'import.no_first_name':
    'Keine Spalte ist first_name oder email, und jeder Kontakt braucht eines davon; vorhanden sind {names}. Die passende Spalte umbenennen oder mit `columns` sagen, welche es ist.',
  'import.open_quote':
    'Ein Anführungszeichen in der Zeile, die bei {line} beginnt, wird nie geschlossen. Es schließen oder "" für ein Anführungszeichen innerhalb von Anführungszeichen schreiben.',
  'import.long_row':
    'Die Zeile, die bei {line} beginnt, ist länger als {max, number} Zeichen. Darin nach einem nicht geschlossenen Anführungszeichen suchen.',
  'import.quote_inside':
    'In Zeile {line} steht ein Anführungszeichen innerhalb eines Wertes. Den Wert in Anführungszeichen setzen und für jedes darin "" schreiben.',
  'import.too_many_cells':
    'Die Zeile hat {count} Zellen, die Kopfzeile aber {columns}. Einen Wert, der das Trennzeichen enthält, in Anführungszeichen setzen.',
  'import.extra_not_json':
    'extra muss ein JSON-Objekt mit zusätzlichen Feldern sein. Die Spalte umbenennen, wenn sie etwas anderes ist.',
  'import.blank_row': 'Die Zeile ist leer.',
  'import.known_email': 'Einen Kontakt mit dieser E-Mail-Adresse gibt es bereits.',
  'import.done': 'Der Import ist bereits fertig und kann nicht abgebrochen werden. Seine Kontakte sind gespeichert.',
  'person.not_found':
    'Es gibt niemanden mit dieser E-Mail-Adresse. Sie prozentkodiert schreiben, etwa ana%40example.com, oder mit GET /v1/people alle auflisten.',
  'erasure.not_found': 'Es gibt keine Löschung mit dieser ID. Löschungen, die mit 200 beantwortet werden, haben keine.',
  'erasure.not_confirmed': 'confirm muss true sein, weil sich das Löschen nicht rückgängig machen lässt, fehlt aber.',
  'erasure.confirm_false':
    'confirm muss true sein, weil sich das Löschen nicht rückgängig machen lässt, ist aber false.',
  'erasure.confirm_not_true':
    'confirm muss true sein, weil sich das Löschen nicht rückgängig machen lässt, ist aber {found}.',
  'status.listed_twice': '{field}: {key} steht zweimal in der Liste.',
  'status.same_name': '{field}: Zwei Status hießen „{name}“. Jedem einen eigenen Namen geben.',
  'merge.wrong_ids': '{field} muss ein Array mit 1 bis {max} IDs von Kontakten sein, ist aber {found}.',
  'merge.unknown': '{field} ist nicht die ID eines Kontakts. GET /v1/contacts listet alle auf.',
  'merge.unconfirmed': 'Einer dieser Kontakte muss seine Adresse noch per Mail bestätigen. Danach zusammenführen.',
  'merge.none': 'Mit diesem Kontakt wurde nichts zusammengeführt, also gibt es nichts rückgängig zu machen.',
  'merge.too_old': 'Die Zusammenführung ist mehr als {days} Tage her und lässt sich nicht mehr rückgängig machen.',
  'import.no_person_column':
    'Keine Spalte ist eine E-Mail-Adresse oder ein Name, daher kann keine Zeile ein Kontakt werden. Sagen, welche Spalte eine ist.',
  'import.nameless_row': 'Die Zeile hat keinen Vornamen und keine E-Mail-Adresse, aus der er sich bilden ließe.',
  'import.two_ways':
    'Entweder duplicates oder skip_existing senden. skip_existing=true ist dasselbe wie duplicates=skip.',
  'import.not_same_file':
    'Das ist nicht die Datei dieses Imports: Ihre Spalten oder Zeilen sind andere. Dieselbe Datei noch einmal senden.',
}
