import type { users as english } from '../en/users.ts'
import type { Translation } from '../translation.ts'

export const users: Translation<typeof english> = {
  'sign_in.wrong_password':
    'Die E-Mail-Adresse oder das Passwort ist falsch. Bitte beides prüfen oder ein neues Passwort festlegen.',
  'sign_in.wrong_own_password': 'Das Passwort ist falsch. Bitte das eingeben, mit dem Sie sich angemeldet haben.',
  'sign_in.wrong_code':
    'Dieser Code ist falsch, zu alt oder wurde schon benutzt. Bitte den verwenden, den die App jetzt zeigt.',
  'sign_in.wrong_backup_code': 'Dieser Ersatzcode ist falsch oder wurde schon benutzt. Bitte einen anderen verwenden.',
  'sign_in.start_again': 'Diese Anmeldung ist abgelaufen. Bitte mit E-Mail-Adresse und Passwort von vorn beginnen.',
  'sign_in.no_second_factor': 'Der zweite Faktor ist nicht eingerichtet. Mit POST /v1/auth/totp beginnen.',
  'sign_in.second_factor_on': 'Der zweite Faktor ist bereits an. Ihn zuerst ausschalten, um ihn neu einzurichten.',
  'sign_in.begun_twice': 'Die Einrichtung wurde zweimal gleichzeitig begonnen. Bitte noch einmal beginnen.',
  'sign_in.wrong_new_passkey':
    'Der Passkey konnte nicht hinzugefügt werden. Neue Optionen anfordern und noch einmal versuchen.',
  'sign_in.wrong_passkey':
    'Dieser Passkey passt nicht. Noch einmal versuchen, einen anderen verwenden oder mit E-Mail-Adresse und Passwort anmelden.',
  'sign_in.no_passkey_options': 'Zuerst neue Optionen anfordern: Sie gelten fünf Minuten und einmal.',
  'sign_in.no_origin': 'Passkeys funktionieren nur im Dashboard: Die Anfrage hat keine Herkunft von uns.',
  'sign_in.not_fresh':
    'Dafür muss die Anmeldung weniger als einen Tag her sein. Bitte abmelden, neu anmelden und es dann tun.',
  'sign_in.account_removed': 'Ihr Konto wurde aus dem Team entfernt.',
  'sign_in.too_many_codes':
    'Zu viele falsche Codes für dieses Konto. Bitte eine Viertelstunde warten und dann neu anmelden.',
  'sign_in.too_many_people': 'Gerade melden sich zu viele Personen an. Bitte in 5 Sekunden noch einmal versuchen.',
  'sign_in.one_factor': 'Entweder code oder backup_code senden, nicht beide.',
  'code.not_six_digits': 'code muss aus den sechs Ziffern bestehen, die die App zeigt.',
  'passkey.wrong_response':
    '{field} muss sein, was der Browser für den Passkey geliefert hat, als JSON-Objekt mit id und response.',
  'passkey.not_found': 'Es gibt keinen eigenen Passkey mit dieser ID. GET /v1/auth/passkeys listet alle auf.',
  'session.not_found': 'Es gibt keine eigene Sitzung mit dieser ID. GET /v1/auth/sessions listet alle auf.',
  'password.required': '{field} ist erforderlich.',
  'password.too_long': '{field} darf höchstens {max} Zeichen haben.',
  'password.too_short': '{field} muss mindestens {min} Zeichen haben. Ein Satz ist leicht zu merken.',
  'password.same_as_email': '{field} darf nicht die E-Mail-Adresse sein.',
  'user.email_characters':
    "{field} darf zum Anmelden nur Buchstaben von a bis z, Ziffern und . _ '' + - haben. Bitte eine andere Adresse verwenden.",
  'user.name_lines': '{field} muss einzeilig sein.',
  'setup.done_already':
    'Diese Installation ist bereits eingerichtet. Bitte anmelden oder einen Inhaber des Teams um eine Einladung bitten.',
  'setup.wrong_link':
    'Dieser Einrichtungslink funktioniert nicht: Er ist älter als ein Tag, oder es gibt einen neueren. Doorpost neu starten oder „{command}“ ausführen; beides gibt einen neuen aus.',
  'reset.wrong_link':
    'Dieser Link funktioniert nicht: Er wurde benutzt, es gibt einen neueren, oder er ist älter als eine Stunde. Bitte einen neuen anfordern.',
  'reset.no_mail':
    'Diese Installation versendet keine Mails. Den Betreiber um einen Link bitten: „{command}“ gibt einen aus.',
  'team.last_owner': 'Das ist der letzte Inhaber des Teams. Zuerst jemand anderen zum Inhaber machen.',
  'team.known_address': 'Jemand mit dieser Adresse ist bereits im Team. Stattdessen dessen Rolle ändern.',
  'team.not_owner': 'Sie sind nicht mehr Inhaber des Teams. Bitten Sie einen der Inhaber darum.',
  'team.no_member': 'Im Team gibt es niemanden mit dieser ID. GET /v1/team listet alle auf.',
  'invitation.wrong_link':
    'Diese Einladung funktioniert nicht: Sie wurde benutzt oder zurückgenommen oder ist älter als eine Woche. Bitte einen Inhaber des Teams um eine neue bitten.',
  'invitation.not_found': 'Es gibt keine Einladung mit dieser ID. GET /v1/team/invitations listet alle auf.',
  'key.revoked': 'Dieser API-Schlüssel wurde widerrufen. Einen neuen anlegen und stattdessen verwenden.',
  'key.expired': 'Dieser API-Schlüssel ist abgelaufen. Einen neuen anlegen und stattdessen verwenden.',
  'key.unknown':
    'Dieser API-Schlüssel ist hier nicht bekannt. Prüfen, ob er vollständig kopiert wurde, oder einen neuen anlegen.',
  'key.malformed':
    'Das ist kein API-Schlüssel von Doorpost, oder ein Zeichen darin ist falsch. Er beginnt mit svc_pk_ und hat 45 Zeichen.',
  'key.name_taken':
    'Einen Schlüssel namens „{name}“ gibt es bereits. Ihn zuerst widerrufen oder einen anderen Namen wählen.',
  'key.not_found': 'Es gibt keinen API-Schlüssel mit dieser ID. GET /v1/keys listet alle auf.',
  'key.expires_in_past': '{field} muss in der Zukunft liegen. Für einen Schlüssel ohne Ablauf weglassen.',
  'key.scopes_not_list': '{field} muss ein Array von Berechtigungen sein, ist aber {found}.',
  'key.no_scopes': '{field} muss mindestens eine Berechtigung haben. Zur Wahl stehen {known}; für alle weglassen.',
  'key.unknown_scope': '{field} ist keine Berechtigung: unbekannter Scope {scope}. Zur Wahl stehen {known}.',
  'key.not_scope': '{field} ist keine Berechtigung: {found}. Zur Wahl stehen {known}.',
  'removal.not_found':
    'Es gibt keine eigene Löschung mit dieser ID: Sie wurde ausgeführt oder rückgängig gemacht. GET /v1/removals listet alle auf.',
  'removal.wrong_records': '{field} muss ein Array mit 1 bis {max} Datensätzen sein, ist aber {found}.',
  'removal.wrong_id': '{field} muss die ID eines Datensatzes sein, eine UUID.',
  'removal.changed': 'Der Eintrag wurde geändert, während er auf die Löschung wartete. Deshalb ist er noch da.',

  'stream.too_many_of_key':
    'Ein API-Schlüssel darf {most} Streams offen haben. Einen schließen oder in {seconds} Sekunden noch einmal versuchen.',
  'stream.too_many_of_person':
    'Eine Person darf {most} Streams offen haben. Einen schließen oder in {seconds} Sekunden noch einmal versuchen.',
  'stream.too_many':
    'Dieser Server hält höchstens {most} Streams offen. Einen schließen oder in {seconds} Sekunden noch einmal versuchen.',
  'stream.wrong_accept': 'Accept muss text/event-stream nennen: Die Antwort ist ein Stream, der nicht endet.',
  'stream.wrong_place': '{field} muss die ID einer früheren Nachricht dieses Streams sein, unverändert.',
  'key.replaced':
    'Dieser API-Schlüssel wurde erneuert, und sein voriges Geheimnis gilt nicht mehr. Das neue verwenden.',
  'key.not_live': 'Dieser Schlüssel wurde widerrufen oder ist abgelaufen. Stattdessen einen neuen anlegen.',
}
