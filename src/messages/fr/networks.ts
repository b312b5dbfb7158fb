import type { networks as english } from '../en/networks.ts'
import type { Translation } from '../translation.ts'

export const networks: Translation<typeof english> = {
  'network.said': ' {network} indique : {words}',
  'network.access_ended': '{network} n’accepte plus l’accès à ce compte. Reconnectez le compte.',
  'network.restricted':
    '{network} a restreint ce compte. Connectez-vous à {network} et suivez ce qui vous y est demandé.{said}',
  'network.forbidden':
    '{network} n’autorise pas cette connexion à faire cela. Reconnectez le compte et accordez toutes les permissions.{said}',
  'network.limit_reached':
    'La limite de {network} est atteinte. Une nouvelle tentative aura lieu lorsque {network} la lèvera.',
  'network.refused': '{network} a refusé la publication. Modifiez-la et réessayez.{said}',
  'network.unclear':
    '{network} n’a pas indiqué clairement si la publication a été publiée. C’est en cours de vérification ; ne la publiez pas de nouveau à la main.',
  'network.down': '{network} ne répond pas correctement en ce moment. Une nouvelle tentative aura lieu.',
  'network.unreachable': '{network} n’a pas pu être joint. Une nouvelle tentative aura lieu.',
  'network.cut_off':
    'La connexion à {network} a été coupée avant sa réponse. La publication est peut-être en ligne ; c’est en cours de vérification. Ne la publiez pas de nouveau à la main.',
  'network.unnamed':
    '{network} a accepté la publication, mais n’a pas indiqué où elle se trouve. C’est en cours de vérification ; ne la publiez pas de nouveau à la main.',
  'network.not_understood':
    '{network} a répondu quelque chose d’incompréhensible. Rien n’a été publié ; une nouvelle tentative aura lieu.',
  'network.list_unreadable':
    'La liste des publications sur {network} n’a pas pu être lue. Une nouvelle tentative aura lieu.',
  'network.too_many_posts':
    'Le compte a publié trop de choses depuis pour retrouver celle-ci. Regardez sur {network}, puis indiquez si elle s’y trouve.',
  'network.media_not_uploaded':
    'Les médias de cette publication ne sont pas encore envoyés. Rien n’a été publié ; une nouvelle tentative aura lieu.',
  'network.media_in_progress':
    '{network} traite encore les médias de cette publication. Une nouvelle tentative aura lieu.',
  'network.media_gone':
    '{network} n’a plus les médias envoyés pour cette publication. Ils doivent être envoyés de nouveau.{said}',
  'network.media_refused':
    '{network} n’a pas accepté un fichier média de cette publication. Vérifiez que le fichier s’ouvre, puis réessayez.',
  'network.media_too_large':
    'Un fichier média est plus grand que ce que le serveur de ce compte accepte. Réduisez-le et réessayez.{said}',
  'bluesky.forbidden':
    '{network} n’autorise pas cette connexion à faire cela. Reconnectez le compte, par approbation ou avec un nouveau mot de passe d’application.{said}',
  'bluesky.media_not_taken':
    '{network} n’accepte pas l’un des fichiers médias. Réduisez-le ou convertissez-le, puis réessayez.{said}',
  'mastodon.not_found':
    'Le serveur Mastodon n’a pas trouvé ce dont la publication a besoin. Si elle était déjà en ligne et que quelqu’un l’y a supprimée, attendez une heure et réessayez. Sinon, vérifiez que le serveur est toujours un serveur Mastodon.{said}',
  'mastodon.media_failed':
    'Le serveur Mastodon n’a pas pu traiter un fichier média. Vérifiez qu’il se lit ou s’ouvre, puis réessayez.',
  'mastodon.media_too_slow':
    'Le serveur Mastodon traite un fichier média depuis une demi-heure. Essayez-en un plus petit.',
  'x.out_of_credit':
    'Les crédits du compte développeur X sont épuisés. Achetez des crédits dans la console développeur de X ; la publication attend jusque-là.',
  'x.duplicate':
    'X a refusé la publication, car ce compte a publié le même texte peu de temps auparavant. Modifiez le texte, ou attendez une demi-journée.',
  'x.media_failed':
    'X n’a pas pu traiter la vidéo ou le GIF. Vérifiez qu’il se lit et dure 140 secondes au plus, puis réessayez.{said}',
  'linkedin.duplicate':
    'LinkedIn a refusé la publication, car ce compte a déjà publié la même. Modifiez le texte, ou supprimez la première publication et attendez un jour ou deux.',
  'linkedin.version_ended':
    'LinkedIn n’accepte plus la version {version} de son interface. La personne qui gère ce serveur doit définir une version plus récente de LinkedIn ; la publication n’est pas perdue et n’a pas été publiée.',
  'linkedin.forbidden':
    'LinkedIn n’autorise pas cette connexion à faire cela : il manque une permission, ou la personne ne gère plus la page. Reconnectez le compte et accordez toutes les permissions.{said}',
  'linkedin.media_unusable':
    'LinkedIn n’a pas pu utiliser les médias de cette publication. Vérifiez que le fichier se lit ou s’ouvre, puis réessayez.{said}',
  'linkedin.image_failed':
    'LinkedIn n’a pas pu traiter une image. Vérifiez qu’elle s’ouvre et qu’il s’agit d’un JPEG, PNG ou GIF, puis réessayez.',
  'linkedin.document_failed':
    'LinkedIn n’a pas pu traiter le PDF. Vérifiez qu’il s’ouvre sans mot de passe et compte 300 pages au plus, puis réessayez.',
  'linkedin.video_failed':
    'LinkedIn n’a pas pu traiter la vidéo. Vérifiez qu’elle se lit et qu’il s’agit d’un MP4 de 3 secondes à 30 minutes, puis réessayez.',
  'linkedin.member_unreadable':
    'LinkedIn ne laisse aucune application lire les publications d’une personne. Regardez le profil, puis indiquez si la publication s’y trouve.',
  'linkedin.page_unreadable':
    'Cette connexion ne peut pas lire les publications de la page. Regardez la page, puis indiquez si la publication s’y trouve.',
  'meta.down': '{network} rencontre un problème de son côté. Une nouvelle tentative aura lieu automatiquement.',
  'meta.unreachable':
    '{network} n’a pas pu être joint. Une nouvelle tentative d’envoi de la publication aura lieu automatiquement.',
  'meta.wrong_answer': '{network} n’a pas répondu comme prévu. Une nouvelle tentative aura lieu automatiquement.',
  'meta.unclear':
    'La réponse de {network} ({words}) ne dit pas si la publication est en ligne. C’est en cours de vérification.',
  'meta.answer_lost':
    'La réponse de {network} s’est perdue ; la publication est peut-être en ligne. C’est en cours de vérification.',
  'meta.refused_but_out':
    '{network} a refusé la publication, mais indique par ailleurs qu’elle est en ligne. C’est en cours de vérification.',
  'meta.unnamed': '{network} a accepté la publication sans l’identifier. C’est en cours de vérification.',
  'meta.already_out': '{network} indique que la publication est déjà en ligne. C’est en cours de vérification.',
  'meta.not_prepared': 'La publication n’est pas encore préparée sur {network}.',
  'meta.blocked':
    '{network} a bloqué l’action pour protéger sa communauté. Connectez-vous à {network} et voyez si le compte a reçu un avertissement.',
  'meta.too_many_calls':
    '{network} n’autorise plus d’appels pour ce compte en ce moment. La publication partira lorsqu’il en autorisera de nouveau.',
  'meta.too_many_posts':
    '{network} n’autorise plus de publications pour ce compte aujourd’hui. La publication partira lorsqu’il autorisera la suivante.',
  'meta.access_ended': '{network} n’accepte plus la connexion à ce compte. Reconnectez le compte.',
  'meta.permission_taken_back': 'La permission pour ce compte a été retirée dans {network}. Reconnectez le compte.',
  'meta.password_changed':
    'Le mot de passe du compte {network} a été modifié, ce qui a mis fin à la connexion. Reconnectez le compte.',
  'meta.access_expired': 'La connexion au compte {network} a expiré. Reconnectez le compte.',
  'meta.access_stopped': 'La connexion au compte {network} a pris fin. Reconnectez le compte.',
  'meta.forbidden':
    '{network} n’autorise pas cette connexion à publier. Reconnectez le compte et autorisez tout ce qui est demandé.',
  'meta.not_shown':
    '{network} ne nous montre pas ceci : cela n’existe plus, ou la connexion n’y a pas accès. Reconnectez le compte.',
  'meta.restricted':
    '{network} a restreint ce compte. Connectez-vous à {network}, réglez ce qui y est demandé, puis relancez la publication.',
  'meta.refused': '{network} a refusé la publication : {words}. Modifiez-la, puis relancez-la.',
  'meta.file_not_fetched':
    '{network} n’a pas pu télécharger le fichier. Son adresse doit être publique, sans connexion à un compte, et ouverte aux programmes de Meta.',
  'meta.file_too_slow':
    '{network} a mis trop de temps à télécharger le fichier. Utilisez un fichier plus petit ou un emplacement plus rapide.',
  'meta.file_failed':
    '{network} n’a pas pu traiter le fichier. Vérifiez qu’il s’ouvre et se lit, ou envoyez-le dans un autre format.',
  'meta.file_unreadable': 'Un fichier de la publication n’a pas pu être lu : {problem}',
  'meta.not_ready':
    '{network} n’a pas fini de préparer la publication. Une nouvelle tentative aura lieu automatiquement.',
  'meta.forgotten': '{network} ne connaît plus la publication préparée. Elle est préparée de nouveau.',
  'meta.expired':
    '{network} ne garde une publication préparée qu’un jour, et elle a expiré. Elle est préparée de nouveau.',
  'meta.duplicate': '{network} vient de publier la même publication et ne l’accepte pas deux fois.',
  'meta.image_type': '{network} n’accepte pas ce type d’image. Utilisez un fichier JPEG.',
  'meta.image_too_large': '{network} n’accepte que les images de 8 Mo au plus. Utilisez un fichier plus petit.',
  'meta.image_shape':
    '{network} n’accepte pas une image de cette proportion. Utilisez-en une entre 4:5 (vertical) et 1.91:1 (large).',
  'meta.video_type': '{network} n’accepte pas ce type de vidéo. Utilisez un fichier MP4 ou MOV avec H.264 et AAC.',
  'meta.text_too_long': 'Le texte est trop long pour {network}. Raccourcissez-le, hashtags compris.',
  'meta.product_tags': '{network} a refusé les tags de produits de la publication. Supprimez-les, puis relancez-la.',
  'meta.media_type': '{network} ne connaît pas ce type de média. Utilisez une image JPEG, ou une vidéo MP4 ou MOV.',
  'meta.carousel': '{network} a refusé le carrousel. Il faut 2 à 10 images ou vidéos.',
  'meta.cover': 'L’image de couverture de la vidéo se situe en dehors de celle-ci. Choisissez un autre instant.',
  'meta.trial_reel': '{network} n’autorise pas les reels d’essai sur ce compte. Publiez-le comme un reel normal.',
  'meta.too_many_links':
    '{network} accepte 5 liens différents au plus dans une publication. Supprimez-en, puis relancez-la.',
  'meta.incomplete':
    '{network} ne peut pas publier une publication de type {kind} avec {count, plural, one {# fichier} many {# fichiers} other {# fichiers}}. Modifiez la publication.',
  'meta.post_failed': '{network} n’a pas pu traiter la publication{cause}. Vérifiez-la, puis relancez-la.',
  'meta.one_file_failed':
    '{network} n’a pas pu traiter le fichier{cause}. Vérifiez le fichier, puis relancez la publication.',
  'meta.item_failed':
    '{network} n’a pas pu traiter l’élément {item} du carrousel{cause}. Vérifiez le fichier, puis relancez la publication.',
  'meta.cause': ', raison : {cause}',
  'meta.cause_late': 'cela ne s’est pas terminé à temps',
  'meta.cause_expired': 'cela a expiré trop tôt',
  'meta.cause_unread': 'cela ne peut pas être relu',
  'meta.cause_download': 'le fichier n’a pas pu être téléchargé depuis son adresse',
  'meta.cause_slow_download': 'le téléchargement du fichier a pris trop de temps',
  'meta.cause_image_size': 'l’image dépasse 8 Mo',
  'meta.cause_image_type': 'l’image n’est pas un JPEG',
  'meta.cause_image_shape': 'l’image a une proportion non autorisée ; de 4:5 à 1.91:1 est autorisé',
  'meta.cause_media_type': 'le type de média n’est pas connu',
  'meta.cause_video_type': 'le format vidéo n’est pas pris en charge ; utilisez MP4 ou MOV avec H.264 et AAC',
  'meta.cause_cover': 'l’image de couverture se situe en dehors de la vidéo',
  'meta.cause_video_download': 'la vidéo n’a pas pu être téléchargée depuis son adresse',
  'meta.cause_sound': 'le son de la vidéo n’a pas pu être traité',
  'meta.cause_video': 'la vidéo n’a pas pu être traitée',
  'meta.cause_video_shape': 'la vidéo a une proportion non autorisée',
  'meta.cause_bit_rate': 'le débit binaire de la vidéo est trop élevé',
  'meta.cause_duration': 'la vidéo est trop longue ; 5 minutes au plus sont autorisées',
  'meta.cause_frame_rate': 'la fréquence d’images de la vidéo doit être de 23 à 60 par seconde',
  'meta.cause_channels': 'le son de la vidéo doit être mono ou stéréo',
  'meta.cause_untold': 'elle n’est pas indiquée',
}
