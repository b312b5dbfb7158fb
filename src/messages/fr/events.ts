import type { events as english } from '../en/events.ts'
import type { Translation } from '../translation.ts'

export const events: Translation<typeof english> = {
  'event.not_found': 'Aucun événement que vous pouvez voir n’a cet identifiant. La liste : GET /v1/events.',
  'event.not_visible':
    'Pour voir {types}, il faut la permission {missing}. Utilisez une clé qui l’a, ou laissez ces événements de côté.',
  'event.not_type': '{field} doit être un type d’événement, mais la valeur est {found}.',
  'event.unknown_type': 'Il n’existe pas de type d’événement « {name} ». Types connus : {known}.',
  'event.misspelt_type': 'Il n’existe pas de type d’événement « {name} ». Vouliez-vous dire {nearest} ?',
  'event.unknown_wildcard': '« {name} » ne désigne aucun type d’événement. Utilisez {known}, ou nommez les types.',
  'endpoint.not_found': 'Aucun point de terminaison n’a cet identifiant. La liste : GET /v1/events/endpoints.',
  'endpoint.too_many':
    'Un espace de travail a {max} points de terminaison au plus. Supprimez-en d’abord un : DELETE /v1/events/endpoints/{id}.',
  'endpoint.types_not_list':
    '{field} doit être une liste de types d’événements, ou null pour tous, mais la valeur est {found}.',
  'endpoint.no_types':
    '{field} doit indiquer au moins un type. Envoyez null pour tous, ou mettez le point de terminaison en pause.',
  'endpoint.too_many_types': 'Il y a {known} types d’événements, mais {field} en a {count}.',
  'endpoint.wrong_status': '{field} doit être active ou paused.',
  'endpoint.status_at_first':
    'Un point de terminaison est actif au départ. Omettez status, puis PATCH /v1/events/endpoints/{id}.',
  'endpoint.kind_stays':
    'Le type d’un point de terminaison ne peut pas être modifié : celui-ci est {kind}. Créez plutôt un autre point de terminaison.',
  'endpoint.token_unused': 'Seul un point de terminaison de type ntfy a un jeton. Omettez-le.',
  'endpoint.language_unused':
    'Seuls les chats et les téléphones ont une langue : un webhook reçoit les événements sous forme de données, sans phrases. Omettez-la.',
  'endpoint.token_characters': 'Le jeton ne doit contenir aucun espace, et uniquement des caractères ASCII.',
  'endpoint.filter_id': '{field} doit être un identifiant, mais la valeur est {found}.',
  'endpoint.filters_never':
    'Aucun événement de ce point de terminaison n’a {names} : rien ne serait envoyé. Modifiez filters ou events.',
  'endpoint.too_many_headers': '{field} peut avoir au plus {max} en-têtes, mais en a {count}.',
  'endpoint.header_name':
    '{name} ne peut pas être le nom d’un en-tête. Utilisez au plus {max} lettres, chiffres, traits d’union et tirets bas.',
  'endpoint.header_reserved': 'Doorpost définit lui-même cet en-tête. Utilisez un autre nom.',
  'endpoint.header_twice': 'Cet en-tête y est deux fois : les majuscules ne comptent pas. Envoyez-le une fois.',
  'endpoint.header_value': '{field} doit être une ligne de caractères ASCII et ne pas être vide.',
  'endpoint.header_not_stored':
    'Aucune valeur de cet en-tête n’est enregistrée et ne pourrait rester. Envoyez sa valeur.',
  'endpoint.headers_move':
    'Les valeurs enregistrées des en-têtes ne sont pas envoyées à un autre serveur. Envoyez-les à nouveau avec la nouvelle url, ou un objet vide pour aucune.',
  'endpoint.headers_unused': 'Seul un point de terminaison de type webhook a des en-têtes. Ne les envoyez pas.',
  'endpoint.url_spaces': 'L’URL ne doit contenir ni espaces ni sauts de ligne.',
  'endpoint.url_fragment': 'L’URL ne doit pas avoir de fragment (#…) : il ne serait pas envoyé.',
  'endpoint.not_visible':
    'Ce point de terminaison reçoit des événements que cette clé API ne peut pas voir. Utilisez une clé qui a aussi {missing}.',
  'endpoint.not_granted':
    'Ce point de terminaison ne peut pas recevoir {type} : ses événements ont été choisis avec une clé qui n’a pas {scope}. Choisissez-les de nouveau avec une clé qui l’a : PATCH /v1/events/endpoints/{id}.',
  'endpoint.no_secret':
    'Un point de terminaison de type {kind} n’a pas de secret de signature. Créez une nouvelle adresse dans {chat}, et remplacez url par celle-ci.',
  'endpoint.is_disabled':
    'Le point de terminaison est désactivé. Mettez d’abord son statut sur active : PATCH /v1/events/endpoints/{id}.',
  'endpoint.since_ahead': '{field} ne doit pas être dans le futur.',
  'endpoint.since_too_old':
    '{field} doit remonter à {days} jours au plus : les événements plus anciens ne sont pas conservés.',
  'endpoint.gone':
    'Il a répondu 410 (disparu). Lorsqu’il sera de retour, mettez son statut sur active et récupérez ce qu’il a manqué.',
  'endpoint.failed_for_days':
    'Rien n’a pu être livré pendant cinq jours. Réparez-le, mettez son statut sur active, et récupérez ce qu’il a manqué.',
  'endpoint.being_removed': 'Il est en cours de suppression.',
  'attempt.no_delivery':
    'Il n’y a pas de telle livraison que vous puissiez voir. La liste : GET /v1/events/endpoints/{id}/deliveries.',
  'attempt.gone': 'Le point de terminaison a répondu 410 : il n’existe plus, et plus rien ne lui est envoyé.',
  'attempt.redirected':
    'Le point de terminaison a répondu {status}. Les redirections ne sont pas suivies : indiquez l’adresse vers laquelle il mène.',
  'attempt.refused': 'Le point de terminaison a répondu {status}. Il doit répondre avec un statut de 200 à 299.',
  'chat.wrong_slack':
    'Ce n’est pas l’adresse d’un webhook entrant de Slack : elle commence par https://hooks.slack.com/services/. Copiez-la dans Slack : api.slack.com/apps, votre application, Incoming Webhooks.',
  'chat.wrong_discord':
    'Ce n’est pas l’adresse d’un webhook de Discord : elle ressemble à https://discord.com/api/webhooks/123/abc. Copiez-la dans Discord : Modifier le salon, Intégrations, Webhooks.',
  'chat.retired_teams':
    'C’est l’adresse d’un connecteur Microsoft 365, que Microsoft a retiré. Créez-en une nouvelle dans Teams : le canal, Flux de travail, « Send webhook alerts to a channel ».',
  'chat.wrong_ntfy':
    'L’adresse doit se terminer par un sujet (topic) de 64 lettres, chiffres, - et _ au plus, par exemple https://ntfy.sh/my-leads-k3v9x2. Choisissez-en un que personne ne peut deviner : quiconque a l’adresse peut lire les messages.',
  'chat.too_many_messages': '{chat} a demandé moins de messages. L’envoi sera refait plus tard.',
  'chat.unknown_webhook':
    '{chat} ne connaît plus ce webhook. Créez-y un nouveau webhook, et remplacez l’adresse de ce point de terminaison par la sienne.',
  'chat.unknown_webhook_code':
    '{chat} ne connaît plus ce webhook ({code}). Créez-y un nouveau webhook, et remplacez l’adresse de ce point de terminaison par la sienne.',
  'chat.channel_gone':
    'Le canal de ce webhook n’existe plus ({code}). Créez un nouveau webhook, et remplacez l’adresse de ce point de terminaison par la sienne.',
  'chat.forbidden':
    'Un administrateur de {chat} ne permet pas à ce webhook d’écrire dans son canal ({code}). Choisissez un autre canal, ou adressez-vous à lui.',
  'chat.topic_forbidden':
    'Le serveur ntfy ne permet pas à Doorpost d’écrire dans ce sujet. Donnez au point de terminaison un jeton d’accès qui le permet.',
  'chat.wrong_address':
    '{chat} n’accepte pas cette adresse. Créez-y un nouveau webhook, et remplacez l’adresse de ce point de terminaison par la sienne.',
  'chat.message_refused':
    '{chat} n’a pas accepté le message. Ses autres messages ne sont pas touchés ; merci de signaler ceci comme un défaut de Doorpost.',
  'chat.message_refused_code':
    '{chat} n’a pas accepté le message ({code}). Ses autres messages ne sont pas touchés ; merci de signaler ceci comme un défaut de Doorpost.',
}
