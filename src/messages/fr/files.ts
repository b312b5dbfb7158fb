import type { files as english } from '../en/files.ts'
import type { Translation } from '../translation.ts'

export const files: Translation<typeof english> = {
  'post_file.number': 'Le fichier {number}',
  'post_file.unknown_kind': 'ni une image ni une vidéo connue',
  'types.and': '{types} et {last}',
  'types.or': '{types} ou {last}',
  'post_file.wrong_image': '{field} est de type {found}, mais {network} accepte les images {types}.',
  'post_file.wrong_video': '{field} est de type {found}, mais {network} accepte les vidéos {types}.',
  'post_file.wrong_audio': '{field} est de type {found}, mais {network} accepte les sons {types}.',
  'post_file.wrong_document': '{field} est de type {found}, mais {network} accepte les documents {types}.',
  'post_file.empty': '{field} est vide. Remplacez-le et réessayez.',
  'post_file.too_large': '{field} fait {megabytes, number} Mo, mais {network} accepte {max, number} Mo au plus.',
  'post_file.too_long': '{field} dure {seconds, number} secondes, mais {network} en accepte {max} au plus.',
  'post_file.reel_too_long': '{field} dure {seconds, number} secondes, mais un reel en accepte {max} au plus.',
  'post_file.too_short': '{field} dure {seconds, number} secondes, mais {network} en demande {min} au moins.',
  'post_file.too_narrow': '{field} fait {width} pixels de large, mais {network} en demande {min} au moins.',
  'post_file.too_many_pixels': '{field} a {width} × {height} pixels, mais {network} en accepte {max} au plus.',
  'post_file.wrong_shape':
    '{field} fait {width} × {height}, mais {network} accepte les proportions de {tallest}:1 à {widest}:1.',
  'post_file.shrunk':
    '{field} a {megabytes, number} Mo et {width} × {height} pixels, plus que ce que {network} accepte. Doorpost en envoie un JPEG plus petit : droit, sans les données de lieu et d’appareil, les parties transparentes en blanc. Le fichier lui-même reste inchangé.',
  'post_file.not_usable': '{field} ne peut pas être utilisé tel quel. {problem}',
  'post_file.no_answer': 'Il n’y a pas eu de réponse.',
  'post_file.ended_early': 'Le fichier s’est terminé trop tôt.',
  'post_file.not_downloaded':
    'Le fichier média {number} n’a pas pu être téléchargé : {problem} Vérifiez que son adresse s’ouvre sans connexion à un compte.',
  'post_file.changes':
    'Un fichier média est différent à chaque téléchargement ; il ne peut donc pas être envoyé. Placez le fichier définitif à une adresse où il ne change pas, puis réessayez.',
  'reel.too_long': 'Le reel dure {seconds, number} secondes, et {max} sont autorisées. Utilisez une vidéo plus courte.',
  'reel.unreadable': 'La vidéo ne peut pas être lue : {problem}',
  'counting.threads': 'Threads accepte 500 caractères. Un emoji compte pour ses octets, le plus souvent 4 ou plus.',
  'counting.instagram': 'Instagram accepte 2 200 caractères, hashtags compris.',
  'counting.linkedin': 'LinkedIn accepte 3 000 caractères, hashtags compris.',
  'counting.x':
    'X en accepte 280. Un lien compte pour 23 ; les emojis et les caractères chinois, japonais ou coréens pour 2.',
  'counting.bluesky': 'Bluesky en accepte 300. Un emoji compte pour 1, et un lien pour tous ses caractères.',
  'counting.mastodon':
    'Ce serveur Mastodon en accepte {max, number}. Un lien compte pour {link} ; de @name@server, seul @name compte.',
}
