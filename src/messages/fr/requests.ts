import type { requests as english } from '../en/requests.ts'
import type { Translation } from '../translation.ts'

export const requests: Translation<typeof english> = {
  'request.validation_error': 'La requête n’est pas valide. Voir details pour chaque champ.',
  'request.more_problems': '{first} (et {more} de plus, voir details)',
  'request.unauthorized': 'Une clé API est nécessaire. Envoyez-la sous la forme « Authorization: Bearer svc_pk_... ».',
  'request.forbidden': 'Ceci n’est pas autorisé avec la clé envoyée.',
  'request.not_found': 'Il n’y a rien à cette adresse.',
  'request.method_not_allowed': 'Cette méthode n’est pas autorisée ici. Voir l’en-tête Allow.',
  'request.idempotency_conflict':
    'La première requête avec cette Idempotency-Key est encore en cours. Renvoyez-la dans un instant.',
  'request.precondition_failed':
    'If-Match n’est pas satisfait : une modification a eu lieu entre-temps. Relisez la ressource, puis envoyez la modification avec son nouvel ETag.',
  'request.payload_too_large': 'Le corps est trop volumineux.',
  'request.idempotency_mismatch':
    'Cette Idempotency-Key a été utilisée pour une autre requête. Utilisez une nouvelle clé pour une nouvelle requête.',
  'request.rate_limit_exceeded': 'Trop de requêtes. Patientez, puis réessayez.',
  'request.internal_error':
    'Un problème est survenu de notre côté. Réessayez ; s’il persiste, signalez-le avec le X-Request-Id de cette réponse.',
  'request.service_unavailable':
    'La base de données ne peut pas être jointe pour le moment ; il n’est donc pas certain que quelque chose ait été enregistré. Réessayez dans quelques secondes ; avec une Idempotency-Key, c’est sans risque.',
  'request.wrong_method': '{method} n’est pas possible ici. Utilisez {list}.{hint}',
  'request.hint_create':
    ' Créez une publication avec POST {path}, des publications pour plusieurs comptes avec POST /v1/posts.',
  'request.hint_read': ' Lisez les publications avec GET /v1/posts?platform={name} et GET {path}.',
  'request.no_platform': 'Cette plateforme n’existe pas. Utilisez {platforms}.',
  'mcp.no_batch': 'Envoyez un appel à la fois : le protocole n’a pas de listes d’appels.',
  'request.no_path': 'Il n’y a rien à cette adresse. L’API commence à /v1 et est décrite à /docs/api.',
  'request.two_hosts': 'La requête a plus d’un en-tête Host. Envoyez-en un seul.',
  'request.no_host': 'L’en-tête Host est absent. HTTP/1.1 l’exige.',
  'request.transfer_encoding': 'Transfer-Encoding ne peut être que « chunked ». Envoyez le corps sans compression.',
  'request.expect': 'L’en-tête Expect ne peut être que « 100-continue ».',
  'request.connect': 'CONNECT n’est pas possible : ceci n’est pas un proxy.',
  'request.plain_http':
    'Seul HTTPS est accepté ici. Utilisez l’adresse https:// ; si cette requête est passée par votre propre proxy, définissez TRUST_PROXY sur son adresse.',
  'request.long_headers': 'L’URL et les en-têtes dépassent {max, number} octets. Envoyez-en moins ou de plus courts.',
  'request.long_extensions': 'Les extensions de chunks du corps sont trop volumineuses. Envoyez-le sans elles.',
  'request.too_slow': 'La requête a mis trop de temps à arriver. Renvoyez-la, plus vite.',
  'request.not_read':
    'Le serveur s’est figé quelques secondes et n’a pas lu cette requête. Rien n’a été enregistré. Renvoyez-la.',
  'request.not_http': 'La requête n’est pas du HTTP valide. Vérifiez la ligne de requête et les en-têtes.',
  'request.bad_url': 'L’URL n’est pas valide : vérifiez son encodage en pourcentage.',
  'request.bad_query': 'La chaîne de requête (query string) n’est pas valide : vérifiez son encodage en pourcentage.',
  'request.if_match':
    'If-Match doit être * ou l’ETag d’une réponse avec ses guillemets, par exemple "3" (et non 3 ni W/"3").',
  'request.idempotency_key':
    'Idempotency-Key doit compter 1 à {max} caractères ASCII imprimables, par exemple un UUID.',
  'body.too_large': 'Le corps dépasse {max, number} octets. Envoyez-en un plus petit.',
  'body.too_large_without_key':
    'Le corps dépasse {max, number} octets. Envoyez-en un plus petit. Les requêtes avec une clé API peuvent envoyer jusqu’à 1 048 576 octets.',
  'body.cut_off': 'Le corps s’est terminé avant d’être arrivé en entier.',
  'body.no_object': 'Le corps est vide. Envoyez un objet JSON.',
  'body.tiny_chunks':
    'Le corps arrive en plus de {chunks, number} morceaux de moins de {bytes} octets chacun. Écrivez des morceaux plus grands, ou envoyez le corps en une fois avec un Content-Length.',
  'content.compressed_json':
    'Content-Encoding n’est pas pris en charge. Envoyez le corps en JSON simple, sans compression.',
  'content.not_json': 'Content-Type doit être application/json. Envoyez le corps comme objet JSON avec cet en-tête.',
  'content.json_charset': 'Le charset de Content-Type doit être utf-8. Le JSON s’envoie toujours en UTF-8.',
  'content.compressed_csv': 'Content-Encoding n’est pas pris en charge. Envoyez le fichier sans compression.',
  'content.not_csv':
    'Content-Type doit être text/csv, ou le type d’un fichier .xlsx ou .ods. Envoyez le fichier lui-même dans le corps, avec cet en-tête.',
  'content.compressed_form': 'Content-Encoding n’est pas pris en charge. Envoyez le corps sans compression.',
  'content.not_form':
    'Content-Type doit être application/json, application/x-www-form-urlencoded ou multipart/form-data. Les navigateurs envoient les deux derniers d’eux-mêmes.',
  'content.form_charset': 'Le charset de Content-Type doit être utf-8. Envoyez la page et le formulaire en UTF-8.',
  'access.bad_header':
    'L’en-tête Authorization doit être présent une seule fois, sous la forme « Bearer » et une clé API : « Authorization: Bearer svc_pk_... ».',
  'access.session_ended': 'Votre session a pris fin. Reconnectez-vous.',
  'access.people_only': 'Ceci est réservé aux personnes connectées. Connectez-vous au tableau de bord, puis réessayez.',
  'access.no_key': 'Aucune clé API ne peut faire cela. Connectez-vous au tableau de bord et faites-le depuis celui-ci.',
  'access.key_only': 'Ceci est réservé aux clés API. Envoyez-en une : Authorization: Bearer svc_pk_...',
  'access.no_scope': 'Cette clé API n’a pas la permission {scope}. Utilisez une clé qui l’a, ou créez-en une avec.',
  'access.needs_scope': '{what} nécessite la permission {scope}. Utilisez une clé qui l’a.',
  'access.field': '{name}',
  'access.change_by_address': 'Modifier un contact par son adresse',
  'access.change_not_own': 'Modifier un contact créé par une autre clé ou par l’équipe',
  'access.merge_not_own': 'Fusionner des contacts créés par une autre clé ou par l’équipe',
  'access.notify': 'notify.emails, qui envoie les leads par e-mail,',
  'access.viewer':
    'Votre rôle est lecteur : il permet de consulter, mais pas de modifier. Demandez le rôle éditeur ou propriétaire à un propriétaire de l’équipe.',
  'access.role':
    'Votre rôle est {role}, et ceci nécessite {needed}. Demandez à un propriétaire de l’équipe de le faire, ou de changer votre rôle.',
  'role.owner': 'propriétaire',
  'role.editor': 'éditeur',
  'role.viewer': 'lecteur',
  'access.foreign_page':
    'Cette requête vient d’un autre site web, ou n’indique pas d’où elle vient. Utilisez le tableau de bord lui-même ; les programmes utilisent une clé API.',
  'access.foreign_website':
    'Les formulaires de ce site web ne peuvent pas envoyer de contacts ici. Un propriétaire peut autoriser son origine dans les paramètres de l’espace de travail.',
  'access.foreign_form':
    'Ce formulaire n’accepte pas d’envois depuis ce site web. Ajoutez son origine à allowed_origins du formulaire, ou à ceux de l’espace de travail.',
  'limit.authenticated':
    'Cette clé API peut envoyer {points} requêtes par minute. Réessayez dans {seconds, plural, one {# seconde} many {# secondes} other {# secondes}}.',
  'limit.batch':
    'Ce lot compte pour {units} requêtes, et il en reste {left, plural, one {#} many {#} other {#}} pour cette minute. Envoyez moins de contacts, ou réessayez dans {seconds, plural, one {# seconde} many {# secondes} other {# secondes}}.',
  'limit.dashboard':
    'Une personne connectée peut envoyer {points} requêtes par minute. Réessayez dans {seconds, plural, one {# seconde} many {# secondes} other {# secondes}}.',
  'limit.public':
    'Sans clé API, {points} contacts par minute sont acceptés depuis une même adresse. Réessayez dans {seconds, plural, one {# seconde} many {# secondes} other {# secondes}}.',
  'limit.webhook':
    'Ce webhook accepte {points} livraisons par minute. Réessayez dans {seconds, plural, one {# seconde} many {# secondes} other {# secondes}}.',
  'limit.open':
    'Une même adresse peut demander {points} pages et fichiers par minute. Réessayez dans {seconds, plural, one {# seconde} many {# secondes} other {# secondes}}.',
  'limit.failed_auth':
    'Trop de clés, mots de passe, codes ou liens erronés sont venus de cette adresse. Réessayez dans {seconds, plural, one {# seconde} many {# secondes} other {# secondes}}.',
  'limit.sign_in':
    'Après {points} tentatives en une minute, ce compte attend la fin de celle-ci. Réessayez dans {seconds, plural, one {# seconde} many {# secondes} other {# secondes}}.',
  'query.unknown': 'Il n’existe pas de paramètre de requête « {name} ». Paramètres connus : {known}.',
  'query.misspelt': 'Il n’existe pas de paramètre de requête « {name} ». Vouliez-vous dire {nearest} ?',
  'query.takes_none':
    'Il n’existe pas de paramètre de requête « {name} » : cette opération n’en accepte aucun. Omettez-le.',
  'query.repeated': '{field} doit être indiqué une seule fois, mais il l’est {times} fois.',
  'query.not_id': '{field} doit être l’identifiant ({what}), un UUID.',
  'object.account': 'compte connecté',
  'object.group': 'groupe de publications',
  'object.form': 'formulaire',
  'object.contact': 'contact',
  'object.post': 'publication',
  'object.link': 'lien',
  'object.any': 'objet',
  'query.not_flag': '{field} doit être true ou false.',
  'query.not_day': '{field} doit être une date sans heure, par exemple 2026-11-01.',
  'query.late_day': '{field} doit être {last} au plus tard.',
  'query.day_required': '{field} est obligatoire : une date telle que 2026-11-01.',
  'query.days_reversed': 'from ne doit pas être après to, mais {from} est après {to}.',
  'query.too_many_days':
    'from et to doivent être éloignés de {max} jours au plus, mais du {from} au {to} il y en a {days}.',
  'query.page_too_far':
    'page est trop loin dans la liste : ici, les pages numérotées commencent à {rows} lignes au plus de son début. Suivez next_cursor, ou restreignez la liste.',
  'query.cursor_and_page':
    'cursor et page ne peuvent pas être utilisés ensemble. Suivez next_cursor, ou comptez les pages.',
  'cursor.other_order': 'Ce curseur continue avec order={order}. Omettez order, ou commencez sans curseur.',
  'query.one_order': 'order n’est pas accepté ici : cette liste n’a qu’un ordre. Omettez-le.',
  'query.search_newest_first': 'Une recherche dans les contacts commence par les plus récents : omettez order ou q.',
  'query.bad_cursor': 'cursor doit être un next_cursor d’une réponse précédente, inchangé.',
  'ready.stopping': 'Le processus est en cours d’arrêt.',
  'ready.no_database': 'La base de données ne peut pas être jointe.',
  'ready.schema': 'Le schéma de la base de données n’est pas utilisable : {report}',
  'ready.disk': 'La base de données ne peut rien enregistrer : {report}.',
  'ready.problem': '{report}',
  'ready.no_runner': 'L’exécuteur de tâches s’est arrêté. Redémarrez ce processus ; son journal en donne la raison.',
  'ready.worker':
    'Un worker ne répond qu’à GET /healthz, /readyz et /metrics. L’API se trouve là où ROLE est « api » ou « all ».',
  'metrics.token': 'Les métriques nécessitent le jeton de METRICS_TOKEN : « Authorization: Bearer ... ».',
  'database.refused':
    'La base de données refuse Doorpost ; rien n’a donc été enregistré. Son administrateur doit s’en occuper. Réessayez plus tard.',
  'database.collision': 'Une autre modification a fait obstacle à celle-ci. Rien n’a été enregistré. Réessayez.',
  'database.full':
    'La base de données ne peut rien enregistrer pour le moment. Rien n’a été enregistré. Réessayez plus tard.',
  'database.no_connection':
    'La base de données n’a plus de connexion disponible. Rien n’a été enregistré. Réessayez dans quelques secondes.',
  'database.locked':
    'La base de données est occupée par une modification de ses tables. Rien n’a été enregistré. Réessayez dans quelques secondes.',
  'database.too_long':
    'La base de données a mis trop de temps pour ceci, et a abandonné. Restreignez la requête, ou réessayez plus tard.',
  'database.queue_full':
    'Trop d’écritures attendent la base de données. Rien n’a été enregistré. Réessayez dans quelques secondes.',
}
