/** Why a backup was not made. */
export const backups = {
  'backup.under_way': 'A backup is being made already. Wait until it is done: `in_progress` says how far it is.',
  'backup.abandoned':
    'The process ended before the backup was finished. If it ended by itself, see its log. Make a backup now, or wait for the next one of the schedule.',
  'backup.see_log': 'The log of the worker has the reason.',
  'backup.never_made': 'None was made. Check that a process with ROLE all or worker is running, and its log.',
  'backup.overdue':
    'The last one was made {span} ago. Check that a process with ROLE all or worker is running, and its log.',
  'backup.no_tables':
    'There is nothing to back up: the database has no tables of Doorpost. Check DATABASE_URL and DATA_DIR.',
  'backup.table_locked':
    'A table is locked, probably because the database is being migrated. Run the command again when that is done.',
  'backup.being_migrated': 'The database was migrated at this moment. Run the command again.',
  'backup.other_key':
    'The SECRET_KEY of this node is not the one that this database was set up with ({key}), so a backup with it could not be opened. Set the right SECRET_KEY, or leave the key out: without --passphrase-file.',
  'backup.file_exists': '{path} exists already. Choose another name, or replace it with --force.',
  // The remedy comes first, because the path at the end may be cut off.
  'backup.disk_full':
    'The disk is full. Free space, or write the backup to another disk: {path} was not made, and nothing is left of it.',
  'backup.not_writable':
    'The file cannot be written ({code}). Choose a folder that this user may write to: {path} was not made, and nothing is left of it.',
  'backup.short_passphrase':
    'The passphrase in {origin} is shorter than {min} characters. Use a longer one, for example from: openssl rand -base64 24',
  'backup.no_passphrase': 'The passphrase file {path} cannot be read ({code}).',
} as const
