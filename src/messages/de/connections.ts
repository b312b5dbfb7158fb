import type { connections as english } from '../en/connections.ts'
import type { Translation } from '../translation.ts'

export const connections: Translation<typeof english> = {
  'connection.app_password_required':
    '{field} ist erforderlich: ein App-Passwort, das auf {network} erstellt wurde, höchstens {max} Zeichen.',
  'connection.token_required':
    '{field} ist erforderlich: ein Zugriffstoken, das auf {network} erstellt wurde, höchstens {max} Zeichen.',
  'connection.handle_not_needed': '{network} fragt selbst, um welches Konto es geht. handle weglassen.',
  'connection.handle_required': '{field} ist erforderlich: der Name des Kontos auf {network}.',
  'connection.handle_invalid': '{field} muss der Name des Kontos auf {network} sein, ohne Leerzeichen.',
  'connection.one_server': '{network} hat nur einen Server. service_url weglassen.',
  'connection.not_server': '{field} muss die Adresse vom {server} sein, zum Beispiel {example}. {problem}',
  'connection.approved_elsewhere':
    '{field} muss eines von {choices} sein. Konten der anderen werden im Browser freigegeben: POST /v1/connections/links.',
  'connection.other_format':
    '{network} veröffentlicht Beiträge der Art {format}. platform weglassen oder {format} senden.',
  'connection.needs_app_password':
    'Konten von {network} werden mit einem App-Passwort verbunden: POST /v1/connections/sign-in.',
  'connection.not_kind': '{field} muss member oder organization sein.',
  'connection.no_pages': '{field} organization gibt es nur für professional: LinkedIn-Seiten.',
  'connection.not_found': 'Es gibt keine Verbindung mit dieser ID. GET /v1/connections listet alle auf.',
  'connection.not_default': 'default muss true sein. Um den Standard zu ändern, dies für ein anderes Konto senden.',
  'connection.no_app':
    'Für {network} gibt es noch keine App. Ein Inhaber richtet sie im Dashboard unter Einstellungen, Netzwerke ein; oder {prefix}_CLIENT_ID und {prefix}_CLIENT_SECRET setzen und Doorpost neu starten. Zum Ausprobieren ohne App: {command}.',
  'connection.no_pages_app':
    'Für Seiten auf {network} gibt es noch keine App. Ein Inhaber richtet sie im Dashboard unter Einstellungen, Netzwerke ein; oder {prefix}_CLIENT_ID und {prefix}_CLIENT_SECRET setzen und Doorpost neu starten. Zum Ausprobieren ohne App: {command}.',
  'connection.no_document':
    'Diese App gibt es hier nicht. Sie entsteht, wenn das erste Konto per Freigabe verbunden wird.',
  'connection.unreachable': 'Der {server} dieses Kontos bei {network} war nicht erreichbar: {problem}',
  'service.server': 'Server',
  'service.pds': 'PDS',
  'connect.done': '{network} ist verbunden',
  'connect.posts_on': 'Doorpost kann jetzt hier veröffentlichen:',
  'connect.sandbox': 'Das ist die Sandbox: Was dort veröffentlicht wird, ist nicht öffentlich.',
  'connect.close_page': 'Diese Seite kann geschlossen werden.',
  'connect.page': 'Seite',
  'connect.new_link': 'Einen neuen Link im Dashboard unter Einstellungen erstellen.',
  'connect.nothing_connected': 'Es wurde kein Konto verbunden.',
  'connect.used': 'Er wurde schon benutzt oder ist unvollständig. Ein Link funktioniert einmal.',
  'connect.expired_link': 'Dieser Link ist abgelaufen',
  'connect.lifetime': 'Ein Link gilt {minutes} Minuten. Es wurde kein Konto verbunden.',
  'connect.wrong_browser': 'Das ist ein anderer Browser',
  'connect.other_browser':
    'Die Freigabe wurde in einem anderen Browser begonnen, oder Cookies sind ausgeschaltet. Es wurde kein Konto verbunden.',
  'connect.one_browser': 'Den Link im selben Browser öffnen und freigeben.',
  'connect.not_set_up': '{network} ist nicht eingerichtet',
  'connect.no_app':
    'Doorpost hat noch keine App für Konten in diesem Netzwerk. Ein Inhaber richtet sie im Dashboard unter Einstellungen, Netzwerke ein.',
  'connect.no_pages_app':
    'Doorpost hat noch keine App für Seiten in diesem Netzwerk. Ein Inhaber richtet sie im Dashboard unter Einstellungen, Netzwerke ein.',
  'connect.denied': 'Die Freigabe wurde nicht erteilt',
  'connect.declined': '{network} meldet, dass die Freigabe abgelehnt wurde. Es wurde kein Konto verbunden.',
  'connect.refused': '{network} hat abgelehnt',
  'connect.check_app':
    'Die App unter Einstellungen, Netzwerke prüfen: ihre ID und ihr Geheimnis, die Weiterleitungsadresse und die Berechtigungen.',
  'connect.unavailable': '{network} hat nicht wie erwartet geantwortet',
  'connect.try_later':
    'Es wurde kein Konto verbunden. Vielleicht hat die Plattform eine Störung, oder dieser Server erreicht sie nicht. Das Protokoll sagt mehr. In ein paar Minuten noch einmal versuchen.',
  'account.approval_ended': 'Die Freigabe des Kontos ist abgelaufen. Das Konto neu verbinden.',
  'account.being_renewed':
    'Der Zugriff auf das Konto ist abgelaufen und wird erneuert. Danach geht der Beitrag hinaus.',
  'account.unreadable':
    'Die gespeicherte Freigabe lässt sich mit dem gesetzten SECRET_KEY nicht lesen. Den früheren Schlüssel in SECRET_KEY_OLD eintragen oder das Konto neu verbinden.',
  'account.disconnected': 'Das Konto dieses Beitrags ist nicht mehr verbunden. Es neu verbinden.',
  'account.none': 'Von dieser Plattform ist kein Konto verbunden. Eines verbinden, dann geht der Beitrag weiter.',
  'account.sandbox': 'Das ist ein Sandbox-Konto, und Doorpost läuft gerade nicht im Sandbox-Modus.',
  'account.real': 'Das ist ein echtes Konto, und Doorpost läuft gerade im Sandbox-Modus: Kein Beitrag verlässt ihn.',
  'account.resume_sandbox':
    'Das ist ein Sandbox-Konto, und Doorpost läuft gerade nicht im Sandbox-Modus. Ein echtes Konto verbinden.',
  'account.resume_real':
    'Das ist ein echtes Konto, und Doorpost läuft gerade im Sandbox-Modus. Doorpost zuerst ohne Sandbox starten.',
  'account.needs_attention': 'Das Konto braucht Aufmerksamkeit.',
  'account.has_to_wait': 'Die Plattform bittet um Geduld.',
  'account.not_renewed':
    '{network} konnte den Zugriff auf dieses Konto gerade nicht erneuern. Es wird von selbst wieder versucht; Beiträge warten, falls nötig.',
  'account.renewal_refused':
    '{network} verweigert seit über einem Tag die Erneuerung der Freigabe: {refusal} Das Konto neu verbinden.',
  'account.renewal_lost':
    '{network} hat die Freigabe um {time} erneuert, aber die Antwort ging unterwegs verloren, und die alte Freigabe gilt nur einmal. Das Konto neu verbinden.',
  'account.not_accepted': '{network} akzeptiert die Freigabe nicht mehr. Das Konto neu verbinden.',
  'auth.no_account': 'Der Link nennt kein Konto. Einen neuen mit dem Handle des Kontos erstellen.',
  'auth.app_gone': 'Die App, für die dieser Zugriff galt, gibt es nicht mehr. Das Konto neu verbinden.',
  'auth.not_renewable': 'Diese Freigabe lässt sich nicht erneuern.',
  'auth.no_refresh_token': '{network} hat keinen Weg genannt, diesen Zugriff zu erneuern. Das Konto neu verbinden.',
  'auth.new_access_refused':
    '{network} akzeptiert den neuen Zugriff nicht. Das Konto neu verbinden und alle Berechtigungen erteilen.',
  'auth.code_refused': '{network} hat die Verbindung nicht akzeptiert ({words}). Das Konto neu verbinden.',
  'auth.connection_refused': '{network} hat die Verbindung abgelehnt: {words}. Das Konto neu verbinden.',
  'auth.renewal_refused': '{network} hat den Zugriff nicht erneuert ({words}). Das Konto neu verbinden.',
  'auth.refusal': '{words}.{advice}',
  'bluesky.advice_document':
    ' Der Server muss unter {url} lesen können, was die App ist, so wie beim Verbinden des Kontos.',
  'bluesky.too_many_sign_ins':
    'Bluesky lässt für dieses Konto vorerst keine Anmeldung zu: Es gab zu viele Versuche. {span} warten.',
  'bluesky.account_password':
    'Das ist das Passwort des Kontos, das zusätzlich einen Code verlangt. In den Einstellungen von Bluesky (Privatsphäre und Sicherheit, App-Passwörter) ein App-Passwort erstellen und dieses verwenden.',
  'bluesky.wrong_password':
    'Bluesky akzeptiert dieses Handle mit diesem App-Passwort nicht. Das Handle prüfen, in den Einstellungen von Bluesky (Privatsphäre und Sicherheit, App-Passwörter) ein neues App-Passwort erstellen und noch einmal versuchen.{said}',
  'bluesky.not_pds':
    'Der Server hat nicht wie ein PDS geantwortet (Status {status}). Seine Adresse prüfen; wenn sie stimmt, später noch einmal versuchen.{said}',
  'bluesky.pds_says': ' Der PDS meldet: {words}',
  'bluesky.not_handle': '„{name}“ ist kein Handle. Handles auf Bluesky sehen aus wie name.bsky.social.',
  'bluesky.handle_moved': 'Das Konto hinter {handle} verwendet dieses Handle nicht mehr. Das Handle prüfen.',
  'bluesky.no_such_handle':
    '{host} kennt kein Konto mit dem Handle {handle}. Das Handle prüfen und seinen PDS angeben, falls es einen hat.',
  'bluesky.no_such_account':
    'Das Konto {did} gibt es nicht: Es wurde gelöscht oder hat nie existiert. Das Handle prüfen.',
  'bluesky.not_looked_up': 'Doorpost kann {did} nicht nachschlagen. Mit einem App-Passwort verbinden.',
  'bluesky.no_pds': 'Das Konto {did} nennt keinen PDS, daher lässt sich dort nichts veröffentlichen.',
  'bluesky.approval_not_begun':
    '{host} hat die Anfrage nach Freigabe nicht angenommen ({words}). Er muss dieses Doorpost unter seiner Adresse erreichen, um zu lesen, was die App ist. Wenn er das nicht kann, das Konto mit einem App-Passwort verbinden.',
  'bluesky.begun_elsewhere': 'Diese Freigabe wurde nicht hier begonnen. Das Konto neu verbinden.',
  'bluesky.other_issuer':
    'Ein anderer Server hat geantwortet als der, der um Freigabe gebeten wurde. Das Konto neu verbinden.',
  'bluesky.other_account': 'Die Freigabe gilt für ein anderes Konto als das genannte. Das Konto neu verbinden.',
  'bluesky.too_little_granted':
    'Bluesky hat nicht alles gewährt, was Doorpost zum Veröffentlichen braucht. Das Konto neu verbinden und alles erlauben.',
  'bluesky.no_approval':
    '{host} bietet keine Freigabe im Browser an, wie Bluesky sie vorsieht. Das Konto mit einem App-Passwort verbinden.',
  'bluesky.no_https_name':
    'Bluesky fragt nur dort nach Freigabe, wo Doorpost eine https-Adresse mit Namen hat, oder auf diesem Rechner unter 127.0.0.1. Das Konto stattdessen mit einem App-Passwort verbinden.',
  'linkedin.no_page':
    'Diese Person verwaltet keine Seite auf LinkedIn. Jemand, der eine verwaltet (Super-Admin oder Inhaltsadministrator), muss sie verbinden.',
  'linkedin.pages_hidden':
    'LinkedIn lässt diese App nicht sehen, welche Seiten die Person verwaltet. Die App braucht das Produkt Community Management API mit rw_organization_admin.{said}',
  'mastodon.app_not_registered':
    '{host} hat keine App für Doorpost registriert ({words}). Prüfen, ob es ein Mastodon-Server ist.',
  'account.app_changed':
    'Die App für {network} wurde geändert, und nur die vorige kann diese Freigabe erneuern. Das Konto neu verbinden.',
  'app.not_found': 'Diese App gibt es nicht. GET /v1/connections/apps listet alle auf.',
  'app.id_required': '{field} ist erforderlich: die ID, die {network} für die App zeigt.',
  'app.secret_required': '{field} ist erforderlich: das Geheimnis, das {network} für die App zeigt.',
  'app.secret_with_id':
    '{field} ist mit einer anderen client_id erforderlich: Das gespeicherte Geheimnis gehört zur vorigen App.',
  'app.not_text': '{field} darf höchstens {max} Zeichen haben, ohne Leerzeichen.',
  'app.environment':
    '{field} hat keine Wirkung: {settings} sind dort gesetzt, wo Doorpost läuft, und haben Vorrang. Sie dort zuerst entfernen.',
  'app.none': 'Für {network} ist noch keine App eingerichtet. Zuerst ihre ID und ihr Geheimnis eingeben.',
  'app.accepted': '{network} kennt diese App, und ihr Geheimnis stimmt.',
  'app.wrong_secret':
    '{network} kennt die App, aber nicht mit diesem Geheimnis. Das Geheimnis noch einmal von ihrer Seite kopieren. ({words})',
  'app.wrong_meta_id':
    '{network} kennt diese App-ID nicht. Die ID kopieren, die für {network} bezeichnet ist: Die ID oben auf der Seite bei Meta ist eine andere. ({words})',
  'app.wrong_pair':
    '{network} akzeptiert diese ID mit diesem Geheimnis nicht. Beide noch einmal von der Seite der App kopieren. ({words})',
  'app.refused': '{network} hat die App abgelehnt: {words}',
  'app.no_verdict': '{network} hat nicht eindeutig geantwortet ({words}). In ein paar Minuten noch einmal versuchen.',
  'app.unreachable': '{network} war nicht erreichbar: {problem}',
  'app.no_answer': 'Es kam nicht rechtzeitig eine Antwort. In ein paar Minuten noch einmal versuchen.',
  'app.unreadable':
    'Das gespeicherte Geheimnis lässt sich mit dem gesetzten SECRET_KEY nicht lesen. Es neu eingeben oder den früheren Schlüssel in SECRET_KEY_OLD eintragen.',
}
