import type { fields as english } from '../en/fields.ts'
import type { Translation } from '../translation.ts'

export const fields: Translation<typeof english> = {
  'field.unknown': 'Dieses Feld gibt es nicht. Möglich sind {known}.',
  'field.misspelt': 'Dieses Feld gibt es nicht. Ist {nearest} gemeint?',
  'field.required': '{field} ist erforderlich. Einen nicht leeren String senden.',
  'field.blank': '{field} ist erforderlich und darf nicht leer sein.',
  'field.not_text': '{field} muss ein String sein, ist aber {found}.',
  'field.half_character':
    '{field} enthält die Hälfte eines Surrogatpaars, die kein Zeichen ist. Gültiges Unicode senden.',
  'field.control_character':
    '{field} enthält das Steuerzeichen U+{character}. Nur Tabulatoren und Zeilenumbrüche sind erlaubt.',
  'field.too_long': '{field} darf höchstens {max} Zeichen haben, hat aber {length}.',
  'field.not_integer': '{field} muss eine ganze Zahl von {min} bis {max} sein{or}, ist aber {found}.',
  'field.out_of_range': '{field} muss eine ganze Zahl von {min} bis {max} sein{or}.',
  'field.or_null': ', oder null für {meaning}',
  'field.null_setting': 'die Einstellung der Installation',
  'field.null_any_age': 'jedes Alter',
  'field.not_flag': '{field} muss true oder false sein, ist aber {found}.',
  'field.not_choice': '{field} muss eines von {choices} sein, ist aber {found}.',
  'field.not_time_zone':
    '{field} muss der IANA-Name einer Zeitzone sein, zum Beispiel Europe/Lisbon, ist aber {found}.',
  'field.not_texts': '{field} muss ein Array von Strings sein, ist aber {found}.',
  'field.not_list': '{field} muss ein Array mit höchstens {max} Einträgen sein, ist aber {found}.',
  'field.list_too_long': '{field} muss ein Array mit höchstens {max} Einträgen sein, es sind aber {count}.',
  'field.not_object': '{field} muss {shape} sein, ist aber {found}.',
  'shape.named': 'ein Objekt mit einem Namen',
  'shape.such_as': 'ein Objekt wie {example}',
  'shape.such_as_or_null': 'ein Objekt wie {example}, oder null',
  'shape.condition': 'ein Objekt mit field, oder null',
  'shape.consent': 'ein Objekt mit purpose und text, oder null',
  'span.seconds': '{count, plural, one {# Sekunde} other {# Sekunden}}',
  'span.minutes': '{count, plural, one {# Minute} other {# Minuten}}',
  'span.hours': '{count, plural, one {# Stunde} other {# Stunden}}',
  'span.days': '{count, plural, one {# Tag} other {# Tage}}',
  'type.null': 'null',
  'type.array': 'ein Array',
  'type.object': 'ein Objekt',
  'type.boolean': 'ein Boolean',
  'type.number': 'eine Zahl',
  'type.string': 'ein String',
  'type.missing': 'nicht vorhanden',
}
