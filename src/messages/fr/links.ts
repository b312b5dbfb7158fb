import type { links as english } from '../en/links.ts'
import type { Translation } from '../translation.ts'

export const links: Translation<typeof english> = {
  'link.not_found': 'Aucun lien n’a cet identifiant. La liste : GET /v1/links ; créez-en un avec POST /v1/links.',
  'link.target_space': 'target ne doit contenir ni espaces, ni sauts de ligne, ni caractères de contrôle.',
  'link.target_backslash':
    'target ne doit pas contenir de barres obliques inverses : les navigateurs les lisent comme des barres obliques.',
  'link.target_not_url': 'target doit être une URL absolue qui commence par https:// ou http://.',
  'link.target_login': 'target ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'link.target_too_long': 'target doit compter {max} caractères au plus une fois encodé.',
  'link.target_own':
    'target est un lien court de cette installation, qui serait seulement compté deux fois. Utilisez la page vers laquelle il mène.',
  'link.in_post':
    'La publication {post} contient ce lien dans son texte, et compte ses clics grâce à lui. Désactivez plutôt le lien, ou supprimez d’abord la publication.',
  'link.no_public_address':
    'Les liens courts ont besoin d’une adresse https publique, et ils commenceraient par {url}. Demandez-en une à l’exploitant, ou utilisez des paramètres UTM (utm), qui n’ont pas besoin d’une adresse à nous.',
  'link_page.wrong_name':
    'name doit compter 3 à 40 lettres minuscules, chiffres et traits d’union, sans trait d’union au début ni à la fin, par exemple harbour-works.',
  'link_page.name_taken': 'Un autre espace de travail a une page nommée « {name} ». Choisissez un autre nom.',
  'link_page.no_name': 'name est obligatoire pour qu’une page soit affichée. Envoyez-en un, par exemple harbour-works.',
  'link_page.empty': 'Il n’y a encore rien ici. Revenez bientôt.',
  'visit.unknown_title': 'Ce lien ne fonctionne pas',
  'visit.unknown':
    'Aucun lien n’a cette adresse. Elle a peut-être été copiée en partie seulement, ou le lien a été supprimé depuis.',
  'visit.unknown_check':
    'Vérifiez-la là où vous l’avez trouvée : chaque caractère compte, ainsi que les majuscules et les minuscules.',
  'visit.disabled_title': 'Ce lien n’est plus utilisé',
  'visit.disabled': 'La personne qui l’a publié l’a désactivé. Cherchez-en un plus récent là où vous l’avez trouvé.',
  'visit.away_title': 'Ce lien ne peut pas être ouvert pour le moment',
  'visit.away': 'Veuillez réessayer dans une minute.',
}
