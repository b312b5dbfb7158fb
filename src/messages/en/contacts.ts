/** Contacts, their notes, views, imports and people. */
export const contacts = {
  'contact.not_found': 'There is no contact with this id. List them at GET /v1/contacts.',
  'contact.extra_not_object': '{field} must be an object of additional fields, but it is {found}.',
  'contact.too_many_extra': 'At most {max} additional fields are kept, but there are {count}.',
  'contact.extra_name_too_long': 'Names of additional fields must be at most {max} characters ("{start}…" is longer).',
  'contact.extra_name_blank': 'Names of additional fields must not be blank.',
  'contact.extra_number_too_large': '"{field}" is too large a number to be kept exactly. Send it as a string.',
  'contact.extra_not_simple': '"{field}" must be a string, a number or a boolean, but it is {found}.',
  'contact.wrong_owner':
    'owner_id must be the id of somebody in the team, or null for nobody. GET /v1/contacts/values lists them.',
  'contact.wrong_owner_filter':
    '{field} must be the id of somebody in the team, none, or me for the person who is signed in.',
  'contact.owner_filter_without_me':
    '{field} must be the id of somebody in the team, none, or me for the person who is signed in. With a key there is no "me".',
  'contact.too_many_tags': '{field}: a contact has at most {max} tags, but there are {count}.',
  'contact.tag_with_separator': '{field} must not have a comma or semicolon in it. Send several tags instead.',
  'contact.filter_missing': '{field} must be an object of filters of GET /v1/contacts, but it is missing.',
  'contact.filter_not_object': '{field} must be an object of filters of GET /v1/contacts, but it is {found}.',

  'contact.other_address': '{field} must be the address in the path. Leave it out, or change it with PATCH.',
  'batch.not_list': '{field} must be an array of 1 to {max} contacts, but it is {found}.',
  'batch.count': '{field} must be an array of 1 to {max} contacts, but there are {count}.',
  'batch.not_contact': '{field} must be an object with the fields of a contact, but it is {found}.',
  'batch.too_many_at_once': 'Too many large batches are being stored. Try again in a moment, or send smaller ones.',
  'bulk.ids_or_filter': 'Send either ids or filter, to say which contacts are meant.',
  'bulk.filter_empty': 'filter must have at least one filter in it, so that a slip does not change all contacts.',
  'bulk.ids_not_list': 'ids must be an array of 1 to {max} ids of contacts, but it is {found}.',
  'bulk.ids_count': 'ids must be an array of 1 to {max} ids of contacts, but there are {count}.',
  'bulk.wrong_id': '{field} must be the id of a contact, a UUID.',
  'bulk.nothing_to_change': 'Say what to change: set ({fields}), add_tags or remove_tags.',

  'merge.wrong_ids': '{field} must be an array of 1 to {max} ids of contacts, but it is {found}.',
  'merge.unknown': '{field} is not the id of a contact. List them at GET /v1/contacts.',
  'merge.unconfirmed': 'One of these contacts is still to confirm its address by mail. Merge it when that is done.',
  'merge.none': 'Nothing was merged into this contact, so there is nothing to undo.',
  'merge.too_old': 'The merge is more than {days} days old, so it can no longer be undone.',

  'note.not_found': 'This contact has no note with this id. List them at GET /v1/contacts/{id}/notes.',
  'note.too_many': 'A contact has at most {max} notes. Delete one that is no longer needed.',
  'view.not_found': 'There is no view with this id. List them at GET /v1/views.',
  'view.name_taken': 'There is a view with this name already. Choose another name, or change that view.',
  'view.too_many': 'A workspace has at most {max} views. Delete one that nobody uses.',

  'import.not_found': 'There is no import with this id. List them at GET /v1/contacts/imports.',
  'import.empty_body': 'The body is empty. Send a CSV, .xlsx or .ods file.',
  'import.other_file':
    'The file is {what}, which cannot be read. Save it as an Excel workbook (.xlsx), as an OpenDocument spreadsheet (.ods) or as CSV, and send that file.',
  'import.old_excel': 'an old Excel workbook (.xls) or one with a password',
  'import.binary_excel': 'a binary Excel workbook (.xlsb)',
  'import.numbers': 'a Numbers document',
  'import.zip': 'a zip archive without a spreadsheet',
  'import.pdf': 'a PDF',
  'import.sheet_too_large':
    'The spreadsheet is larger than {max} MB when unpacked. Delete sheets, columns and formats that are not needed, or split it, with the header in each of the files.',
  'import.sheet_broken':
    'The spreadsheet is damaged or incomplete. Open it, save it again as .xlsx, .ods or CSV, and send that file.',
  'import.sheet_locked': 'The spreadsheet has a password. Save it without one, and send that file.',
  'import.sheet_too_slow':
    'Reading the spreadsheet took too long. Save its first sheet as CSV, or split it, and send that file.',
  'import.too_many_at_once': 'Too many spreadsheets are being read. Try again in a moment.',
  'import.no_person_column':
    'No column is an e-mail address or a name, so no row can become a contact. Say which column is one.',
  'import.no_email_column':
    'No column is an e-mail address, so people who are here already are not recognised. If one is, say which.',
  'import.name_tag': 'name from address',
  'import.no_name_column':
    'No column is a first name. It is taken from the e-mail address, and these contacts get the tag "{tag}".',
  'import.zero_bytes':
    'The file holds zero bytes, so it is not text. Save it as "CSV UTF-8" (Excel), or export it again with the character set UTF-8, and send that.',
  'import.wrong_charset':
    'The charset of Content-Type must be utf-8, utf-16, windows-1252, windows-1250, macintosh, shift_jis or euc-jp, or be left out, so that Doorpost detects it. Save it as "CSV UTF-8" (Excel), or export it again with the character set UTF-8, and send that.',
  'import.wrong_encoding':
    'The file is not {encoding}. Leave the encoding out, so that Doorpost detects it. Save it as "CSV UTF-8" (Excel), or export it again with the character set UTF-8, and send that.',
  'import.no_header': 'The file does not begin with a header. Send the names of the columns as its first line.',
  'import.no_rows': 'The file has a header, but no rows. Put one contact in each line below it.',
  'import.too_many_rows': 'The file has more than {max, number} rows. Split it, with the header in each of the files.',
  'import.too_many_columns': 'A file has at most {max} columns, but this one has {count}.',
  'import.no_such_column': 'There is no column {place}: the header has {count}.',
  'import.wrong_targets':
    'columns must be a JSON object of column numbers, from 1, and what becomes of each: one of {targets}, or an object with the name of an additional field, such as {example}.',
  'import.same_field':
    'Columns {first} and {second} both are {name}. Rename or remove one of them, or say with `columns` what becomes of it.',
  'import.same_half':
    'Columns {first} and {second} both give {name}. Rename or remove one of them, or say with `columns` what becomes of it.',
  'import.same_name':
    'Columns {first} and {second} have the same name. Rename or remove one of them, or say with `columns` what becomes of it.',
  'import.no_first_name':
    'No column is first_name or email, and every contact needs one of them; there are {names}. Rename the column that has it, or say with `columns` which one it is.',
  'import.open_quote':
    'A quote in the row that begins at line {line} is never closed. Close it, or write "" for a quote inside quotes.',
  'import.long_row':
    'The row that begins at line {line} is longer than {max, number} characters. Look for a quote in it that is not closed.',
  'import.quote_inside':
    'There is a quote inside a value at line {line}. Put the value in quotes, and write "" for each quote in it.',
  'import.too_many_cells':
    'The row has {count} cells, but the header has {columns}. Put a value that holds the separator in quotes.',
  'import.extra_not_json':
    'extra must be a JSON object of additional fields. Rename the column if it is something else.',
  'import.nameless_row': 'The row has no first name, and no e-mail address to take it from.',
  'import.two_ways': 'Send either duplicates or skip_existing. skip_existing=true is the same as duplicates=skip.',
  'import.not_same_file':
    'This is not the file of this import: its columns or rows are different. Send the same file again.',
  'import.blank_row': 'The row is blank.',
  'import.known_email': 'There is a contact with this e-mail address already.',
  'import.done': 'The import is done already, so it cannot be cancelled. Its contacts are stored.',

  'person.not_found':
    'There is nobody with this e-mail address. Write it percent-encoded, as ana%40example.com, or list people at GET /v1/people.',
  'erasure.not_found': 'There is no erasure with this id. Erasures that are answered with 200 have none.',
  'erasure.not_confirmed': 'confirm must be true, because erasing cannot be undone, but it is missing.',
  'erasure.confirm_false': 'confirm must be true, because erasing cannot be undone, but it is false.',
  'erasure.confirm_not_true': 'confirm must be true, because erasing cannot be undone, but it is {found}.',

  'status.listed_twice': '{field}: {key} is in the list twice.',
  'status.same_name': '{field}: two statuses would be called "{name}". Give each its own name.',
} as const
