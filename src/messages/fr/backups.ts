import type { backups as english } from '../en/backups.ts'
import type { Translation } from '../translation.ts'

export const backups: Translation<typeof english> = {
  'backup.under_way':
    'Une sauvegarde est déjà en cours. Attendez qu’elle soit terminée : `in_progress` indique son avancement.',
  'backup.abandoned':
    'Le processus s’est arrêté avant la fin de la sauvegarde. S’il s’est arrêté de lui-même, consultez son journal. Faites une sauvegarde maintenant, ou attendez la prochaine prévue.',
  'backup.see_log': 'Le journal du worker en donne la raison.',
  'backup.never_made':
    'Aucune n’a été faite. Vérifiez qu’un processus avec ROLE all ou worker est actif, et consultez son journal.',
  'backup.overdue':
    'La dernière date d’il y a {span}. Vérifiez qu’un processus avec ROLE all ou worker est actif, et consultez son journal.',
  'backup.no_tables':
    'Il n’y a rien à sauvegarder : la base de données ne contient aucune table de Doorpost. Vérifiez DATABASE_URL et DATA_DIR.',
  'backup.table_locked':
    'Une table est verrouillée, sans doute parce que la base de données est en cours de migration. Relancez la commande une fois celle-ci terminée.',
  'backup.being_migrated': 'La base de données vient d’être migrée à cet instant. Relancez la commande.',
  'backup.other_key':
    'Le SECRET_KEY de ce nœud n’est pas celui avec lequel cette base de données a été configurée ({key}) ; une sauvegarde faite avec lui ne pourrait pas être ouverte. Définissez le bon SECRET_KEY, ou n’incluez pas la clé : sans --passphrase-file.',
  'backup.file_exists': '{path} existe déjà. Choisissez un autre nom, ou remplacez-le avec --force.',
  'backup.disk_full':
    'Le disque est plein. Libérez de l’espace, ou écrivez la sauvegarde sur un autre disque : {path} n’a pas été créé, et il n’en reste rien.',
  'backup.not_writable':
    'Impossible d’écrire le fichier ({code}). Choisissez un dossier dans lequel cet utilisateur peut écrire : {path} n’a pas été créé, et il n’en reste rien.',
  'backup.short_passphrase':
    'La phrase secrète dans {origin} compte moins de {min} caractères. Utilisez-en une plus longue, par exemple avec : openssl rand -base64 24',
  'backup.no_passphrase': 'Impossible de lire le fichier de phrase secrète {path} ({code}).',
}
