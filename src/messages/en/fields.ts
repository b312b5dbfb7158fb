/** Rules of single fields, which every record has. `{field}` is the path of the field as the caller wrote it. */
export const fields = {
  'field.unknown': 'There is no such field. Use {known}.',
  'field.misspelt': 'There is no such field. Did you mean {nearest}?',
  'field.required': '{field} is required. Send a non-empty string.',
  'field.blank': '{field} is required and must not be blank.',
  'field.not_text': '{field} must be a string, but it is {found}.',
  'field.half_character': '{field} holds half of a surrogate pair, which is not a character. Send valid Unicode.',
  'field.control_character':
    '{field} holds the control character U+{character}. Only tabs and line breaks are allowed.',
  'field.too_long': '{field} must be at most {max} characters, but it has {length}.',
  'field.not_integer': '{field} must be a whole number from {min} to {max}{or}, but it is {found}.',
  'field.out_of_range': '{field} must be a whole number from {min} to {max}{or}.',
  'field.or_null': ', or null for {meaning}',
  'field.not_flag': '{field} must be true or false, but it is {found}.',
  'field.not_choice': '{field} must be one of {choices}.',
  'field.not_list': '{field} must be an array of at most {max}, but it is {found}.',
  'field.list_too_long': '{field} must be an array of at most {max}, but there are {count}.',
  'field.not_object': '{field} must be {wanted}, but it is {found}.',

  'type.null': 'null',
  'type.array': 'an array',
  'type.object': 'an object',
  'type.boolean': 'a boolean',
  'type.number': 'a number',
  'type.string': 'a string',
  'type.other': 'something else',
} as const
