import type { networks as english } from '../en/networks.ts'
import type { Translation } from '../translation.ts'

export const networks: Translation<typeof english> = {
  'network.said': ' {network} meldet: {words}',
  'network.access_ended': '{network} akzeptiert den Zugriff auf dieses Konto nicht mehr. Das Konto neu verbinden.',
  'network.restricted':
    '{network} hat dieses Konto eingeschränkt. Bei {network} anmelden und den Anweisungen folgen.{said}',
  'network.forbidden':
    '{network} erlaubt dieser Verbindung das nicht. Das Konto neu verbinden und alle Berechtigungen erteilen.{said}',
  'network.limit_reached':
    'Das Limit von {network} ist erreicht. Es wird wieder versucht, sobald {network} es aufhebt.',
  'network.refused': '{network} hat den Beitrag abgelehnt. Ihn ändern und noch einmal versuchen.{said}',
  'network.unclear':
    '{network} hat nicht eindeutig gesagt, ob der Beitrag veröffentlicht wurde. Das wird geprüft; bitte nicht von Hand noch einmal veröffentlichen.',
  'network.down': '{network} antwortet im Moment nicht richtig. Es wird wieder versucht.',
  'network.unreachable': '{network} war nicht erreichbar. Es wird wieder versucht.',
  'network.cut_off':
    'Die Verbindung zu {network} brach vor der Antwort ab. Der Beitrag ist vielleicht schon öffentlich; das wird geprüft. Bitte nicht von Hand noch einmal veröffentlichen.',
  'network.unnamed':
    '{network} hat den Beitrag angenommen, aber nicht gesagt, wo er ist. Das wird geprüft; bitte nicht von Hand noch einmal veröffentlichen.',
  'network.not_understood':
    'Die Antwort von {network} war nicht zu verstehen. Es wurde nichts veröffentlicht; es wird wieder versucht.',
  'network.list_unreadable':
    'Die Liste der Beiträge auf {network} konnte nicht gelesen werden. Es wird wieder versucht.',
  'network.too_many_posts':
    'Das Konto hat seitdem zu viele Beiträge veröffentlicht, um diesen darunter zu finden. Auf {network} nachsehen und dann sagen, ob er dort ist.',
  'network.media_not_uploaded':
    'Die Medien dieses Beitrags sind noch nicht hochgeladen. Es wurde nichts veröffentlicht; es wird wieder versucht.',
  'network.media_in_progress': '{network} arbeitet noch an den Medien dieses Beitrags. Es wird wieder versucht.',
  'network.media_gone':
    '{network} hat die hochgeladenen Medien dieses Beitrags nicht mehr. Sie müssen noch einmal hochgeladen werden.{said}',
  'network.media_refused':
    '{network} hat eine Mediendatei dieses Beitrags nicht angenommen. Prüfen, ob sie sich öffnen lässt, und noch einmal versuchen.',
  'network.media_too_large':
    'Eine Mediendatei ist größer, als der Server dieses Kontos annimmt. Sie verkleinern und noch einmal versuchen.{said}',
  'bluesky.forbidden':
    '{network} erlaubt dieser Verbindung das nicht. Das Konto neu verbinden, per Freigabe oder mit einem neuen App-Passwort.{said}',
  'bluesky.media_not_taken':
    '{network} nimmt eine der Mediendateien nicht an. Sie verkleinern oder umwandeln und noch einmal versuchen.{said}',
  'mastodon.not_found':
    'Der Mastodon-Server hat nicht gefunden, was der Beitrag braucht. Wenn der Beitrag schon öffentlich war und dort gelöscht wurde, eine Stunde warten und wiederholen. Sonst prüfen, ob der Server noch ein Mastodon-Server ist.{said}',
  'mastodon.media_failed':
    'Der Mastodon-Server konnte eine Mediendatei nicht verarbeiten. Prüfen, ob sie sich abspielen oder öffnen lässt, und noch einmal versuchen.',
  'mastodon.media_too_slow':
    'Der Mastodon-Server arbeitet seit einer halben Stunde an einer Mediendatei. Eine kleinere versuchen.',
  'x.out_of_credit':
    'Das Guthaben des X-Entwicklerkontos ist aufgebraucht. In der X-Entwicklerkonsole Guthaben kaufen; der Beitrag wartet so lange.',
  'x.duplicate':
    'X hat den Beitrag abgelehnt, weil dieses Konto kurz zuvor denselben Text veröffentlicht hat. Den Text ändern oder einen halben Tag warten.',
  'x.media_failed':
    'X konnte das Video oder GIF nicht verarbeiten. Prüfen, ob es sich abspielen lässt und höchstens 140 Sekunden lang ist, und noch einmal versuchen.{said}',
  'linkedin.duplicate':
    'LinkedIn hat den Beitrag abgelehnt, weil dieses Konto denselben schon veröffentlicht hat. Den Text ändern oder den ersten Beitrag löschen und ein bis zwei Tage warten.',
  'linkedin.version_ended':
    'LinkedIn akzeptiert die Version {version} seiner Schnittstelle nicht mehr. Wer diesen Server betreibt, muss eine neuere LinkedIn-Version einstellen; der Beitrag ist nicht verloren und wurde nicht veröffentlicht.',
  'linkedin.forbidden':
    'LinkedIn erlaubt dieser Verbindung das nicht: Eine Berechtigung fehlt, oder die Person verwaltet die Seite nicht mehr. Das Konto neu verbinden und alle Berechtigungen erteilen.{said}',
  'linkedin.media_unusable':
    'LinkedIn konnte die Medien dieses Beitrags nicht verwenden. Prüfen, ob sich die Datei abspielen oder öffnen lässt, und noch einmal versuchen.{said}',
  'linkedin.image_failed':
    'LinkedIn konnte ein Bild nicht verarbeiten. Prüfen, ob es sich öffnen lässt und ein JPEG, PNG oder GIF ist, und noch einmal versuchen.',
  'linkedin.document_failed':
    'LinkedIn konnte das PDF nicht verarbeiten. Prüfen, ob es sich ohne Passwort öffnen lässt und höchstens 300 Seiten hat, und noch einmal versuchen.',
  'linkedin.video_failed':
    'LinkedIn konnte das Video nicht verarbeiten. Prüfen, ob es sich abspielen lässt und ein MP4 von 3 Sekunden bis 30 Minuten ist, und noch einmal versuchen.',
  'linkedin.member_unreadable':
    'LinkedIn lässt keine App die Beiträge einer Person lesen. Im Profil nachsehen und dann sagen, ob der Beitrag dort ist.',
  'linkedin.page_unreadable':
    'Diese Verbindung darf die Beiträge der Seite nicht lesen. Auf der Seite nachsehen und dann sagen, ob der Beitrag dort ist.',
  'meta.down': '{network} hat eine Störung. Der Beitrag wird von selbst wieder versucht.',
  'meta.unreachable': '{network} war nicht erreichbar. Der Beitrag wird von selbst wieder versucht.',
  'meta.wrong_answer': '{network} hat nicht wie erwartet geantwortet. Der Beitrag wird von selbst wieder versucht.',
  'meta.unclear':
    'Aus der Antwort von {network} ({words}) geht nicht hervor, ob der Beitrag öffentlich ist. Es wird nachgesehen.',
  'meta.answer_lost':
    'Die Antwort von {network} ging verloren, der Beitrag ist also vielleicht öffentlich. Es wird nachgesehen.',
  'meta.refused_but_out':
    '{network} hat den Beitrag abgelehnt, aber dessen Status sagt, dass er öffentlich ist. Es wird nachgesehen.',
  'meta.unnamed': '{network} hat den Beitrag angenommen, ohne ihn zu benennen. Es wird nachgesehen.',
  'meta.already_out': '{network} meldet, dass der Beitrag schon öffentlich ist. Es wird nachgesehen.',
  'meta.not_prepared': 'Der Beitrag ist auf {network} noch nicht vorbereitet.',
  'meta.blocked':
    '{network} hat die Aktion zum Schutz der Community blockiert. Bei {network} anmelden und nachsehen, ob das Konto eine Warnung hat.',
  'meta.too_many_calls':
    '{network} erlaubt für dieses Konto im Moment keine weiteren Aufrufe. Der Beitrag geht hinaus, sobald sie wieder erlaubt sind.',
  'meta.too_many_posts':
    '{network} erlaubt für dieses Konto heute keine weiteren Beiträge. Der Beitrag geht hinaus, sobald der nächste erlaubt ist.',
  'meta.access_ended': '{network} akzeptiert die Verbindung zu diesem Konto nicht mehr. Das Konto neu verbinden.',
  'meta.permission_taken_back':
    'Die Berechtigung für dieses Konto wurde bei {network} zurückgenommen. Das Konto neu verbinden.',
  'meta.password_changed':
    'Das Passwort des Kontos bei {network} wurde geändert, was die Verbindung beendet hat. Das Konto neu verbinden.',
  'meta.access_expired': 'Die Verbindung zum Konto bei {network} ist abgelaufen. Das Konto neu verbinden.',
  'meta.access_stopped': 'Die Verbindung zum Konto bei {network} wurde beendet. Das Konto neu verbinden.',
  'meta.forbidden':
    '{network} lässt diese Verbindung nicht veröffentlichen. Das Konto neu verbinden und alles erlauben, worum gebeten wird.',
  'meta.not_shown':
    '{network} zeigt uns das nicht: Es gibt es nicht mehr, oder die Verbindung darf es nicht sehen. Das Konto neu verbinden.',
  'meta.restricted':
    '{network} hat dieses Konto eingeschränkt. Bei {network} anmelden, erledigen, was verlangt wird, und den Beitrag dann noch einmal veröffentlichen.',
  'meta.refused': '{network} hat den Beitrag abgelehnt: {words}. Den Beitrag ändern und noch einmal veröffentlichen.',
  'meta.file_not_fetched':
    '{network} konnte die Datei nicht herunterladen. Ihre Adresse muss öffentlich sein, ohne Anmeldung, und offen für die Programme von Meta.',
  'meta.file_too_slow':
    '{network} brauchte zu lange, um die Datei herunterzuladen. Eine kleinere Datei oder einen schnelleren Ort dafür verwenden.',
  'meta.file_failed':
    '{network} konnte die Datei nicht verarbeiten. Prüfen, ob sie sich öffnen und abspielen lässt, oder sie in einem anderen Format hochladen.',
  'meta.file_unreadable': 'Eine Datei des Beitrags konnte nicht gelesen werden: {problem}',
  'meta.not_ready': '{network} hat den Beitrag noch nicht fertig vorbereitet. Es wird von selbst wieder versucht.',
  'meta.forgotten': '{network} kennt den vorbereiteten Beitrag nicht mehr. Er wird noch einmal vorbereitet.',
  'meta.expired':
    '{network} bewahrt einen vorbereiteten Beitrag nur einen Tag auf, und er ist abgelaufen. Er wird noch einmal vorbereitet.',
  'meta.duplicate': '{network} hat denselben Beitrag gerade veröffentlicht und nimmt ihn nicht zweimal.',
  'meta.image_type': '{network} nimmt diese Art von Bild nicht. Eine JPEG-Datei verwenden.',
  'meta.image_too_large': '{network} nimmt nur Bilder bis 8 MB. Eine kleinere Datei verwenden.',
  'meta.image_shape':
    '{network} nimmt kein Bild mit diesem Seitenverhältnis. Eines zwischen 4:5 (hoch) und 1,91:1 (breit) verwenden.',
  'meta.video_type': '{network} nimmt diese Art von Video nicht. Eine MP4- oder MOV-Datei mit H.264 und AAC verwenden.',
  'meta.text_too_long': 'Der Text ist zu lang für {network}. Ihn kürzen, Hashtags eingeschlossen.',
  'meta.product_tags':
    '{network} hat die Produkt-Tags des Beitrags abgelehnt. Sie entfernen und ihn noch einmal veröffentlichen.',
  'meta.media_type':
    '{network} kennt diese Art von Medien nicht. Ein JPEG-Bild oder ein MP4- oder MOV-Video verwenden.',
  'meta.carousel': '{network} hat das Karussell abgelehnt. Es braucht 2 bis 10 Bilder oder Videos.',
  'meta.cover': 'Das Titelbild des Videos liegt außerhalb des Videos. Einen anderen Moment wählen.',
  'meta.trial_reel': '{network} erlaubt auf diesem Konto keine Test-Reels. Als normales Reel veröffentlichen.',
  'meta.too_many_links':
    '{network} nimmt höchstens 5 verschiedene Links in einem Beitrag. Einige entfernen und ihn noch einmal veröffentlichen.',
  'meta.incomplete':
    '{network} kann keinen Beitrag der Art {kind} mit {count, plural, one {# Datei} other {# Dateien}} veröffentlichen. Den Beitrag ändern.',
  'meta.post_failed':
    '{network} konnte den Beitrag nicht verarbeiten{cause}. Den Beitrag prüfen und noch einmal veröffentlichen.',
  'meta.one_file_failed':
    '{network} konnte die Datei nicht verarbeiten{cause}. Die Datei prüfen und noch einmal veröffentlichen.',
  'meta.item_failed':
    '{network} konnte Element {item} des Karussells nicht verarbeiten{cause}. Die Datei prüfen und noch einmal veröffentlichen.',
  'meta.cause': ': {cause}',
  'meta.cause_late': 'nicht rechtzeitig fertig geworden',
  'meta.cause_expired': 'zu früh abgelaufen',
  'meta.cause_unread': 'lässt sich nicht zurücklesen',
  'meta.cause_download': 'die Datei konnte nicht von ihrer Adresse heruntergeladen werden',
  'meta.cause_slow_download': 'das Herunterladen der Datei dauerte zu lange',
  'meta.cause_image_size': 'das Bild ist größer als 8 MB',
  'meta.cause_image_type': 'das Bild ist kein JPEG',
  'meta.cause_image_shape': 'das Bild hat ein nicht erlaubtes Seitenverhältnis; erlaubt ist 4:5 bis 1,91:1',
  'meta.cause_media_type': 'die Art der Medien ist unbekannt',
  'meta.cause_video_type': 'das Videoformat wird nicht unterstützt; MP4 oder MOV mit H.264 und AAC verwenden',
  'meta.cause_cover': 'das Titelbild liegt außerhalb des Videos',
  'meta.cause_video_download': 'das Video konnte nicht von seiner Adresse heruntergeladen werden',
  'meta.cause_sound': 'der Ton des Videos konnte nicht verarbeitet werden',
  'meta.cause_video': 'das Video konnte nicht verarbeitet werden',
  'meta.cause_video_shape': 'das Video hat ein nicht erlaubtes Seitenverhältnis',
  'meta.cause_bit_rate': 'die Bitrate des Videos ist zu hoch',
  'meta.cause_duration': 'das Video ist zu lang; bis zu 5 Minuten sind erlaubt',
  'meta.cause_frame_rate': 'die Bildrate des Videos muss 23 bis 60 pro Sekunde betragen',
  'meta.cause_channels': 'der Ton des Videos muss Mono oder Stereo sein',
  'meta.cause_untold': 'ein Grund wird nicht genannt',
}
