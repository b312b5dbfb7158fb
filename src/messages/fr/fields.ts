import type { fields as english } from '../en/fields.ts'
import type { Translation } from '../translation.ts'

export const fields: Translation<typeof english> = {
  'field.unknown': 'Ce champ n’existe pas. Utilisez {known}.',
  'field.misspelt': 'Ce champ n’existe pas. Vouliez-vous dire {nearest} ?',
  'field.required': '{field} est obligatoire. Envoyez une chaîne non vide.',
  'field.blank': '{field} est obligatoire et ne doit pas être vide.',
  'field.not_text': '{field} doit être une chaîne, mais la valeur est {found}.',
  'field.half_character':
    '{field} contient la moitié d’une paire de substitution, qui n’est pas un caractère. Envoyez de l’Unicode valide.',
  'field.control_character':
    '{field} contient le caractère de contrôle U+{character}. Seuls les tabulations et les sauts de ligne sont autorisés.',
  'field.too_long': '{field} doit compter {max} caractères au plus, mais en a {length}.',
  'field.not_integer': '{field} doit être un nombre entier de {min} à {max}{or}, mais la valeur est {found}.',
  'field.out_of_range': '{field} doit être un nombre entier de {min} à {max}{or}.',
  'field.or_null': ', ou null pour {meaning}',
  'field.null_setting': 'le réglage',
  'field.null_any_age': 'tout âge',
  'field.not_flag': '{field} doit être true ou false, mais la valeur est {found}.',
  'field.not_choice': '{field} doit être l’une des valeurs {choices}, mais la valeur est {found}.',
  'field.not_time_zone':
    '{field} doit être le nom IANA d’un fuseau horaire, par exemple Europe/Lisbon, mais la valeur est {found}.',
  'field.not_texts': '{field} doit être un tableau de chaînes, mais la valeur est {found}.',
  'field.not_list': '{field} doit être un tableau de {max} éléments au plus, mais la valeur est {found}.',
  'field.list_too_long': '{field} doit être un tableau de {max} éléments au plus, mais il y en a {count}.',
  'field.not_object': '{field} doit être {shape}, mais la valeur est {found}.',
  'shape.named': 'un objet avec un nom',
  'shape.such_as': 'un objet tel que {example}',
  'shape.such_as_or_null': 'un objet tel que {example}, ou null',
  'shape.condition': 'un objet avec field, ou null',
  'shape.consent': 'un objet avec purpose et text, ou null',
  'span.seconds': '{count, plural, one {# seconde} many {# secondes} other {# secondes}}',
  'span.minutes': '{count, plural, one {# minute} many {# minutes} other {# minutes}}',
  'span.hours': '{count, plural, one {# heure} many {# heures} other {# heures}}',
  'span.days': '{count, plural, one {# jour} many {# jours} other {# jours}}',
  'type.null': 'null',
  'type.array': 'un tableau',
  'type.object': 'un objet',
  'type.boolean': 'un booléen',
  'type.number': 'un nombre',
  'type.string': 'une chaîne',
  'type.missing': 'absente',
}
