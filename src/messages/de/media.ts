import type { media as english } from '../en/media.ts'
import type { Translation } from '../translation.ts'

export const media: Translation<typeof english> = {
  'media.not_found': 'Es gibt keine Datei mit dieser ID. GET /v1/media listet alle auf; POST /v1/media lädt eine hoch.',
  'media.bad_name':
    'name muss der Name einer Datei sein, ohne Ordner, Schrägstriche, Doppelpunkte oder Steuerzeichen: harbour.jpg',
  'media.compressed': 'Content-Encoding wird nicht unterstützt. Die Bytes der Datei unverändert senden.',
  'media.no_file_part':
    'Das Formular enthält keine Datei. Sie als Teil mit einem Dateinamen senden, wie curl -F file=@harbour.jpg es tut.',
  'media.other_type':
    'Content-Type sagt {said}, den Bytes nach ist die Datei aber {actual}. Content-Type: {type} senden oder den Header weglassen.',
  'media.other_type_unnamed':
    'Content-Type sagt etwas anderes, den Bytes nach ist die Datei aber {actual}. Content-Type: {type} senden oder den Header weglassen.',
  'media.too_large':
    'Die Datei ist größer als {most} MB, mehr nimmt diese Installation nicht an. Eine kleinere senden oder den Betreiber bitten, größere zuzulassen.',
  'media.no_room':
    'Die Dateien dieses Workspace belegen {used, number} von {quota, number} MB, und diese hat {size, number}. Einige davon löschen oder den Betreiber um mehr Platz bitten.',
  'media.needed':
    'Beitrag {post}, geplant für {date}, braucht diese Datei. Sie aus dem Beitrag nehmen oder den Beitrag absagen oder löschen, dann die Datei löschen.',
  'media.deleted_now': 'Die Datei wurde genau in diesem Moment gelöscht. Noch einmal senden.',
  'media.too_many_uploads':
    'Im Moment werden zu viele Dateien hochgeladen; bis zu {most} können gleichzeitig gesendet werden. In ein paar Sekunden noch einmal versuchen.',
  'media.too_many_sent': 'Im Moment werden zu viele Dateien gesendet. In ein paar Sekunden noch einmal versuchen.',
  'media.too_many_read': 'Im Moment werden zu viele Dateien gelesen. In ein paar Sekunden noch einmal versuchen.',
  'media.no_such_file': 'Diese Datei gibt es hier nicht. Sie wurde vielleicht gelöscht, oder ihre 30 Tage sind vorbei.',
  'media.private_types': 'Bilder, Filme, PDF-, Text- und Office-Dokumente',
  'preview.no_url': 'url ist erforderlich: die Adresse eines Bildes.',
  'preview.not_shown': 'Dieses Bild kann hier nicht angezeigt werden. Seine Adresse öffnen, um zu sehen, was dort ist.',
  'preview.too_many': 'Im Moment werden zu viele Bilder abgerufen. In einer Sekunde noch einmal versuchen.',
  'file.empty': 'Die Datei ist leer (0 Bytes). Die Bytes der Datei als Inhalt senden.',
  'file.types': 'Angenommen werden Bilder in JPEG, PNG, WebP oder GIF, Videos in MP4 oder MOV und PDF-Dokumente.',
  'file.webm': 'Die Datei ist ein WebM-Video, das nur wenige Netzwerke nehmen. {taken}',
  'file.svg': 'Die Datei ist ein SVG- oder XML-Text. {taken} Als PNG exportieren.',
  'file.web_page': 'Die Datei ist eine Webseite, kein Bild. {taken}',
  'file.heic': 'Die Datei ist ein HEIC- oder AVIF-Bild, das nur wenige Netzwerke nehmen. {taken} Als JPEG speichern.',
  'file.unknown': 'Die ersten Bytes der Datei passen zu keiner angenommenen Art. {taken}',
  'file.too_many_pixels':
    'Die Datei hat {width} × {height} Pixel, höchstens {most} Millionen sind möglich. Sie verkleinern.',
  'file.no_video_size':
    'Die Datei beginnt wie {type}, hat aber keine Videospur mit lesbarer Größe. Sie neu speichern oder exportieren und diese Datei senden.',
  'file.no_size':
    'Die Datei beginnt wie {type}, aber ihre Größe ist nicht lesbar. Sie neu speichern oder exportieren und diese Datei senden.',
  'file.cut_off':
    'Die Datei beginnt wie {type}, endet aber zu früh: Ein Teil fehlt. Die ganze Datei senden; wenn sie beschädigt ist, neu exportieren.',
  'file.broken_parts':
    'Die Datei beginnt wie {type}, aber ihre Teile folgen nicht aufeinander. Sie neu speichern oder exportieren und diese Datei senden.',
  'file.no_picture':
    'Die Datei beginnt wie {type}, enthält aber kein Bild. Sie neu speichern oder exportieren und diese Datei senden.',
  'file.too_many_parts':
    'Die Datei beginnt wie {type}, hat aber zu viele Teile. Sie neu speichern oder exportieren und diese Datei senden.',
  'file.no_header':
    'Die Datei beginnt wie {type}, aber ihr Kopf fehlt. Sie neu speichern oder exportieren und diese Datei senden.',
  'file.bomb':
    'Die Datei beginnt wie {type}, aber ein Teil wird entpackt um ein Vielfaches größer, was Programme überlasten soll. Sie ohne Metadaten neu speichern.',
  'file.no_index':
    'Die Datei beginnt wie {type}, aber ihr Index (moov) fehlt: Die Aufnahme wurde nicht beendet. Sie neu speichern oder exportieren und diese Datei senden.',
  'file.too_large': 'Die Datei hat mehr als {max} Bytes.',
  'file.lost': 'Die Datei ist nicht mehr gespeichert. Sie neu hochladen.',
  'file.store_away':
    'Der Speicher für Dateien antwortet gerade nicht. Der Beitrag wartet und wird von selbst wieder versucht.',
  'file.not_shrunk':
    'Ein Bild ist größer, als das Netzwerk nimmt, und konnte gerade nicht verkleinert werden. Es wird wieder versucht.',
  'file.unreadable':
    'Die Mediendatei lässt sich nicht lesen. Prüfen, ob ihre Adresse öffentlich ist, sich ohne Anmeldung öffnet und zur Datei selbst führt.',
  'file.unreadable_because': 'Die Mediendatei lässt sich nicht lesen. {problem}',
  'file.wrong_status': 'Der Server der Mediendatei hat mit Status {status} statt mit der Datei geantwortet.',
  'file.wrong_range': 'Der Server der Mediendatei beantwortet Bereichsanfragen falsch.',
  'file.not_media':
    'Die Medien-URL führt nicht zu einer JPEG-, PNG-, GIF-, WebP-, MP4-, MOV-, WebM-, PDF-, MP3-, Ogg-, FLAC-, WAV- oder M4A-Datei.',
  'store.away': 'Der Speicher für Dateien antwortet nicht: {problem}',
  'store.answered': 'Der Speicher für Dateien hat auf {method} mit {status} geantwortet.',
  'store.answered_code': 'Der Speicher für Dateien hat auf {method} mit {status} {code} geantwortet.',
  'store.no_bucket':
    'Die Datei liegt in einem Bucket, der hier nicht mehr eingerichtet ist. Den Betreiber bitten, ihn wieder einzurichten.',
  'store.try_again':
    'Der Speicher für Dateien antwortet nicht, daher wurde nichts gespeichert oder geändert. In ein paar Sekunden noch einmal versuchen; wenn es bleibt, findet der Betreiber den Grund mit „{command}“.',
  'store.bucket_away':
    'Der Bucket für Dateien antwortet nicht, daher werden Dateien abgelehnt. S3_ENDPOINT prüfen; doctor sagt mehr.',
  'disk.refused':
    'Der Datenträger für Dateien {problem}, daher wurde nichts gespeichert. Dem Betreiber Bescheid geben, dann die Datei noch einmal senden.',
  'disk.refuses_files':
    'Der Datenträger für Dateien {problem}, daher werden Dateien abgelehnt. DATA_DIR prüfen; doctor sagt mehr.',
  'disk.full': 'ist voll',
  'disk.closed': 'ist nicht beschreibbar',
  'disk.too_many_open': 'lässt sich nicht öffnen, weil zu viele Dateien offen sind',
  'disk.errors': 'meldet Fehler',
  'disk.unusable': 'ist nicht benutzbar',
  'fetch.private_bucket':
    'Der Speicher für Dateien ({url}) ist nicht öffentlich, daher können Threads und Instagram hochgeladene Dateien nicht abrufen. Einen verwenden, der aus dem Internet erreichbar ist.',
  'fetch.private_address':
    'Die Adresse dieser Installation ({url}) ist nicht öffentlich, daher können Threads und Instagram hochgeladene Dateien nicht abrufen. Der Betreiber kann eine öffentliche https-Adresse oder einen Bucket für die Dateien einrichten.',
  'fetch.plain_http':
    'Die Adresse dieser Installation ({url}) ist reines http, und Threads und Instagram rufen Dateien nur über https ab. Der Betreiber kann eine öffentliche https-Adresse oder einen Bucket für die Dateien einrichten.',
}
