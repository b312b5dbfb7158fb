import type { files as english } from '../en/files.ts'
import type { Translation } from '../translation.ts'

export const files: Translation<typeof english> = {
  'post_file.number': 'Datei {number}',
  'post_file.unknown_kind': 'weder ein bekanntes Bild noch ein bekanntes Video',
  'types.and': '{types} und {last}',
  'types.or': '{types} oder {last}',
  'post_file.wrong_image': '{field} ist {found}, {network} nimmt aber Bilder in {types}.',
  'post_file.wrong_video': '{field} ist {found}, {network} nimmt aber Videos in {types}.',
  'post_file.wrong_audio': '{field} ist {found}, {network} nimmt aber Tonaufnahmen in {types}.',
  'post_file.wrong_document': '{field} ist {found}, {network} nimmt aber Dokumente in {types}.',
  'post_file.empty': '{field} ist leer. Die Datei ersetzen und noch einmal versuchen.',
  'post_file.too_large': '{field} hat {megabytes, number} MB, {network} nimmt aber höchstens {max, number} MB.',
  'post_file.too_long': '{field} ist {seconds, number} Sekunden lang, {network} nimmt aber höchstens {max}.',
  'post_file.reel_too_long': '{field} ist {seconds, number} Sekunden lang, ein Reel darf aber höchstens {max} haben.',
  'post_file.too_short': '{field} ist {seconds, number} Sekunden lang, {network} verlangt aber mindestens {min}.',
  'post_file.too_narrow': '{field} ist {width} Pixel breit, {network} verlangt aber mindestens {min}.',
  'post_file.too_many_pixels': '{field} hat {width} × {height} Pixel, {network} nimmt aber höchstens {max}.',
  'post_file.wrong_shape':
    '{field} ist {width} × {height}, {network} nimmt aber Seitenverhältnisse von {tallest}:1 bis {widest}:1.',
  'post_file.shrunk':
    '{field} hat {megabytes, number} MB und {width} × {height} Pixel, mehr als {network} nimmt. Doorpost sendet davon ein kleineres JPEG: aufrecht, ohne Angaben zu Ort und Kamera, durchsichtige Stellen weiß. Die Datei selbst bleibt unverändert.',
  'post_file.not_usable': '{field} lässt sich so nicht verwenden. {problem}',
  'post_file.no_answer': 'Es kam keine Antwort.',
  'post_file.ended_early': 'Die Datei endete zu früh.',
  'post_file.not_downloaded':
    'Mediendatei {number} konnte nicht heruntergeladen werden: {problem} Prüfen, ob sich ihre Adresse ohne Anmeldung öffnet.',
  'post_file.changes':
    'Eine Mediendatei ist bei jedem Abruf eine andere und lässt sich daher nicht hochladen. Die fertige Datei unter einer Adresse ablegen, an der sie sich nicht ändert, und noch einmal versuchen.',
  'reel.too_long': 'Das Reel ist {seconds, number} Sekunden lang, erlaubt sind {max}. Ein kürzeres Video verwenden.',
  'reel.unreadable': 'Das Video lässt sich nicht lesen: {problem}',
  'counting.threads': 'Threads nimmt 500 Zeichen. Ein Emoji zählt so viel wie seine Bytes, meist 4 oder mehr.',
  'counting.instagram': 'Instagram nimmt 2.200 Zeichen, Hashtags eingeschlossen.',
  'counting.linkedin': 'LinkedIn nimmt 3.000 Zeichen, Hashtags eingeschlossen.',
  'counting.x': 'X nimmt 280. Ein Link zählt 23; Emojis und chinesische, japanische oder koreanische Zeichen zählen 2.',
  'counting.bluesky': 'Bluesky nimmt 300. Ein Emoji zählt 1, ein Link alle seine Zeichen.',
  'counting.mastodon':
    'Dieser Mastodon-Server nimmt {max, number}. Ein Link zählt {link}; von @name@server zählt nur @name.',
}
