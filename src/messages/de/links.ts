import type { links as english } from '../en/links.ts'
import type { Translation } from '../translation.ts'

export const links: Translation<typeof english> = {
  'link.not_found': 'Es gibt keinen Link mit dieser ID. GET /v1/links listet alle auf; POST /v1/links legt einen an.',
  'link.target_space': 'target darf keine Leerzeichen, Zeilenumbrüche oder Steuerzeichen haben.',
  'link.target_backslash': 'target darf keine umgekehrten Schrägstriche haben: Browser lesen sie als Schrägstriche.',
  'link.target_not_url': 'target muss eine vollständige URL sein, die mit https:// oder http:// beginnt.',
  'link.target_login': 'target darf keinen Benutzernamen und kein Passwort haben.',
  'link.target_too_long': 'target darf kodiert höchstens {max} Zeichen haben.',
  'link.target_own':
    'target ist ein Kurzlink dieser Installation und würde nur doppelt zählen. Die Seite angeben, zu der er führt.',
  'link.in_post':
    'Beitrag {post} hat diesen Link in seinem Text und zählt damit seine Klicks. Den Link stattdessen abschalten oder zuerst den Beitrag löschen.',
  'link.no_public_address':
    'Kurzlinks brauchen eine öffentliche https-Adresse, sie würden aber mit {url} beginnen. Den Betreiber um eine bitten oder UTM-Parameter (utm) verwenden, die keine Adresse von uns brauchen.',
  'link_page.wrong_name':
    'name muss aus 3 bis 40 Kleinbuchstaben, Ziffern und Bindestrichen bestehen, ohne Bindestrich am Anfang oder Ende, zum Beispiel harbour-works.',
  'link_page.name_taken': 'Ein anderer Workspace hat eine Seite namens „{name}“. Einen anderen Namen wählen.',
  'link_page.no_name':
    'name ist erforderlich, damit eine Seite angezeigt wird. Einen senden, zum Beispiel harbour-works.',
  'link_page.empty': 'Hier ist noch nichts. Schauen Sie bald wieder vorbei.',
  'visit.unknown_title': 'Dieser Link funktioniert nicht',
  'visit.unknown': 'Kein Link hat diese Adresse. Vielleicht wurde er nur teilweise kopiert oder inzwischen gelöscht.',
  'visit.unknown_check': 'Bitte dort nachsehen, wo er stand: Jedes Zeichen zählt, auch Groß- und Kleinschreibung.',
  'visit.disabled_title': 'Dieser Link wird nicht mehr verwendet',
  'visit.disabled':
    'Wer ihn veröffentlicht hat, hat ihn abgeschaltet. Bitte dort, wo er stand, nach einem neueren suchen.',
  'visit.away_title': 'Dieser Link kann gerade nicht geöffnet werden',
  'visit.away': 'Bitte in einer Minute noch einmal versuchen.',
}
