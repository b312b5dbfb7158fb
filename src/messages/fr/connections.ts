import type { connections as english } from '../en/connections.ts'
import type { Translation } from '../translation.ts'

export const connections: Translation<typeof english> = {
  'connection.app_password_required':
    '{field} est obligatoire : un mot de passe d’application créé sur {network}, de {max} caractères au plus.',
  'connection.token_required':
    '{field} est obligatoire : un jeton d’accès créé sur {network}, de {max} caractères au plus.',
  'connection.handle_not_needed': '{network} demande lui-même de quel compte il s’agit. Omettez handle.',
  'connection.handle_required': '{field} est obligatoire : le nom du compte sur {network}.',
  'connection.handle_invalid': '{field} doit être le nom du compte sur {network}, sans espaces.',
  'connection.one_server': '{network} n’a qu’un seul serveur. Omettez service_url.',
  'connection.not_server': '{field} doit être l’adresse du {server}, par exemple {example}. {problem}',
  'connection.approved_elsewhere':
    '{field} doit être l’une des valeurs {choices}. Les comptes des autres réseaux s’approuvent dans un navigateur : POST /v1/connections/links.',
  'connection.other_format':
    '{network} publie des publications au format {format}. Omettez platform, ou envoyez {format}.',
  'connection.needs_app_password':
    'Les comptes {network} se connectent avec un mot de passe d’application : POST /v1/connections/sign-in.',
  'connection.not_kind': '{field} doit être member ou organization.',
  'connection.no_pages': '{field} organization n’existe que pour professional : les pages LinkedIn.',
  'connection.not_found': 'Aucune connexion n’a cet identifiant. La liste : GET /v1/connections.',
  'connection.not_default':
    'default doit être true. Pour changer de compte par défaut, envoyez ceci pour un autre compte.',
  'connection.no_app':
    'Il n’y a pas encore d’application pour {network}. Un propriétaire la configure dans le tableau de bord sous Paramètres, Réseaux ; ou définissez {prefix}_CLIENT_ID et {prefix}_CLIENT_SECRET puis redémarrez Doorpost. Pour essayer sans application : {command}.',
  'connection.no_pages_app':
    'Il n’y a pas encore d’application pour les pages sur {network}. Un propriétaire la configure dans le tableau de bord sous Paramètres, Réseaux ; ou définissez {prefix}_CLIENT_ID et {prefix}_CLIENT_SECRET puis redémarrez Doorpost. Pour essayer sans application : {command}.',
  'connection.no_document':
    'Doorpost n’a pas cette application ici. Elle est créée lorsque le premier compte est connecté par approbation.',
  'connection.unreachable': 'Le {server} de ce compte {network} n’a pas pu être joint : {problem}',
  'service.server': 'serveur',
  'service.pds': 'PDS',
  'connect.done': '{network} est connecté',
  'connect.posts_on': 'Doorpost peut désormais publier sur :',
  'connect.sandbox': 'Ceci est le bac à sable : rien de ce qui y est publié n’est public.',
  'connect.close_page': 'Vous pouvez fermer cette page.',
  'connect.page': 'page',
  'connect.new_link': 'Créez un nouveau lien dans le tableau de bord, sous Paramètres.',
  'connect.nothing_connected': 'Aucun compte n’a été connecté.',
  'connect.used': 'Il a déjà été utilisé, ou il est incomplet. Un lien ne fonctionne qu’une fois.',
  'connect.expired_link': 'Ce lien a expiré',
  'connect.lifetime': 'Un lien est valable {minutes} minutes. Aucun compte n’a été connecté.',
  'connect.wrong_browser': 'Ce n’est pas le même navigateur',
  'connect.other_browser':
    'L’approbation a été commencée dans un autre navigateur, ou les cookies sont désactivés. Aucun compte n’a été connecté.',
  'connect.one_browser': 'Ouvrez le lien et donnez votre approbation dans un seul et même navigateur.',
  'connect.not_set_up': '{network} n’est pas configuré',
  'connect.no_app':
    'Doorpost n’a pas encore d’application pour les comptes de ce réseau. Un propriétaire la configure dans le tableau de bord, sous Paramètres, Réseaux.',
  'connect.no_pages_app':
    'Doorpost n’a pas encore d’application pour les pages de ce réseau. Un propriétaire la configure dans le tableau de bord, sous Paramètres, Réseaux.',
  'connect.denied': 'Vous n’avez pas donné votre approbation',
  'connect.declined': '{network} indique que l’approbation a été refusée. Aucun compte n’a été connecté.',
  'connect.refused': '{network} a refusé',
  'connect.check_app':
    'Vérifiez l’application sous Paramètres, Réseaux : son identifiant et son secret, l’adresse de redirection et les permissions.',
  'connect.unavailable': '{network} n’a pas répondu comme prévu',
  'connect.try_later':
    'Aucun compte n’a été connecté. La plateforme rencontre peut-être un problème, ou ce serveur ne peut pas la joindre. Le journal en dit plus. Réessayez dans quelques minutes.',
  'account.approval_ended': 'L’approbation du compte a pris fin. Reconnectez-le.',
  'account.being_renewed':
    'L’accès au compte a pris fin et est en cours de renouvellement. La publication partira ensuite.',
  'account.unreadable':
    'L’approbation enregistrée ne peut pas être lue avec le SECRET_KEY défini. Placez l’ancienne clé dans SECRET_KEY_OLD, ou reconnectez le compte.',
  'account.disconnected': 'Le compte indiqué par cette publication n’est plus connecté. Reconnectez-le.',
  'account.none':
    'Aucun compte de cette plateforme n’est connecté. Connectez-en un, et la publication suivra son cours.',
  'account.sandbox':
    'Ceci est un compte du bac à sable, et Doorpost ne fonctionne pas en mode bac à sable actuellement.',
  'account.real':
    'Ceci est un compte réel, et Doorpost fonctionne actuellement en mode bac à sable : aucune publication n’en sort.',
  'account.resume_sandbox':
    'Ceci est un compte du bac à sable, et Doorpost ne fonctionne pas en mode bac à sable actuellement. Connectez un compte réel.',
  'account.resume_real':
    'Ceci est un compte réel, et Doorpost fonctionne actuellement en mode bac à sable. Démarrez-le d’abord sans le bac à sable.',
  'account.needs_attention': 'Le compte demande votre attention.',
  'account.has_to_wait': 'La plateforme a demandé de patienter.',
  'account.not_renewed':
    '{network} n’a pas pu renouveler l’accès à ce compte pour le moment. Une nouvelle tentative aura lieu automatiquement ; les publications attendent entre-temps si nécessaire.',
  'account.renewal_refused':
    '{network} refuse de renouveler l’approbation depuis plus d’un jour : {refusal} Reconnectez le compte.',
  'account.renewal_lost':
    '{network} a renouvelé l’approbation à {time}, mais sa réponse s’est perdue en route, et l’ancienne approbation ne sert qu’une fois. Reconnectez le compte.',
  'account.not_accepted': '{network} n’accepte plus l’approbation. Reconnectez le compte.',
  'account.app_changed':
    'L’application pour {network} a été modifiée, et seule la précédente peut renouveler cette approbation. Reconnectez le compte.',
  'app.not_found': 'Cette application n’existe pas. La liste : GET /v1/connections/apps.',
  'app.id_required': '{field} est obligatoire : l’identifiant que {network} affiche pour l’application.',
  'app.secret_required': '{field} est obligatoire : le secret que {network} affiche pour l’application.',
  'app.secret_with_id':
    '{field} est obligatoire avec un autre client_id : le secret enregistré appartient à l’application précédente.',
  'app.not_text': '{field} doit compter {max} caractères au plus, sans espaces.',
  'app.environment':
    '{field} est sans effet : {settings} sont définis là où Doorpost s’exécute, et ils l’emportent. Supprimez-les d’abord à cet endroit.',
  'app.none':
    'Aucune application n’est encore configurée pour {network}. Saisissez d’abord son identifiant et son secret.',
  'app.accepted': '{network} connaît cette application, et son secret est correct.',
  'app.wrong_secret':
    '{network} connaît l’application, mais pas avec ce secret. Copiez de nouveau le secret depuis sa page. ({words})',
  'app.wrong_meta_id':
    '{network} ne connaît pas cet identifiant d’application. Copiez l’identifiant libellé pour {network} : celui qui figure en haut de la page chez Meta est différent. ({words})',
  'app.wrong_pair':
    '{network} n’accepte pas cet identifiant avec ce secret. Copiez de nouveau les deux depuis la page de l’application. ({words})',
  'app.refused': '{network} a refusé l’application : {words}',
  'app.no_verdict': '{network} n’a pas donné de réponse claire ({words}). Réessayez dans quelques minutes.',
  'app.unreachable': '{network} n’a pas pu être joint : {problem}',
  'app.no_answer': 'Aucune réponse n’est arrivée à temps. Réessayez dans quelques minutes.',
  'app.unreadable':
    'Le secret enregistré ne peut pas être lu avec le SECRET_KEY défini. Saisissez-le de nouveau, ou placez l’ancienne clé dans SECRET_KEY_OLD.',
  'auth.no_account': 'Le lien n’indique aucun compte. Créez-en un nouveau, avec l’identifiant (handle) du compte.',
  'auth.app_gone': 'L’application à laquelle cet accès a été donné n’existe plus. Reconnectez le compte.',
  'auth.not_renewable': 'Cette approbation ne peut pas être renouvelée.',
  'auth.no_refresh_token': '{network} n’a fourni aucun moyen de renouveler cet accès. Reconnectez le compte.',
  'auth.new_access_refused':
    '{network} n’accepte pas le nouvel accès. Reconnectez le compte et accordez toutes les permissions.',
  'auth.code_refused': '{network} n’a pas accepté la connexion ({words}). Reconnectez le compte.',
  'auth.connection_refused': '{network} a refusé la connexion : {words}. Reconnectez le compte.',
  'auth.renewal_refused': '{network} n’a pas renouvelé l’accès ({words}). Reconnectez le compte.',
  'auth.refusal': '{words}.{advice}',
  'bluesky.advice_document':
    ' Le serveur doit pouvoir lire la description de l’application à l’adresse {url}, telle qu’elle était lors de la connexion du compte.',
  'bluesky.too_many_sign_ins':
    'Bluesky n’autorise plus aucune connexion à ce compte pour l’instant : il y a eu trop de tentatives. Attendez {span}.',
  'bluesky.account_password':
    'Ceci est le mot de passe du compte, qui exige aussi un code. Créez un mot de passe d’application dans les paramètres de Bluesky (Confidentialité et sécurité, Mots de passe d’application) et utilisez celui-ci.',
  'bluesky.wrong_password':
    'Bluesky n’accepte pas cet identifiant avec ce mot de passe d’application. Vérifiez l’identifiant, créez un nouveau mot de passe d’application dans les paramètres de Bluesky (Confidentialité et sécurité, Mots de passe d’application), puis réessayez.{said}',
  'bluesky.not_pds':
    'Le serveur n’a pas répondu comme le fait un PDS (statut {status}). Vérifiez son adresse ; si elle est correcte, réessayez plus tard.{said}',
  'bluesky.pds_says': ' Le PDS indique : {words}',
  'bluesky.not_handle': '« {name} » n’est pas un identifiant. Sur Bluesky, ils ressemblent à name.bsky.social.',
  'bluesky.handle_moved': 'Le compte derrière {handle} n’utilise plus cet identifiant. Vérifiez l’identifiant.',
  'bluesky.no_such_handle':
    '{host} ne connaît aucun compte avec l’identifiant {handle}. Vérifiez l’identifiant, et indiquez son PDS s’il en a un.',
  'bluesky.no_such_account':
    'Le compte {did} n’existe pas : il a été supprimé, ou n’a jamais existé. Vérifiez l’identifiant.',
  'bluesky.not_looked_up': 'Doorpost ne peut pas rechercher {did}. Connectez-le avec un mot de passe d’application.',
  'bluesky.no_pds': 'Le compte {did} n’indique aucun PDS ; rien ne peut donc y être publié.',
  'bluesky.approval_not_begun':
    '{host} n’a pas accepté la demande d’approbation ({words}). Il doit pouvoir joindre ce Doorpost à son adresse pour lire la description de l’application. S’il ne le peut pas, connectez le compte avec un mot de passe d’application.',
  'bluesky.begun_elsewhere': 'Cette approbation n’a pas été commencée ici. Reconnectez le compte.',
  'bluesky.other_issuer':
    'Un autre serveur que celui auquel l’approbation a été demandée a répondu. Reconnectez le compte.',
  'bluesky.other_account': 'L’approbation porte sur un autre compte que celui indiqué. Reconnectez le compte.',
  'bluesky.too_little_granted':
    'Bluesky n’a pas accordé ce dont Doorpost a besoin pour publier. Reconnectez le compte et autorisez tout.',
  'bluesky.no_approval':
    '{host} ne propose pas l’approbation dans un navigateur telle que Bluesky la définit. Connectez le compte avec un mot de passe d’application.',
  'bluesky.no_https_name':
    'Bluesky ne demande l’approbation que si Doorpost a une adresse https avec un nom, ou sur cette machine à 127.0.0.1. Connectez plutôt le compte avec un mot de passe d’application.',
  'linkedin.no_page':
    'Cette personne ne gère aucune page sur LinkedIn. Une personne qui en gère une (super administrateur ou administrateur de contenu) doit la connecter.',
  'linkedin.pages_hidden':
    'LinkedIn ne permet pas à cette application de voir les pages que gère la personne. L’application a besoin du produit Community Management API avec rw_organization_admin.{said}',
  'mastodon.app_not_registered':
    '{host} n’a pas enregistré d’application pour Doorpost ({words}). Vérifiez qu’il s’agit d’un serveur Mastodon.',
}
