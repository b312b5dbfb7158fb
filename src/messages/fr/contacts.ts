import type { contacts as english } from '../en/contacts.ts'
import type { Translation } from '../translation.ts'

export const contacts: Translation<typeof english> = {
  'contact.not_found': 'Aucun contact n’a cet identifiant. La liste : GET /v1/contacts.',
  'contact.extra_not_object': '{field} doit être un objet de champs supplémentaires, mais la valeur est {found}.',
  'contact.too_many_extra': '{max} champs supplémentaires au plus sont conservés, mais il y en a {count}.',
  'contact.extra_name_too_long':
    'Les noms des champs supplémentaires doivent compter {max} caractères au plus (« {start}… » est plus long).',
  'contact.extra_name_blank': 'Les noms des champs supplémentaires ne doivent pas être vides.',
  'contact.extra_number_too_large':
    '« {field} » est un nombre trop grand pour être conservé exactement. Envoyez-le sous forme de chaîne.',
  'contact.extra_not_simple': '« {field} » doit être une chaîne, un nombre ou un booléen, mais la valeur est {found}.',
  'contact.wrong_owner':
    'owner_id doit être l’identifiant d’un membre de l’équipe, ou null pour personne. GET /v1/contacts/values en donne la liste.',
  'contact.wrong_owner_filter':
    '{field} doit être l’identifiant d’un membre de l’équipe, none, ou me pour la personne connectée.',
  'contact.owner_filter_without_me':
    '{field} doit être l’identifiant d’un membre de l’équipe, none, ou me pour la personne connectée. Avec une clé, il n’y a pas de « me ».',
  'contact.too_many_tags': '{field} : un contact a {max} étiquettes au plus, mais il y en a {count}.',
  'contact.tag_with_separator':
    '{field} ne doit contenir ni virgule ni point-virgule. Envoyez plutôt plusieurs étiquettes.',
  'contact.filter_missing': '{field} doit être un objet de filtres de GET /v1/contacts, mais il est absent.',
  'contact.filter_not_object': '{field} doit être un objet de filtres de GET /v1/contacts, mais la valeur est {found}.',
  'contact.other_address': '{field} doit être l’adresse du chemin. Omettez-le, ou modifiez-le avec PATCH.',
  'batch.not_list': '{field} doit être un tableau de 1 à {max} contacts, mais la valeur est {found}.',
  'batch.count': '{field} doit être un tableau de 1 à {max} contacts, mais il y en a {count}.',
  'batch.not_contact': '{field} doit être un objet avec les champs d’un contact, mais la valeur est {found}.',
  'batch.too_many_at_once':
    'Trop de gros lots sont en cours d’enregistrement. Réessayez dans un instant, ou envoyez-en de plus petits.',
  'bulk.ids_or_filter': 'Envoyez soit ids, soit filter, pour indiquer de quels contacts il s’agit.',
  'bulk.filter_empty':
    'filter doit contenir au moins un filtre, pour qu’une étourderie ne modifie pas tous les contacts.',
  'bulk.ids_not_list': 'ids doit être un tableau de 1 à {max} identifiants de contacts, mais la valeur est {found}.',
  'bulk.ids_count': 'ids doit être un tableau de 1 à {max} identifiants de contacts, mais il y en a {count}.',
  'bulk.wrong_id': '{field} doit être l’identifiant d’un contact, un UUID.',
  'bulk.nothing_to_change': 'Indiquez ce qui doit changer : set ({fields}), add_tags ou remove_tags.',
  'merge.wrong_ids': '{field} doit être un tableau de 1 à {max} identifiants de contacts, mais la valeur est {found}.',
  'merge.unknown': '{field} n’est pas l’identifiant d’un contact. La liste : GET /v1/contacts.',
  'merge.unconfirmed':
    'L’un de ces contacts n’a pas encore confirmé son adresse par e-mail. Fusionnez-le une fois que c’est fait.',
  'merge.none': 'Rien n’a été fusionné dans ce contact ; il n’y a donc rien à annuler.',
  'merge.too_old': 'La fusion date de plus de {days} jours ; elle ne peut plus être annulée.',
  'note.not_found': 'Ce contact n’a aucune note avec cet identifiant. La liste : GET /v1/contacts/{id}/notes.',
  'note.too_many': 'Un contact a {max} notes au plus. Supprimez-en une qui n’est plus utile.',
  'view.not_found': 'Aucune vue n’a cet identifiant. La liste : GET /v1/views.',
  'view.name_taken': 'Une vue porte déjà ce nom. Choisissez un autre nom, ou modifiez cette vue.',
  'view.too_many': 'Un espace de travail a {max} vues au plus. Supprimez-en une que personne n’utilise.',
  'import.not_found': 'Aucune importation n’a cet identifiant. La liste : GET /v1/contacts/imports.',
  'import.empty_body': 'Le corps est vide. Envoyez un fichier CSV, .xlsx ou .ods.',
  'import.other_file':
    'Le fichier est {what}, qui ne peut pas être lu. Enregistrez-le comme classeur Excel (.xlsx), feuille de calcul OpenDocument (.ods) ou CSV, puis envoyez ce fichier.',
  'import.old_excel': 'un ancien classeur Excel (.xls) ou un classeur protégé par mot de passe',
  'import.binary_excel': 'un classeur Excel binaire (.xlsb)',
  'import.numbers': 'un document Numbers',
  'import.zip': 'une archive zip sans feuille de calcul',
  'import.pdf': 'un PDF',
  'import.sheet_too_large':
    'La feuille de calcul dépasse {max} Mo une fois décompressée. Supprimez les feuilles, colonnes et mises en forme inutiles, ou divisez-la, avec l’en-tête dans chacun des fichiers.',
  'import.sheet_broken':
    'La feuille de calcul est endommagée ou incomplète. Ouvrez-la, enregistrez-la de nouveau en .xlsx, .ods ou CSV, puis envoyez ce fichier.',
  'import.sheet_locked':
    'La feuille de calcul est protégée par un mot de passe. Enregistrez-la sans mot de passe, puis envoyez ce fichier.',
  'import.sheet_too_slow':
    'La lecture de la feuille de calcul a pris trop de temps. Enregistrez sa première feuille en CSV, ou divisez-la, puis envoyez ce fichier.',
  'import.too_many_at_once': 'Trop de feuilles de calcul sont en cours de lecture. Réessayez dans un instant.',
  'import.no_person_column':
    'Aucune colonne n’est une adresse e-mail ou un nom ; aucune ligne ne peut donc devenir un contact. Indiquez quelle colonne en est une.',
  'import.no_email_column':
    'Aucune colonne n’est une adresse e-mail ; les personnes déjà présentes ne sont donc pas reconnues. S’il y en a une, indiquez laquelle.',
  'import.name_tag': 'prénom tiré de l’adresse',
  'import.no_name_column':
    'Aucune colonne n’est un prénom. Il est tiré de l’adresse e-mail, et ces contacts reçoivent l’étiquette « {tag} ».',
  'import.zero_bytes':
    'Le fichier contient des octets nuls ; ce n’est donc pas du texte. Enregistrez-le en « CSV UTF-8 » (Excel), ou exportez-le de nouveau avec le jeu de caractères UTF-8, puis envoyez-le.',
  'import.wrong_charset':
    'Le charset de Content-Type doit être utf-8, utf-16, windows-1252, windows-1250, macintosh, shift_jis ou euc-jp, ou être omis pour que Doorpost le détecte. Enregistrez le fichier en « CSV UTF-8 » (Excel), ou exportez-le de nouveau avec le jeu de caractères UTF-8, puis envoyez-le.',
  'import.wrong_encoding':
    'Le fichier n’est pas en {encoding}. N’indiquez pas l’encodage, pour que Doorpost le détecte. Enregistrez le fichier en « CSV UTF-8 » (Excel), ou exportez-le de nouveau avec le jeu de caractères UTF-8, puis envoyez-le.',
  'import.no_header': 'Le fichier ne commence pas par un en-tête. Envoyez les noms des colonnes en première ligne.',
  'import.no_rows': 'Le fichier a un en-tête, mais aucune ligne. Placez un contact sur chaque ligne en dessous.',
  'import.too_many_rows':
    'Le fichier compte plus de {max, number} lignes. Divisez-le, avec l’en-tête dans chacun des fichiers.',
  'import.too_many_columns': 'Un fichier a {max} colonnes au plus, mais celui-ci en a {count}.',
  'import.no_such_column': 'Il n’y a pas de colonne {place} : l’en-tête en a {count}.',
  'import.wrong_targets':
    'columns doit être un objet JSON de numéros de colonnes, à partir de 1, avec ce que chacune devient : l’une des valeurs {targets}, ou un objet avec le nom d’un champ supplémentaire, par exemple {example}.',
  'import.same_field':
    'Les colonnes {first} et {second} sont toutes deux {name}. Renommez ou supprimez l’une d’elles, ou indiquez avec `columns` ce qu’elle devient.',
  'import.same_half':
    'Les colonnes {first} et {second} donnent toutes deux {name}. Renommez ou supprimez l’une d’elles, ou indiquez avec `columns` ce qu’elle devient.',
  'import.same_name':
    'Les colonnes {first} et {second} portent le même nom. Renommez ou supprimez l’une d’elles, ou indiquez avec `columns` ce qu’elle devient.',
  'import.no_first_name':
    'Aucune colonne n’est first_name ou email, et chaque contact a besoin de l’un des deux ; il y a {names}. Renommez la colonne qui le contient, ou indiquez avec `columns` laquelle c’est.',
  'import.open_quote':
    'Un guillemet dans la ligne qui commence à la ligne {line} n’est jamais fermé. Fermez-le, ou écrivez "" pour un guillemet à l’intérieur de guillemets.',
  'import.long_row':
    'La ligne qui commence à la ligne {line} dépasse {max, number} caractères. Cherchez-y un guillemet qui n’est pas fermé.',
  'import.quote_inside':
    'Un guillemet se trouve dans une valeur à la ligne {line}. Mettez la valeur entre guillemets, et écrivez "" pour chaque guillemet qu’elle contient.',
  'import.too_many_cells':
    'La ligne a {count} cellules, mais l’en-tête en a {columns}. Mettez entre guillemets toute valeur qui contient le séparateur.',
  'import.extra_not_json':
    'extra doit être un objet JSON de champs supplémentaires. Renommez la colonne s’il s’agit d’autre chose.',
  'import.nameless_row': 'La ligne n’a pas de prénom, ni d’adresse e-mail dont le tirer.',
  'import.two_ways': 'Envoyez soit duplicates, soit skip_existing. skip_existing=true équivaut à duplicates=skip.',
  'import.not_same_file':
    'Ce n’est pas le fichier de cette importation : ses colonnes ou ses lignes sont différentes. Envoyez de nouveau le même fichier.',
  'import.blank_row': 'La ligne est vide.',
  'import.known_email': 'Un contact a déjà cette adresse e-mail.',
  'import.done': 'L’importation est déjà terminée ; elle ne peut plus être annulée. Ses contacts sont enregistrés.',
  'person.not_found':
    'Personne n’a cette adresse e-mail. Écrivez-la encodée en pourcentage, comme ana%40example.com, ou consultez la liste des personnes : GET /v1/people.',
  'erasure.not_found': 'Aucun effacement n’a cet identifiant. Les effacements dont la réponse est 200 n’en ont pas.',
  'erasure.not_confirmed': 'confirm doit être true, car un effacement est irréversible, mais il est absent.',
  'erasure.confirm_false': 'confirm doit être true, car un effacement est irréversible, mais il est false.',
  'erasure.confirm_not_true': 'confirm doit être true, car un effacement est irréversible, mais la valeur est {found}.',
  'status.listed_twice': '{field} : {key} figure deux fois dans la liste.',
  'status.same_name': '{field} : deux statuts s’appelleraient « {name} ». Donnez à chacun son propre nom.',
}
