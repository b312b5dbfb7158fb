import type { backups as english } from '../en/backups.ts'
import type { Translation } from '../translation.ts'

export const backups: Translation<typeof english> = {
  'backup.under_way':
    'Es wird bereits eine Sicherung erstellt. Bitte warten, bis sie fertig ist: `in_progress` zeigt, wie weit sie ist.',
  'backup.abandoned':
    'Der Prozess endete, bevor die Sicherung fertig war. Wenn er von selbst endete, hilft sein Protokoll weiter. Jetzt eine Sicherung erstellen oder auf die nächste geplante warten.',
  'backup.see_log': 'Das Protokoll des Workers nennt den Grund.',
  'backup.never_made':
    'Es wurde noch keine erstellt. Prüfen, ob ein Prozess mit ROLE all oder worker läuft, und sein Protokoll ansehen.',
  'backup.overdue':
    'Die letzte wurde vor {span} erstellt. Prüfen, ob ein Prozess mit ROLE all oder worker läuft, und sein Protokoll ansehen.',
  'backup.no_tables':
    'Es gibt nichts zu sichern: Die Datenbank hat keine Tabellen von Doorpost. DATABASE_URL und DATA_DIR prüfen.',
  'backup.table_locked':
    'Eine Tabelle ist gesperrt, vermutlich weil die Datenbank gerade migriert wird. Den Befehl danach noch einmal ausführen.',
  'backup.being_migrated': 'Die Datenbank wurde in diesem Moment migriert. Den Befehl noch einmal ausführen.',
  'backup.other_key':
    'Der SECRET_KEY dieses Knotens ist nicht der, mit dem diese Datenbank eingerichtet wurde ({key}); eine Sicherung damit ließe sich nicht öffnen. Den richtigen SECRET_KEY setzen oder den Schlüssel weglassen: ohne --passphrase-file.',
  'backup.file_exists': '{path} gibt es bereits. Einen anderen Namen wählen oder mit --force ersetzen.',
  'backup.disk_full':
    'Der Datenträger ist voll. Platz schaffen oder die Sicherung auf einen anderen Datenträger schreiben: {path} wurde nicht erstellt, und nichts ist davon übrig.',
  'backup.not_writable':
    'Die Datei lässt sich nicht schreiben ({code}). Einen Ordner wählen, in den dieser Benutzer schreiben darf: {path} wurde nicht erstellt, und nichts ist davon übrig.',
  'backup.short_passphrase':
    'Die Passphrase in {origin} ist kürzer als {min} Zeichen. Eine längere verwenden, zum Beispiel von: openssl rand -base64 24',
  'backup.no_passphrase': 'Die Passphrasendatei {path} lässt sich nicht lesen ({code}).',
}
