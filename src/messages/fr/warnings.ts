import type { warnings as english } from '../en/warnings.ts'
import type { Translation } from '../translation.ts'

export const warnings: Translation<typeof english> = {
  'warning.more_unknown_fields':
    'Champs inconnus qui ne figurent pas ici : {count}. Eux non plus n’ont pas été enregistrés.',
  'warning.platform_in_body': 'La plateforme fait partie du chemin ({platform}) ; celle du corps a été ignorée.',
  'warning.other_text_field':
    'Le champ « {name} » n’existe pas pour les publications {platform} et n’a pas été enregistré. Leur texte va dans « {text_field} ».',
  'warning.field_of_others':
    'Le champ « {name} » n’existe pas pour les publications {platform} et n’a pas été enregistré.',
  'warning.unknown_field': 'Le champ inconnu {name} n’a pas été enregistré.',
  'warning.misspelt_field': 'Le champ inconnu {name} n’a pas été enregistré. Vouliez-vous dire « {nearest} » ?',
  'warning.hashtag_ends': '{network} termine un hashtag à « {mark} » ; #{tag} ne sera donc pas un seul hashtag.',
  'warning.not_handle': '{handle} ne peut pas être un identifiant sur {network} ({rule}) ; personne n’est mentionné.',
  'warning.handle_x': '1 à 15 lettres, chiffres, tirets bas',
  'warning.handle_mastodon': 'nom, ou nom@serveur',
  'warning.handle_bluesky': 'un nom avec des points, par exemple name.bsky.social',
  'warning.no_account':
    'Aucun compte {network} n’est connecté. La publication est enregistrée et attend ; rien ne part tant qu’aucun n’est connecté.',
  'warning.account_expires':
    'L’approbation du compte prend fin le {at}, avant cette date. Reconnectez le compte d’ici là.',
  'warning.missed':
    'scheduled_date est dans le passé. La publication est considérée comme manquée et attend une personne ; définissez une nouvelle date pour l’envoyer.',
  'warning.past': 'scheduled_date est dans le passé. La publication part immédiatement.',
  'warning.repeat':
    '{network} refuse un texte vu tout récemment, et la publication {id} a le même à moins d’un jour. Modifiez le texte ou la date.',
  'warning.not_fetchable': '{network} récupère {field} lui-même. {problem}',
  'warning.private_host':
    '{field} se trouve sur un hôte privé, que {network} ne peut pas joindre. Utilisez une adresse publique.',
  'warning.no_video_alt_text':
    '{network} n’accepte pas de texte alternatif pour les vidéos ; {field} n’est donc pas envoyé.',
  'warning.alt_text_cut':
    '{network} accepte {max} caractères de texte alternatif, et {field} en a {length} : le reste est coupé.',
  'warning.not_an_image': '{field} se termine par .{ending}, mais media_type {media_type} attend une image.',
  'warning.not_a_video': '{field} se termine par .{ending}, mais media_type {media_type} attend une vidéo.',
  'warning.not_media': '{field} se termine par .{ending}, qui n’est ni une image ni une vidéo.',
  'warning.not_media_or_pdf': '{field} se termine par .{ending}, qui n’est ni une image, ni une vidéo, ni un PDF.',
  'warning.one_image_type': '{field} se termine par .{ending}, mais {network} n’accepte que les images {types}.',
  'warning.image_type': '{field} se termine par .{ending}, mais {network} accepte les images {types}.',
  'warning.video_type': '{field} se termine par .{ending}, mais {network} accepte les vidéos {types}.',
  'warning.audio_type': '{field} se termine par .{ending}, mais {network} accepte les sons {types}.',
  'warning.tracked_too_long':
    'Avec des liens suivis, {field} compterait {used}, et {network} autorise {max} ; ses liens partent donc tels quels et ne sont pas comptés. Raccourcissez le texte.',
  'warning.tagged_too_long':
    'Avec des liens suivis, {field} compterait {used}, et {network} autorise {max} ; ses liens partent donc tels quels et ne sont pas comptés. Raccourcissez le texte, ou envoyez track_links "short".',
  'warning.no_short_links': '{problem} D’ici là, les liens de la publication reçoivent des paramètres UTM à la place.',
  'warning.too_many_links':
    '{field} contient plus de {max} liens différents. À partir du n° {next}, ils partent tels quels et ne sont pas comptés ; le premier est {link}. Utilisez moins de liens, ou plusieurs publications.',
  'text.too_long':
    '{network} autorise {max} caractères, mais {field} en a {length} avec les hashtags ajoutés. Raccourcissez le texte ou envoyez moins de hashtags.',
  'mix.too_many':
    '{network} accepte jusqu’à {max} images ou 1 vidéo dans une publication, mais media_urls a {count} fichiers.',
  'mix.moving':
    '{network} accepte jusqu’à {max} images ou 1 vidéo dans une publication, mais media_urls a {count} fichiers, dont {moving} vidéo ou audio.',
  'threads.text_too_long':
    'Threads compte un emoji pour ses octets UTF-8 (la lecture la plus stricte de ses règles) : content compte {length} sur {max} et sera peut-être refusé. Utilisez moins d’emojis ou moins de texte.',
  'threads.too_many_links': 'Threads refuse plus de {max} liens différents, mais content en a {count}.',
  'instagram.too_many_hashtags':
    'Instagram autorise {max} hashtags en tout, mais caption et hashtags en contiennent {count}.',
  'instagram.many_hashtags':
    'Instagram limite les publications à {max} hashtags, mais caption et hashtags en contiennent {count}. Gardez les {max} qui conviennent le mieux.',
  'instagram.too_many_mentions': 'Instagram autorise {max} mentions, mais caption en a {count}.',
  'instagram.link':
    'Les liens dans les légendes ne sont pas cliquables sur Instagram. Créez une page de liens et placez son adresse dans le profil : elle présente les liens suivis des publications récentes.',
  'linkedin.mixed_videos':
    'LinkedIn accepte soit des images, soit une vidéo, soit un PDF dans une publication, mais {count} des {files} fichiers de media_urls sont des vidéos. Faites plusieurs publications.',
  'linkedin.mixed_documents':
    'LinkedIn accepte soit des images, soit une vidéo, soit un PDF dans une publication, mais {count} des {files} fichiers de media_urls sont des PDF. Faites plusieurs publications.',
  'x.text_too_long':
    'X pondère les caractères (les emojis et de nombreuses écritures comptent pour 2, un lien pour 23) : content avec les mentions ajoutées compte {length} sur {max} et sera refusé. Raccourcissez-le.',
  'x.invisible_characters': 'X refuse les caractères invisibles U+FEFF, U+FFFE et U+FFFF. Supprimez-les.',
  'x.too_many_cashtags': 'X autorise {max} cashtag dans une publication faite par son API, mais content en a {count}.',
  'x.link_costs':
    'Avec un lien, la publication coûte 0,20 $ au lieu de 0,015 $ dans l’offre de paiement à l’usage de X.',
  'x.mixed':
    'X accepte jusqu’à {max} images, ou 1 GIF, ou 1 vidéo dans une publication, mais media_urls a {count} fichiers.',
  'x.mixed_moving':
    'X accepte jusqu’à {max} images, ou 1 GIF, ou 1 vidéo dans une publication, mais media_urls a {count} fichiers, dont {moving} GIF ou vidéo.',
  'bluesky.text_too_long':
    'Bluesky compte ce que l’on voit comme un seul caractère : content avec les mentions ajoutées compte {length} sur {max} et sera refusé. Raccourcissez-le.',
  'bluesky.too_many_bytes':
    'Bluesky accepte {max} octets de texte, mais content avec les mentions ajoutées en a {bytes}. Raccourcissez-le.',
  'mastodon.text_too_long':
    'Le serveur Mastodon autorise {max} caractères (un lien compte pour {link}), mais content avec les hashtags et mentions ajoutés en a {length}. Raccourcissez-le.',
}
