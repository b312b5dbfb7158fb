import type { posts as english } from '../en/posts.ts'
import type { Translation } from '../translation.ts'

export const posts: Translation<typeof english> = {
  'post.not_found':
    'Aucune publication n’a cet identifiant. La liste : GET /v1/posts ; créez-en une avec POST /v1/posts/{formats}.',
  'post.not_connection_id':
    '{field} doit être l’identifiant d’un compte connecté, un UUID, mais la valeur est {found}. La liste : GET /v1/connections.',
  'post.no_connection': 'Aucun compte connecté n’a cet identifiant sur {format}. La liste : GET /v1/connections.',
  'post.media_type_required': '{field} est obligatoire. Envoyez l’une des valeurs {choices}.',
  'post.text_required': '{field} est obligatoire lorsque media_type est text. Envoyez une chaîne non vide.',
  'post.text_too_long':
    '{field} doit compter {max} caractères au plus, à la façon de compter de {network}, mais en a {used}.',
  'post.blank_entry': '{field} ne doit pas être vide. Omettez cette entrée.',
  'post.url_characters':
    '{field} ne doit contenir ni espaces, ni caractères de contrôle, ni barres obliques inverses. Encodez-les en pourcentage.',
  'post.url_relative': '{field} doit être une URL absolue qui commence par https:// ou http://.',
  'post.url_password':
    '{field} ne doit contenir ni nom d’utilisateur ni mot de passe. Utilisez une adresse qui n’en a pas besoin.',
  'post.alt_texts_not_texts': '{field} doit être un tableau de chaînes ou de null, mais la valeur est {found}.',
  'post.too_many_alt_texts':
    '{field} a {count} entrées, mais media_urls a {files, plural, one {# fichier} many {# fichiers} other {# fichiers}}. Envoyez-en une par fichier au plus.',
  'post.too_many_urls': '{field} doit compter {max} URL au plus, mais en a {count}.',
  'post.url_required': '{field} est obligatoire. Envoyez au moins 1 URL.',
  'post.urls_not_allowed':
    '{field} n’est pas autorisé lorsque media_type est {media_type}. Omettez-le ou envoyez null.',
  'post.urls_required': '{field} est obligatoire lorsque media_type est {media_type}. Envoyez {wanted}.',
  'post.wrong_url_count': '{field} doit avoir {wanted} lorsque media_type est {media_type}, mais en a {count}.',
  'post.one_url': 'exactement 1 URL',
  'post.several_urls': 'de {least} à {most} URL',
  'post.tag_with_sign': '{field} doit être écrit sans le préfixe {sign}, qui est ajouté à la publication.',
  'post.tag_with_space':
    '{field} ne doit pas contenir d’espaces. Envoyez chaque élément ({list}) comme une entrée à part.',
  'post.too_many_tags': '{field} doit compter {max} entrées au plus, mais en a {count}.',
  'post.date_required':
    '{field} est obligatoire lorsque status est scheduled. Envoyez une date et une heure telles que 2026-07-01T09:30:00Z.',
  'post.date_not_text': '{field} doit être une chaîne telle que "2026-07-01T09:30:00Z", mais la valeur est {found}.',
  'post.date_with_offset':
    '{field} doit être une heure locale telle que 2026-07-01T09:30:00 lorsque time_zone est envoyé, mais la valeur a un décalage. Retirez le décalage ou time_zone.',
  'post.local_date_wrong': '{problem} Avec time_zone, la valeur s’écrit sans Z ni décalage.',
  'post.date_impossible': '{field} n’est pas possible : {problem}',
  'post.no_short_links': 'track_links ne peut pas être short ici. {problem}',
  'post.is_published':
    'La publication est en ligne et ne peut plus être modifiée. Créez-en une nouvelle, et supprimez celle-ci sur la plateforme si elle est erronée.',
  'post.is_unconfirmed':
    'On ne sait pas si la publication est en ligne ; elle ne peut donc pas être modifiée. Regardez le compte, puis réglez la question avec POST /v1/posts/{id}/resolve.',
  'post.edit_under_way':
    'La publication est en train de partir et ne peut pas être modifiée. Relisez-la dans un moment pour voir le résultat.',
  'post.delete_under_way':
    'La publication est en train de partir et ne peut pas être supprimée. Réessayez dans un moment, lorsque le résultat sera connu.',
  'post.unknown_state':
    '{field} doit être l’une des valeurs {states}, ou plusieurs d’entre elles séparées par des virgules.',
  'calendar.too_many_days':
    'Avec by={by}, il peut y avoir {max} jours au plus, mais du {from} au {to} il y en a {days}.',
  'group.not_found':
    'Aucun groupe de publications n’a cet identifiant. `group_id` d’une publication indique son groupe ; créez-en un avec POST /v1/posts.',
  'group.not_shared_text':
    '{field} n’est pas un champ commun à toutes les publications. Le texte commun se nomme ici content.',
  'group.not_shared': '{field} n’est pas un champ commun à toutes les publications. Sa place est dans {place}.',
  'group.place_accounts': 'accounts[n].overrides des comptes dont les publications l’ont',
  'group.place_overrides': 'overrides, sous l’identifiant d’une publication qui l’a',
  'group.no_accounts':
    '{field} doit être une liste de 1 à {max} entrées telles que {example}, mais la valeur est {found}. La liste des comptes : GET /v1/connections.',
  'group.wrong_account_count':
    '{field} doit être une liste de 1 à {max} entrées telles que {example}, mais en a {count}. La liste des comptes : GET /v1/connections.',
  'group.not_account': '{field} doit être un objet tel que {example}, mais la valeur est {found}.',
  'group.misplaced_field': '{field} a un champ qu’il ne peut pas avoir : {name}. Placez-le dans {field}.overrides.',
  'group.unknown_field': '{field} a un champ qu’il ne peut pas avoir : {name}. Omettez-le.',
  'group.not_connection_id':
    '{field} doit être l’identifiant d’un compte connecté, un UUID. La liste : GET /v1/connections.',
  'group.no_connection': '{field} : aucun compte connecté n’a cet identifiant. La liste : GET /v1/connections.',
  'group.account_twice':
    '{field} est de nouveau le compte de {first}. Chaque compte reçoit une publication ; omettez l’un des deux.',
  'group.overrides_wanted': 'un objet des champs que cette publication a à la place',
  'group.too_many_overrides': '{field} doit indiquer {max} publications au plus, mais en indique {count}.',
  'group.override_not_id': '{field} doit avoir pour noms des identifiants de publications, mais l’un d’eux est {name}.',
  'group.override_of_stranger':
    '{field} : aucune publication du groupe n’a cet identifiant. Lisez le groupe pour voir quelles publications il contient.',
  'group.account_fixed':
    '{path} ne peut pas avoir de connection_id. Un groupe garde ses comptes ; changez le compte d’une publication avec PATCH /v1/posts/{id}.',
  'group.text_twice': '{path} a à la fois content et {name}, qui sont la même chose. Envoyez l’un des deux.',
  'group.media_required':
    '{field} est obligatoire : une publication sur {network} a besoin d’au moins une image ou vidéo.',
  'group.at_field': '{field} : {problem}',
  'group.for_post':
    'Pour {post} : {problem} Modifiez-le pour toutes, ou envoyez-en un autre pour cette seule publication dans {field}.',
}
