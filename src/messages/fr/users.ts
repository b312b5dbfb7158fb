import type { users as english } from '../en/users.ts'
import type { Translation } from '../translation.ts'

export const users: Translation<typeof english> = {
  'sign_in.wrong_password':
    'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux, ou définissez un nouveau mot de passe.',
  'sign_in.wrong_own_password': 'Le mot de passe est incorrect. Saisissez celui avec lequel vous vous êtes connecté.',
  'sign_in.wrong_code':
    'Ce code est incorrect, trop ancien ou déjà utilisé. Utilisez celui que l’application affiche maintenant.',
  'sign_in.wrong_backup_code': 'Ce code de secours est incorrect ou déjà utilisé. Utilisez-en un autre.',
  'sign_in.start_again': 'Cette connexion a pris fin. Recommencez avec l’adresse e-mail et le mot de passe.',
  'sign_in.no_second_factor': 'Le second facteur n’est pas configuré. Commencez par POST /v1/auth/totp.',
  'sign_in.second_factor_on': 'Le second facteur est déjà activé. Désactivez-le d’abord pour le configurer de nouveau.',
  'sign_in.begun_twice': 'La configuration a été commencée deux fois en même temps. Recommencez-la.',
  'sign_in.wrong_new_passkey': 'La clé d’accès n’a pas pu être ajoutée. Demandez de nouvelles options et réessayez.',
  'sign_in.wrong_passkey':
    'Cette clé d’accès ne convient pas. Réessayez ou utilisez-en une autre, ou connectez-vous avec l’adresse e-mail et le mot de passe.',
  'sign_in.no_passkey_options':
    'Demandez d’abord de nouvelles options : elles sont valables cinq minutes, et une seule fois.',
  'sign_in.no_origin':
    'Les clés d’accès ne fonctionnent que depuis le tableau de bord : la requête n’a aucune de nos Origin.',
  'sign_in.not_fresh':
    'Pour cela, vous devez vous être connecté au cours du dernier jour. Déconnectez-vous, reconnectez-vous, puis faites-le.',
  'sign_in.account_removed': 'Votre compte a été retiré de l’équipe.',
  'sign_in.too_many_codes': 'Trop de codes erronés pour ce compte. Attendez un quart d’heure, puis reconnectez-vous.',
  'sign_in.too_many_people': 'Trop de personnes se connectent en ce moment. Réessayez dans 5 secondes.',
  'sign_in.one_factor': 'Envoyez soit code, soit backup_code, pas les deux.',
  'code.not_six_digits': 'code doit être les six chiffres que l’application affiche.',
  'passkey.wrong_response':
    '{field} doit être ce que le navigateur a fourni pour la clé d’accès, sous forme d’objet JSON avec id et response.',
  'passkey.not_found': 'Aucune de vos clés d’accès n’a cet identifiant. La liste : GET /v1/auth/passkeys.',
  'session.not_found': 'Aucune de vos sessions n’a cet identifiant. La liste : GET /v1/auth/sessions.',
  'password.required': '{field} est obligatoire.',
  'password.too_long': '{field} doit compter {max} caractères au plus.',
  'password.too_short': '{field} doit compter au moins {min} caractères. Une phrase est facile à retenir.',
  'password.same_as_email': '{field} ne doit pas être l’adresse e-mail.',
  'user.email_characters':
    "{field} ne peut contenir, pour se connecter, que des lettres de a à z, des chiffres et . _ '' + -. Utilisez une autre adresse.",
  'user.name_lines': '{field} doit tenir sur une ligne.',
  'setup.done_already':
    'Cette installation est déjà configurée. Connectez-vous, ou demandez une invitation à un propriétaire de l’équipe.',
  'setup.wrong_link':
    'Ce lien de configuration ne fonctionne pas : il date de plus d’un jour, ou un plus récent a été créé. Redémarrez Doorpost, ou exécutez « {command} » ; les deux en affichent un nouveau.',
  'reset.wrong_link':
    'Ce lien ne fonctionne pas : il a été utilisé, un plus récent a été créé, ou il date de plus d’une heure. Demandez-en un nouveau.',
  'reset.no_mail':
    'Cette installation n’envoie pas d’e-mails. Demandez un lien à son exploitant : « {command} » en affiche un.',
  'team.last_owner': 'C’est le dernier propriétaire de l’équipe. Nommez d’abord un autre propriétaire.',
  'team.known_address': 'Une personne avec cette adresse fait déjà partie de l’équipe. Changez plutôt son rôle.',
  'team.not_owner': 'Vous n’êtes plus propriétaire de l’équipe. Demandez à l’un de ses propriétaires de le faire.',
  'team.no_member': 'Personne dans l’équipe n’a cet identifiant. La liste : GET /v1/team.',
  'invitation.wrong_link':
    'Cette invitation ne fonctionne pas : elle a été utilisée ou retirée, ou date de plus d’une semaine. Demandez-en une nouvelle à un propriétaire de l’équipe.',
  'invitation.not_found': 'Aucune invitation n’a cet identifiant. La liste : GET /v1/team/invitations.',
  'key.revoked': 'Cette clé API a été révoquée. Créez-en une nouvelle et utilisez-la à la place.',
  'key.expired': 'Cette clé API a expiré. Créez-en une nouvelle et utilisez-la à la place.',
  'key.replaced': 'Cette clé API a été renouvelée, et son ancien secret n’est plus valable. Utilisez le nouveau.',
  'key.not_live': 'Cette clé a été révoquée ou a expiré. Créez-en plutôt une nouvelle.',
  'key.unknown':
    'Cette clé API n’est pas connue ici. Vérifiez qu’elle a été copiée en entier, ou créez-en une nouvelle.',
  'key.malformed':
    'Ce n’est pas une clé API de Doorpost, ou l’un de ses caractères est faux. Elle commence par svc_pk_ et compte 45 caractères.',
  'key.name_taken': 'Il existe déjà une clé nommée « {name} ». Révoquez-la d’abord, ou choisissez un autre nom.',
  'key.not_found': 'Aucune clé API n’a cet identifiant. La liste : GET /v1/keys.',
  'key.expires_in_past': '{field} doit être dans le futur. Omettez-le pour une clé qui n’expire pas.',
  'key.scopes_not_list': '{field} doit être un tableau de permissions, mais la valeur est {found}.',
  'key.no_scopes': '{field} doit contenir au moins une permission. Choisissez parmi {known} ; omettez-le pour toutes.',
  'key.unknown_scope': '{field} n’est pas une permission : scope inconnu {scope}. Choisissez parmi {known}.',
  'key.not_scope': '{field} n’est pas une permission : {found}. Choisissez parmi {known}.',
  'removal.not_found':
    'Aucune de vos suppressions n’a cet identifiant : elle a été effectuée ou annulée. La liste : GET /v1/removals.',
  'removal.wrong_records': '{field} doit être un tableau de 1 à {max} enregistrements, mais la valeur est {found}.',
  'removal.wrong_id': '{field} doit être l’identifiant d’un enregistrement, un UUID.',
  'removal.changed': 'L’élément a été modifié pendant qu’il attendait d’être supprimé : il est donc toujours là.',

  'stream.too_many_of_key':
    'Une clé API peut avoir {most} flux ouverts. Fermez-en un, ou réessayez dans {seconds} secondes.',
  'stream.too_many_of_person':
    'Une personne peut avoir {most} flux ouverts. Fermez-en un, ou réessayez dans {seconds} secondes.',
  'stream.too_many':
    'Ce serveur garde {most} flux ouverts au plus. Fermez-en un, ou réessayez dans {seconds} secondes.',
  'stream.wrong_accept': 'Accept doit indiquer text/event-stream : la réponse est un flux qui ne se termine pas.',
  'stream.wrong_place': '{field} doit être l’identifiant d’un message précédent de ce flux, inchangé.',
}
