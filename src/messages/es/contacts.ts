import type { contacts as english } from '../en/contacts.ts'
import type { Translation } from '../translation.ts'

export const contacts: Translation<typeof english> = {
  'contact.not_found': 'No hay ningún contacto con este identificador. La lista está en GET /v1/contacts.',
  'contact.extra_not_object': '{field} debe ser un objeto de campos adicionales, pero es {found}.',
  'contact.too_many_extra': 'Se guardan {max} campos adicionales como máximo, pero hay {count}.',
  'contact.extra_name_too_long':
    'Los nombres de los campos adicionales deben tener {max} caracteres como máximo («{start}…» es más largo).',
  'contact.extra_name_blank': 'Los nombres de los campos adicionales no deben estar vacíos.',
  'contact.extra_number_too_large':
    '«{field}» es un número demasiado grande para guardarlo con exactitud. Envíelo como cadena.',
  'contact.extra_not_simple': '«{field}» debe ser una cadena, un número o un booleano, pero es {found}.',
  'contact.wrong_owner':
    'owner_id debe ser el identificador de alguien del equipo, o null si no es nadie. GET /v1/contacts/values los enumera.',
  'contact.wrong_owner_filter':
    '{field} debe ser el identificador de alguien del equipo, none, o me para la persona que ha iniciado sesión.',
  'contact.owner_filter_without_me':
    '{field} debe ser el identificador de alguien del equipo, none, o me para la persona que ha iniciado sesión. Con una clave no hay «me».',
  'contact.too_many_tags': '{field}: un contacto tiene {max} etiquetas como máximo, pero hay {count}.',
  'contact.tag_with_separator': '{field} no debe contener comas ni puntos y coma. Envíe varias etiquetas.',
  'contact.filter_missing': '{field} debe ser un objeto de filtros de GET /v1/contacts, pero falta.',
  'contact.filter_not_object': '{field} debe ser un objeto de filtros de GET /v1/contacts, pero es {found}.',
  'contact.other_address': '{field} debe ser la dirección de la ruta. Omítalo, o cámbielo con PATCH.',
  'batch.not_list': '{field} debe ser un array de 1 a {max} contactos, pero es {found}.',
  'batch.count': '{field} debe ser un array de 1 a {max} contactos, pero hay {count}.',
  'batch.not_contact': '{field} debe ser un objeto con los campos de un contacto, pero es {found}.',
  'batch.too_many_at_once':
    'Se están guardando demasiados lotes grandes. Vuelva a intentarlo en un momento, o envíe lotes más pequeños.',
  'bulk.ids_or_filter': 'Envíe ids o filter, para indicar de qué contactos se trata.',
  'bulk.filter_empty': 'filter debe contener al menos un filtro, para que un descuido no cambie todos los contactos.',
  'bulk.ids_not_list': 'ids debe ser un array de 1 a {max} identificadores de contactos, pero es {found}.',
  'bulk.ids_count': 'ids debe ser un array de 1 a {max} identificadores de contactos, pero hay {count}.',
  'bulk.wrong_id': '{field} debe ser el identificador de un contacto, un UUID.',
  'bulk.nothing_to_change': 'Indique qué debe cambiar: set ({fields}), add_tags o remove_tags.',
  'merge.wrong_ids': '{field} debe ser un array de 1 a {max} identificadores de contactos, pero es {found}.',
  'merge.unknown': '{field} no es el identificador de un contacto. La lista está en GET /v1/contacts.',
  'merge.unconfirmed':
    'Uno de estos contactos aún tiene que confirmar su dirección por correo. Fusiónelo cuando lo haya hecho.',
  'merge.none': 'No se ha fusionado nada en este contacto, así que no hay nada que deshacer.',
  'merge.too_old': 'La fusión se hizo hace más de {days} días, así que ya no se puede deshacer.',
  'note.not_found':
    'Este contacto no tiene ninguna nota con este identificador. La lista está en GET /v1/contacts/{id}/notes.',
  'note.too_many': 'Un contacto tiene {max} notas como máximo. Elimine una que ya no haga falta.',
  'view.not_found': 'No hay ninguna vista con este identificador. La lista está en GET /v1/views.',
  'view.name_taken': 'Ya hay una vista con este nombre. Elija otro nombre, o modifique esa vista.',
  'view.too_many': 'Un espacio de trabajo tiene {max} vistas como máximo. Elimine una que nadie use.',
  'import.not_found': 'No hay ninguna importación con este identificador. La lista está en GET /v1/contacts/imports.',
  'import.empty_body': 'El cuerpo está vacío. Envíe un archivo CSV, .xlsx u .ods.',
  'import.other_file':
    'El archivo es {what}, que no se puede leer. Guárdelo como libro de Excel (.xlsx), como hoja de cálculo OpenDocument (.ods) o como CSV, y envíe ese archivo.',
  'import.old_excel': 'un libro de Excel antiguo (.xls) o con contraseña',
  'import.binary_excel': 'un libro de Excel binario (.xlsb)',
  'import.numbers': 'un documento de Numbers',
  'import.zip': 'un archivo zip sin hoja de cálculo',
  'import.pdf': 'un PDF',
  'import.sheet_too_large':
    'La hoja de cálculo supera los {max} MB una vez descomprimida. Elimine las hojas, columnas y formatos que no hagan falta, o divídala, con el encabezado en cada uno de los archivos.',
  'import.sheet_broken':
    'La hoja de cálculo está dañada o incompleta. Ábrala, guárdela de nuevo como .xlsx, .ods o CSV, y envíe ese archivo.',
  'import.sheet_locked': 'La hoja de cálculo tiene contraseña. Guárdela sin ella, y envíe ese archivo.',
  'import.sheet_too_slow':
    'La lectura de la hoja de cálculo tardó demasiado. Guarde su primera hoja como CSV, o divídala, y envíe ese archivo.',
  'import.too_many_at_once': 'Se están leyendo demasiadas hojas de cálculo. Vuelva a intentarlo en un momento.',
  'import.no_person_column':
    'Ninguna columna es una dirección de correo ni un nombre, así que ninguna fila puede convertirse en contacto. Indique qué columna lo es.',
  'import.no_email_column':
    'Ninguna columna es una dirección de correo, así que no se reconoce a las personas que ya están. Si alguna lo es, indique cuál.',
  'import.name_tag': 'nombre de la dirección',
  'import.no_name_column':
    'Ninguna columna es un nombre de pila. Se toma de la dirección de correo, y estos contactos reciben la etiqueta «{tag}».',
  'import.zero_bytes':
    'El archivo contiene bytes nulos, así que no es texto. Guárdelo como «CSV UTF-8» (Excel), o vuelva a exportarlo con el juego de caracteres UTF-8, y envíe ese.',
  'import.wrong_charset':
    'El charset de Content-Type debe ser utf-8, utf-16, windows-1252, windows-1250, macintosh, shift_jis o euc-jp, u omitirse para que Doorpost lo detecte. Guarde el archivo como «CSV UTF-8» (Excel), o vuelva a exportarlo con el juego de caracteres UTF-8, y envíe ese.',
  'import.wrong_encoding':
    'El archivo no está en {encoding}. No indique la codificación, para que Doorpost la detecte. Guárdelo como «CSV UTF-8» (Excel), o vuelva a exportarlo con el juego de caracteres UTF-8, y envíe ese.',
  'import.no_header': 'El archivo no empieza con un encabezado. Envíe los nombres de las columnas en la primera línea.',
  'import.no_rows': 'El archivo tiene encabezado, pero ninguna fila. Ponga un contacto en cada línea debajo de él.',
  'import.too_many_rows':
    'El archivo tiene más de {max, number} filas. Divídalo, con el encabezado en cada uno de los archivos.',
  'import.too_many_columns': 'Un archivo tiene {max} columnas como máximo, pero este tiene {count}.',
  'import.no_such_column': 'No hay columna {place}: el encabezado tiene {count}.',
  'import.wrong_targets':
    'columns debe ser un objeto JSON de números de columna, desde 1, y lo que será cada una: uno de {targets}, o un objeto con el nombre de un campo adicional, por ejemplo {example}.',
  'import.same_field':
    'Las columnas {first} y {second} son ambas {name}. Cambie el nombre de una o elimínela, o indique con `columns` qué será.',
  'import.same_half':
    'Las columnas {first} y {second} dan ambas {name}. Cambie el nombre de una o elimínela, o indique con `columns` qué será.',
  'import.same_name':
    'Las columnas {first} y {second} tienen el mismo nombre. Cambie el nombre de una o elimínela, o indique con `columns` qué será.',
  'import.no_first_name':
    'Ninguna columna es first_name o email, y cada contacto necesita uno de los dos; hay {names}. Cambie el nombre de la columna que lo contiene, o indique con `columns` cuál es.',
  'import.open_quote':
    'Una comilla de la fila que empieza en la línea {line} no se cierra. Ciérrela, o escriba "" para una comilla dentro de comillas.',
  'import.long_row':
    'La fila que empieza en la línea {line} tiene más de {max, number} caracteres. Busque en ella una comilla sin cerrar.',
  'import.quote_inside':
    'Hay una comilla dentro de un valor en la línea {line}. Ponga el valor entre comillas, y escriba "" por cada comilla que contenga.',
  'import.too_many_cells':
    'La fila tiene {count} celdas, pero el encabezado tiene {columns}. Ponga entre comillas los valores que contengan el separador.',
  'import.extra_not_json':
    'extra debe ser un objeto JSON de campos adicionales. Cambie el nombre de la columna si es otra cosa.',
  'import.nameless_row': 'La fila no tiene nombre de pila, ni dirección de correo de la que tomarlo.',
  'import.two_ways': 'Envíe duplicates o skip_existing. skip_existing=true equivale a duplicates=skip.',
  'import.not_same_file':
    'Este no es el archivo de esta importación: sus columnas o filas son distintas. Envíe de nuevo el mismo archivo.',
  'import.blank_row': 'La fila está vacía.',
  'import.known_email': 'Ya hay un contacto con esta dirección de correo.',
  'import.done': 'La importación ya ha terminado, así que no se puede cancelar. Sus contactos están guardados.',
  'person.not_found':
    'No hay nadie con esta dirección de correo. Escríbala con codificación porcentual, como ana%40example.com, o consulte la lista de personas en GET /v1/people.',
  'erasure.not_found':
    'No hay ningún borrado con este identificador. Los borrados que se responden con 200 no tienen ninguno.',
  'erasure.not_confirmed': 'confirm debe ser true, porque el borrado no se puede deshacer, pero falta.',
  'erasure.confirm_false': 'confirm debe ser true, porque el borrado no se puede deshacer, pero es false.',
  'erasure.confirm_not_true': 'confirm debe ser true, porque el borrado no se puede deshacer, pero es {found}.',
  'status.listed_twice': '{field}: {key} está dos veces en la lista.',
  'status.same_name': '{field}: dos estados se llamarían «{name}». Dé a cada uno su propio nombre.',
}
