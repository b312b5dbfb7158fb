import type { media as english } from '../en/media.ts'
import type { Translation } from '../translation.ts'

export const media: Translation<typeof english> = {
  'media.not_found': 'Aucun fichier n’a cet identifiant. La liste : GET /v1/media ; envoyez-en un avec POST /v1/media.',
  'media.bad_name':
    'name doit être le nom d’un fichier, sans dossiers, barres obliques, deux-points ni caractères de contrôle : harbour.jpg',
  'media.compressed': 'Content-Encoding n’est pas pris en charge. Envoyez les octets du fichier tels quels.',
  'media.no_file_part':
    'Le formulaire ne contient pas de fichier. Envoyez-le comme partie avec un nom de fichier, comme le fait curl -F file=@harbour.jpg.',
  'media.other_type':
    'Content-Type indique {said}, mais d’après ses octets, le fichier est {actual}. Envoyez Content-Type: {type}, ou omettez l’en-tête.',
  'media.other_type_unnamed':
    'Content-Type indique autre chose, mais d’après ses octets, le fichier est {actual}. Envoyez Content-Type: {type}, ou omettez l’en-tête.',
  'media.too_large':
    'Le fichier dépasse {most} Mo, le maximum que cette installation accepte. Envoyez-en un plus petit, ou demandez à son exploitant d’en autoriser de plus gros.',
  'media.no_room':
    'Les fichiers de cet espace de travail occupent {used, number} Mo sur {quota, number}, et celui-ci en fait {size, number}. Supprimez-en quelques-uns, ou demandez plus de place à l’exploitant.',
  'media.needed':
    'La publication {post}, prévue pour le {date}, a besoin de ce fichier. Retirez-le de la publication, ou annulez ou supprimez celle-ci, puis supprimez le fichier.',
  'media.deleted_now': 'Le fichier vient d’être supprimé à cet instant. Envoyez-le de nouveau.',
  'media.too_many_uploads':
    'Trop de fichiers sont en cours d’envoi en ce moment ; jusqu’à {most} peuvent être envoyés à la fois. Réessayez dans quelques secondes.',
  'media.too_many_sent':
    'Trop de fichiers sont en cours de transmission en ce moment. Réessayez dans quelques secondes.',
  'media.too_many_read': 'Trop de fichiers sont en cours de lecture en ce moment. Réessayez dans quelques secondes.',
  'media.no_such_file': 'Ce fichier n’existe pas ici. Il a peut-être été supprimé, ou ses 30 jours sont écoulés.',
  'media.private_types': 'images, films, PDF, textes et documents bureautiques',
  'preview.no_url': 'url est obligatoire : l’adresse d’une image.',
  'preview.not_shown': 'Cette image ne peut pas être affichée ici. Ouvrez son adresse pour voir ce qui s’y trouve.',
  'preview.too_many': 'Trop d’images sont en cours de récupération en ce moment. Réessayez dans une seconde.',
  'file.empty': 'Le fichier est vide (0 octet). Envoyez les octets du fichier dans le corps.',
  'file.types': 'Sont acceptés les images JPEG, PNG, WebP ou GIF, les vidéos MP4 ou MOV, et les documents PDF.',
  'file.webm': 'Le fichier est une vidéo WebM, que peu de réseaux acceptent. {taken}',
  'file.svg': 'Le fichier est un texte SVG ou XML. {taken} Exportez-le en PNG.',
  'file.web_page': 'Le fichier est une page web, et non une image. {taken}',
  'file.heic': 'Le fichier est une image HEIC ou AVIF, que peu de réseaux acceptent. {taken} Enregistrez-le en JPEG.',
  'file.unknown': 'Les premiers octets du fichier ne correspondent à aucun type accepté. {taken}',
  'file.too_many_pixels': 'Le fichier a {width} × {height} pixels, et {most} millions sont le maximum. Réduisez-le.',
  'file.no_video_size':
    'Le fichier commence comme un {type}, mais il n’a pas de piste vidéo dont la taille puisse être lue. Enregistrez-le ou exportez-le de nouveau, puis envoyez ce fichier.',
  'file.no_size':
    'Le fichier commence comme un {type}, mais sa taille ne peut pas être lue. Enregistrez-le ou exportez-le de nouveau, puis envoyez ce fichier.',
  'file.cut_off':
    'Le fichier commence comme un {type}, mais il se termine trop tôt : il en manque une partie. Envoyez le fichier entier ; s’il est endommagé, exportez-le de nouveau.',
  'file.broken_parts':
    'Le fichier commence comme un {type}, mais ses parties ne se suivent pas. Enregistrez-le ou exportez-le de nouveau, puis envoyez ce fichier.',
  'file.no_picture':
    'Le fichier commence comme un {type}, mais il ne contient pas d’image. Enregistrez-le ou exportez-le de nouveau, puis envoyez ce fichier.',
  'file.too_many_parts':
    'Le fichier commence comme un {type}, mais il a trop de parties. Enregistrez-le ou exportez-le de nouveau, puis envoyez ce fichier.',
  'file.no_header':
    'Le fichier commence comme un {type}, mais son en-tête est absent. Enregistrez-le ou exportez-le de nouveau, puis envoyez ce fichier.',
  'file.bomb':
    'Le fichier commence comme un {type}, mais une de ses parties se décompresse en plusieurs fois sa taille, ce qui sert à surcharger les programmes. Enregistrez-le de nouveau sans métadonnées.',
  'file.no_index':
    'Le fichier commence comme un {type}, mais son index (moov) est absent : l’enregistrement n’a pas été terminé. Enregistrez-le ou exportez-le de nouveau, puis envoyez ce fichier.',
  'file.too_large': 'Le fichier dépasse {max} octets.',
  'file.lost': 'Le fichier n’est plus enregistré. Envoyez-le de nouveau.',
  'file.store_away':
    'L’espace de stockage des fichiers ne répond pas pour le moment. La publication attend, et une nouvelle tentative aura lieu automatiquement.',
  'file.not_shrunk':
    'Une image est plus grande que ce que le réseau accepte, et n’a pas pu être réduite pour le moment. Une nouvelle tentative aura lieu.',
  'file.unreadable':
    'Le fichier média ne peut pas être lu. Vérifiez que son adresse est publique, s’ouvre sans connexion à un compte, et mène au fichier lui-même.',
  'file.unreadable_because': 'Le fichier média ne peut pas être lu. {problem}',
  'file.wrong_status': 'Le serveur du fichier média a répondu avec le statut {status} au lieu du fichier.',
  'file.wrong_range': 'Le serveur du fichier média répond mal aux requêtes de plage (range).',
  'file.not_media':
    'L’URL du média ne mène pas à un fichier JPEG, PNG, GIF, WebP, MP4, MOV, WebM, PDF, MP3, Ogg, FLAC, WAV ou M4A.',
  'store.away': 'L’espace de stockage des fichiers ne répond pas : {problem}',
  'store.answered': 'L’espace de stockage des fichiers a répondu à {method} avec {status}.',
  'store.answered_code': 'L’espace de stockage des fichiers a répondu à {method} avec {status} {code}.',
  'store.no_bucket':
    'Le fichier se trouve dans un bucket qui n’est plus configuré ici. Demandez à l’exploitant de le configurer de nouveau.',
  'store.try_again':
    'L’espace de stockage des fichiers ne répond pas ; rien n’a donc été enregistré ni modifié. Réessayez dans quelques secondes ; si cela persiste, l’exploitant en trouvera la raison avec « {command} ».',
  'store.bucket_away':
    'Le bucket des fichiers ne répond pas ; les fichiers sont donc refusés. Vérifiez S3_ENDPOINT ; doctor en dit plus.',
  'disk.refused':
    'Le disque des fichiers {problem} ; rien n’a donc été enregistré. Prévenez l’exploitant, puis envoyez de nouveau le fichier.',
  'disk.refuses_files':
    'Le disque des fichiers {problem} ; les fichiers sont donc refusés. Vérifiez DATA_DIR ; doctor en dit plus.',
  'disk.full': 'est plein',
  'disk.closed': 'n’est pas accessible en écriture',
  'disk.too_many_open': 'ne peut pas être ouvert, car trop de fichiers sont ouverts',
  'disk.errors': 'signale des erreurs',
  'disk.unusable': 'ne peut pas être utilisé',
  'fetch.private_bucket':
    'L’espace de stockage des fichiers ({url}) n’est pas public ; Threads et Instagram ne peuvent donc pas y récupérer les fichiers envoyés. Utilisez-en un qui soit accessible depuis Internet.',
  'fetch.private_address':
    'L’adresse de cette installation ({url}) n’est pas publique ; Threads et Instagram ne peuvent donc pas récupérer les fichiers envoyés. L’exploitant peut configurer une adresse https publique, ou un bucket pour les fichiers.',
  'fetch.plain_http':
    'L’adresse de cette installation ({url}) est en http simple, et Threads et Instagram ne récupèrent les fichiers qu’en https. L’exploitant peut configurer une adresse https publique, ou un bucket pour les fichiers.',
}
