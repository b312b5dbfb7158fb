import type { deliveries as english } from '../en/deliveries.ts'
import type { Translation } from '../translation.ts'

export const deliveries: Translation<typeof english> = {
  'rejection.not_found': 'Aucun rejet n’a cet identifiant. La liste : GET /v1/webhooks/{id}/rejections.',
  'rejection.repeated_header': 'L’en-tête {name} est arrivé plus d’une fois. Cherchez ce qui ajoute le second.',
  'rejection.missing_header':
    'L’en-tête {name} est absent. Vérifiez que l’expéditeur signe, et qu’un proxy le transmet.',
  'rejection.empty_header': 'L’en-tête {name} est vide. Vérifiez que l’expéditeur a un secret pour signer.',
  'rejection.not_time':
    'L’horodatage dans {name} doit être en secondes ou millisecondes depuis 1970, uniquement en chiffres, ou une date telle que {example}.',
  'rejection.too_old':
    'L’horodatage dans {name} date de {age} s, mais {tolerance} s au plus sont admises. Vérifiez les horloges de l’expéditeur et de ce serveur ; si elles sont justes, la livraison a été envoyée en retard ou est une répétition.',
  'rejection.too_new':
    'L’horodatage dans {name} est en avance de {age} s, mais {tolerance} s au plus sont admises. Vérifiez les horloges de l’expéditeur et de ce serveur.',
  'rejection.no_secret':
    'Ce webhook n’a pas de secret ; rien ne peut donc être vérifié. Définissez le secret de l’expéditeur.',
  'rejection.no_verify_token':
    'Ce webhook n’a pas de jeton de vérification. Définissez-le sur le clientState de l’abonnement.',
  'rejection.no_rule': 'Ce webhook ne sait pas comment son expéditeur signe. Définissez sa règle de signature.',
  'rejection.bare_word':
    'Le corps est un simple mot, mais {sender} envoie des objets JSON. Quelqu’un d’autre a envoyé ceci.',
  'rejection.wrong_signature':
    'La signature ne correspond pas au corps. Vérifiez que le secret de ce webhook est {secret}, et que rien ne modifie le corps en chemin.',
  'rejection.not_hex':
    'L’en-tête {header} doit être {prefix}<{length} chiffres hexadécimaux minuscules>. Vérifiez que le service choisi pour ce webhook est bien celui qui lui envoie des données.',
  'rejection.not_base64':
    'L’en-tête {header} doit être {prefix}<{length} caractères base64>. Vérifiez que le service choisi pour ce webhook est bien celui qui lui envoie des données.',
  'rejection.not_by_rule':
    'L’en-tête {header} doit être {prefix}<une signature {hash} en {encoding}>. Comparez-le à la règle de signature de ce webhook.',
  'rejection.malformed_id':
    'L’identifiant dans l’en-tête {header} doit compter {max} caractères ASCII visibles au plus{without}.',
  'rejection.malformed_timestamp':
    'L’horodatage dans l’en-tête {header} doit compter {max} caractères ASCII visibles au plus{without}.',
  'rejection.without': ', sans {texts}',
  'rejection.not_notifications':
    'Le corps doit être du JSON avec une liste « value » de notifications, comme l’envoie Microsoft Graph.',
  'rejection.no_client_state':
    'Une notification n’a pas de clientState. Indiquez-en un lorsque vous créez l’abonnement.',
  'rejection.wrong_client_state':
    'Un clientState n’est pas le jeton de vérification de ce webhook. Vérifiez que l’abonnement a été créé avec celui-ci.',
  'rejection.no_time': 'L’en-tête {header} n’a pas de {name}=. Vérifiez que l’expéditeur de ce webhook est le bon.',
  'rejection.not_json_beside':
    'Le corps doit être du JSON : dans ce qui est signé, l’identifiant ou l’URL le touche directement. Vérifiez la règle de signature de ce webhook.',
  'rejection.no_token':
    'La livraison n’apporte aucun secret. Vérifiez que l’expéditeur est configuré pour l’envoyer : le secret de ce webhook est {secret}.',
  'rejection.wrong_token':
    'Le secret de la livraison est différent. Vérifiez que le secret de ce webhook est {secret}.',
  'delivery.not_found': 'Aucune livraison n’a cet identifiant. La liste : GET /v1/webhooks/{id}/deliveries.',
  'delivery.refused':
    'Ce webhook n’accepte que les requêtes qui prouvent leur origine, et celle-ci ne le fait pas. Vérifiez le secret de signature, l’horloge, et que le corps est envoyé exactement tel qu’il a été signé. Le propriétaire du webhook en voit la raison.',
  'delivery.not_post': '{method} n’est pas possible ici. Utilisez POST.',
  'delivery.paused': 'Ce webhook est en pause et ne conserve rien pour l’instant. Renvoyez la livraison plus tard.',
  'delivery.empty': 'La livraison n’a pas de corps ; il n’y a donc rien à mettre en correspondance.',
  'delivery.not_multipart':
    'La livraison n’est pas un formulaire multipart valide ; elle ne peut donc pas être lue. Faites envoyer du JSON par l’expéditeur.',
  'delivery.gzip':
    'La livraison est compressée, mais ne peut pas être décompressée, ou dépasse alors {max} octets. Faites-la envoyer telle quelle par l’expéditeur.',
  'delivery.no_type':
    'La livraison n’a pas de Content-Type et n’est pas du JSON. La correspondance lit le JSON et les formulaires.',
  'delivery.other_type':
    'La livraison est de type {type} et n’est pas du JSON. La correspondance lit le JSON et les formulaires.',
  'delivery.form_not_utf8': 'Le formulaire n’est pas de l’UTF-8 valide. Faites-le encoder en UTF-8 par l’expéditeur.',
  'delivery.form_too_long':
    'Le formulaire a plus de {max, number} champs. Faites omettre par l’expéditeur ce qui est inutile.',
  'delivery.form_proto':
    'Le formulaire a un champ nommé __proto__, ce qui n’est pas autorisé. Renommez-le ou supprimez-le.',
  'delivery.form_encoding':
    'Le champ de formulaire « {name} » a un encodage en pourcentage qui n’est pas de l’UTF-8 ; il ne peut donc pas être lu avec certitude. Faites-le encoder en UTF-8 par l’expéditeur, ou indiquez son charset dans Content-Type : windows-1252 est compris.',
  'mapped.whole': 'La livraison',
  'mapped.place': 'La valeur à {path}',
  'mapped.not_list':
    '{where} n’est pas une liste, mais la correspondance y crée un contact par élément. Corrigez each.',
  'mapped.empty_list': '{where} est une liste vide.',
  'mapped.long_list':
    '{where} est une liste de {count} éléments. {max, number} au plus deviennent des contacts : envoyez-en moins à la fois.',
  'mapped.other_value':
    '{where} vaut {actual} ; seules les livraisons avec {wanted} à cet endroit deviennent des contacts.',
  'mapped.no_value':
    '{where} n’a pas de valeur ; seules les livraisons avec {wanted} à cet endroit deviennent des contacts.',
  'mapped.too_much_work':
    'Cette livraison demande trop de travail à la correspondance : trop de règles parcourent des listes trop longues. Utilisez moins de règles, ou des pointeurs sans [name=value], ou faites envoyer moins à la fois par l’expéditeur.',
  'mapped.more_unread': 'Le reste de la livraison n’a pas été lu.',
  'mapped.no_name':
    'Aucun prénom n’a été trouvé. Essayé : {tried}. Indiquez où il se trouve dans fields.first_name de la correspondance.',
  'mapped.no_name_among':
    'Aucun prénom n’a été trouvé. Essayé : {tried}. Les noms présents sont {names}. Indiquez où il se trouve dans fields.first_name de la correspondance.',
  'mapped.two_addresses':
    'Il y a deux adresses e-mail différentes, {first} et {second}, et chacune peut être la bonne. Indiquez dans fields.email de la correspondance laquelle c’est, par exemple {example}.',
  'mapped.left_out_name': '{name} a été omis à cause de son nom.',
  'mapped.left_out_number': '{name} a été omis : {path} est un nombre trop grand pour être conservé exactement.',
  'mapped.left_out_object': '{name} a été omis : {path} est un objet, et non une valeur simple.',
  'mapped.left_out_objects': '{name} a été omis : {path} est une liste d’objets, et non une valeur simple.',
  'mapped.left_out_list': '{name} a été omis : {path} est une liste de plus de {max, number} valeurs.',
  'mapped.left_out_numbers':
    '{name} a été omis : {path} est une liste contenant un nombre trop grand pour être conservé exactement.',
  'mapped.cut': '{name} a été tronqué à {max, number} caractères.',
  'mapped.beyond':
    '{count, plural, one {# autre valeur a été omise} many {# autres valeurs ont été omises} other {# autres valeurs ont été omises}} : un contact a {max} champs supplémentaires au plus.',
  'mapped.beyond_all': 'D’autres valeurs ont été omises : un contact a {max} champs supplémentaires au plus.',
  'mapped.more': 'Et {count} autres de ce type.',
  'lead.not_stored':
    'Meta n’envoie que les identifiants des leads, et ceux d’un corps d’essai ne sont pas récupérés. Prévisualisez une livraison enregistrée : envoyez delivery_id.',
  'lead.may_not_fetch':
    'Meta n’envoie que les identifiants des leads, et leur récupération utilise le jeton d’accès du webhook : elle nécessite webhooks:write.',
  'lead.no_token':
    'Meta n’envoie que l’identifiant d’un lead, et la lecture du lead nécessite un jeton d’accès. Définissez access_token du webhook sur un jeton d’accès de Page avec la permission leads_retrieval, puis relancez cette livraison.',
  'lead.unreadable_token':
    'Le jeton d’accès ne peut pas être lu. {reason} Ou définissez-le de nouveau, puis relancez cette livraison.',
  'secret.unknown_key': 'Il a été chiffré avec une clé qui n’est pas définie. Remettez le SECRET_KEY d’origine.',
  'secret.damaged': 'Il a été modifié ou appartient à un autre enregistrement.',
  'lead.too_many': 'La livraison annonce {count} leads, et {max} au plus d’une même livraison sont récupérés ici.',
  'lead.wrong_id': 'L’identifiant du lead n’est pas un nombre ; il ne peut donc pas être lu.',
  'lead.unreachable': 'Le lead {lead} n’a pas pu être lu chez Meta : {reason}',
  'lead.error': 'erreur {code}',
  'lead.status': 'statut {status}',
  'lead.expired_token':
    'Meta n’a pas fourni le lead {lead} ({said}). Le jeton d’accès n’est plus valide : définissez access_token du webhook sur un nouveau jeton. Relancez ensuite cette livraison.',
  'lead.weak_token':
    'Meta n’a pas fourni le lead {lead} ({said}). Il manque une permission au jeton d’accès : créez-en un avec leads_retrieval, pages_read_engagement et ads_management, et donnez accès à son application dans le gestionnaire d’accès aux leads (Leads Access Manager) de la Page. Relancez ensuite cette livraison.',
  'lead.busy':
    'Meta n’a pas fourni le lead {lead} ({said}) : le service est surchargé ou en panne. Le lead sera redemandé automatiquement.',
  'lead.gone':
    'Meta n’a pas fourni le lead {lead} ({said}). Il a été supprimé, ou le jeton d’accès n’est pas celui de sa Page : vérifiez que la Page est la bonne. Relancez ensuite cette livraison.',
  'lead.no_data':
    'Meta n’a pas fourni le lead {lead} ({said}). La réponse n’a pas de field_data : vérifiez que le jeton a leads_retrieval. Relancez ensuite cette livraison.',
  'lead.refused':
    'Meta n’a pas fourni le lead {lead} ({said}). Vérifiez le jeton d’accès du webhook, et la version de la Graph API. Relancez ensuite cette livraison.',
}
