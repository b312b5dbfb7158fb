import type { publishing as english } from '../en/publishing.ts'
import type { Translation } from '../translation.ts'

export const publishing: Translation<typeof english> = {
  'publishing.not_out':
    'Une personne a vérifié : rien n’a été publié. Réessayez, ou laissez la publication telle quelle.',
  'publishing.cancelled': 'Annulée par une personne.',
  'publishing.account_was_away':
    'Le compte a été indisponible plus longtemps que le délai de retard admis. Publiez maintenant, ou choisissez une nouvelle date.',
  'publishing.missed':
    'Son heure est passée depuis {span}, plus que le délai de retard admis ; elle n’a donc pas été envoyée automatiquement. Publiez maintenant, ou choisissez une nouvelle date.',
  'publishing.unread':
    'Elle a été envoyée, mais on ne sait pas si elle est en ligne. {problem} Doorpost vérifiera lorsque le compte pourra de nouveau être utilisé. Ou regardez vous-même, et réglez la question.',
  'publishing.closed': 'Rien n’est envoyé en ce moment. {problem}',
  'reason.stored': '{said}',
  'publishing.no_app':
    'Aucune application n’est plus configurée pour les publications {platform}. Un propriétaire la configure sous Paramètres, Réseaux ; la publication partira ensuite.',
  'publishing.unread_without_app':
    'Elle a été envoyée, mais on ne sait pas si elle est en ligne. Aucune application n’est plus configurée pour les publications {platform}. Un propriétaire la configure sous Paramètres, Réseaux ; Doorpost vérifiera ensuite.',
  'publishing.hidden_repeat':
    'La plateforme refuse la publication parce qu’elle a déjà la même, mais ne la montre pas. Regardez-y.',
  'publishing.not_asked':
    'Il n’a pas été possible de demander à la plateforme si la publication est en ligne ({class}). Regardez le compte, puis réglez la question.',
  'publishing.sent_in_vain': 'Elle a été envoyée {sends} fois sans effet. Vérifiez le compte, puis réessayez.',
  'publishing.answer_unreadable': 'Doorpost n’a pas pu lire la réponse.',
  'publishing.answer_lost':
    'La réponse de la plateforme s’est perdue. Doorpost vérifie si la publication est en ligne.',
  'publishing.not_prepared': 'Doorpost n’a pas pu préparer la publication. Une nouvelle tentative aura lieu.',
  'publishing.not_marked':
    'DATA_DIR n’est pas accessible en écriture ; rien n’a donc été envoyé. Une nouvelle tentative aura lieu.',
  'publishing.other_id': 'La plateforme a répondu avec l’identifiant d’une autre publication ({id}).',
  'publishing.not_renewed':
    'L’approbation du compte n’a pas pu être renouvelée pour le moment. Une nouvelle tentative aura lieu.',
  'publishing.unchecked':
    'La base de données a été restaurée à un état antérieur, et cette publication n’a pas pu être recherchée. Vérifiez le compte, puis indiquez si elle s’y trouve.',
  'publishing.no_words': 'La publication ne contient aucun mot permettant de la rechercher.',
  'publishing.look_unreadable': 'Doorpost n’a pas pu lire la réponse de la plateforme.',
  'publishing.no_post': 'Aucune publication n’a cet identifiant. La liste : GET /v1/posts.',
  'publishing.id_taken': 'Ce platform_id appartient à une autre publication.',
  'publishing.outcome_required': '{field} est obligatoire. Envoyez published ou not_published.',
  'publishing.not_paused': 'La publication n’est pas suspendue.',
  'publishing.is_published':
    'La publication est déjà en ligne ; {action, select, publish {elle ne peut pas être publiée maintenant} retry {elle ne peut pas être relancée} cancel {elle ne peut pas être annulée} other {elle ne peut pas être réglée}}.',
  'publishing.is_unconfirmed':
    'Il n’est pas certain que la publication soit en ligne ; {action, select, publish {elle ne peut donc pas être publiée maintenant} retry {elle ne peut donc pas être relancée} cancel {elle ne peut donc pas être annulée} other {elle ne peut donc pas être réglée}}. Regardez le compte, puis POST {path}.',
  'publishing.under_way':
    'La publication est en cours d’envoi ; {action, select, publish {elle ne peut donc pas être publiée maintenant} retry {elle ne peut donc pas être relancée} cancel {elle ne peut donc pas être annulée} other {elle ne peut donc pas être réglée}}. Patientez un instant et regardez de nouveau.',
  'publishing.wrong_state':
    'Une publication dans l’état {state} {action, select, publish {ne peut pas être publiée maintenant} retry {ne peut pas être relancée} cancel {ne peut pas être annulée} other {ne peut pas être réglée}}.',
  'state.none': 'brouillon',
  'state.waiting': 'programmée',
  'state.preparing': 'en préparation',
  'state.sending': 'en cours d’envoi',
  'state.confirming': 'en cours de vérification',
  'state.deferred': 'reportée',
  'state.held': 'en attente',
  'state.missed': 'manquée',
  'state.failed': 'en échec',
  'state.cancelled': 'annulée',
  'state.unconfirmed': 'non confirmée',
  'state.published': 'publiée',
  'step.sending': 'Envoyée à {network}',
  'step.token_refreshed': 'L’approbation du compte a été renouvelée',
  'step.outcome_unknown': 'Pas de réponse claire. Recherche sur {network} si la publication est en ligne',
  'step.looked_found': 'Recherche : elle est sur {network}',
  'step.looked_absent': 'Recherche : elle n’est pas sur {network}',
  'step.looked_not_seen': 'Recherche : elle n’est pas encore visible',
  'step.looked_cannot_tell': 'Recherche : {network} ne le dit pas',
  'step.looked_failed': 'Recherche : {network} n’a pas pu être lu',
  'step.account_unreadable': 'Le compte ne peut pas être lu : recherche dès que possible',
  'step.sending_again': 'Rien n’est en ligne ; nouvel envoi',
  'step.too_late': 'Pas envoyée, car le démarrage a pris trop de temps. Elle recommence',
  'step.repeat': 'Refusée comme répétition. {look}',
  'step.published': '{network} l’a publiée',
  'step.failed': 'Terminé : non publiée',
  'step.retry': 'Terminé : nouvelle tentative plus tard',
  'step.deferred': 'Terminé : reportée',
  'step.held': 'Terminé : retenue',
  'step.unconfirmed': 'Terminé : demande votre attention',
  'step.cancelled': 'Annulée par une personne',
  'group.left_cancelled':
    'La publication est annulée, et le reste lorsque son groupe change. Modifiez-la ou publiez-la séparément.',
  'installation.other_installation':
    'DATA_DIR appartient à une autre installation que cette base de données. Des publications que cette base de données croit non envoyées sont peut-être publiques.',
  'installation.older_database':
    'La base de données a compté {counted} envois, mais {sent} ont été faits : elle a été restaurée à partir d’une sauvegarde, ou a perdu ses derniers commits. Des publications que cette base de données croit non envoyées sont peut-être publiques.',
  'installation.other_server':
    'La base de données est sur un autre serveur, ou a été créée de nouveau : elle a été restaurée ou clonée. Des publications que cette base de données croit non envoyées sont peut-être publiques.',
  'installation.failover':
    'Le serveur de base de données a été promu ou restauré à un instant donné, et a peut-être perdu ses derniers commits. Des publications que cette base de données croit non envoyées sont peut-être publiques.',
  'installation.copied_data_folder':
    'DATA_DIR est une copie : il a été restauré, déplacé ou cloné. Des publications que cette base de données croit non envoyées sont peut-être publiques.',
  'installation.unknown_data_folder':
    'DATA_DIR est vide, mais la base de données a envoyé des publications, et aucun autre nœud de l’installation ne s’en porte garant : il s’agit peut-être d’un clone ou d’une sauvegarde restaurée. Des publications que cette base de données croit non envoyées sont peut-être publiques.',
  'installation.restored_backup':
    'La base de données a été restaurée à partir de la sauvegarde du {created}. Des publications que cette base de données croit non envoyées sont peut-être publiques.',
  'installation.failover_unconfirmed':
    'Le serveur de base de données a été remplacé. En attente de la confirmation de tous les workers qu’aucun envoi n’a été perdu.',
  'installation.unconfirmed':
    'DATA_DIR est vide. En attente de la confirmation d’un autre nœud de l’installation que cette base de données est la bonne.',
  'installation.data_dir_not_writable':
    'DATA_DIR ({folder}) n’est pas accessible en écriture ({error}). Rien n’est envoyé, car une restauration de la base de données passerait inaperçue. Libérez de l’espace sur le disque, ou autorisez cet utilisateur à y écrire.',
  'installation.clock_ahead':
    'L’horloge de cette machine avance de {span} sur celle de la base de données. Ce nœud ne publie et ne purge rien tant que ce n’est pas corrigé. Réglez l’horloge de la machine, par exemple avec NTP.',
  'installation.clock_behind':
    'L’horloge de cette machine retarde de {span} sur celle de la base de données. Ce nœud ne publie et ne purge rien tant que ce n’est pas corrigé. Réglez l’horloge de la machine, par exemple avec NTP.',
}
