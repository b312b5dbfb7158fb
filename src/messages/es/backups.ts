import type { backups as english } from '../en/backups.ts'
import type { Translation } from '../translation.ts'

export const backups: Translation<typeof english> = {
  'backup.under_way':
    'Ya se está haciendo una copia de seguridad. Espere a que termine: `in_progress` indica su avance.',
  'backup.abandoned':
    'El proceso terminó antes de acabar la copia de seguridad. Si terminó por sí solo, consulte su registro. Haga una copia ahora, o espere a la próxima programada.',
  'backup.see_log': 'El registro del worker indica el motivo.',
  'backup.never_made':
    'No se ha hecho ninguna. Compruebe que haya un proceso en marcha con ROLE all o worker, y su registro.',
  'backup.overdue':
    'La última se hizo hace {span}. Compruebe que haya un proceso en marcha con ROLE all o worker, y su registro.',
  'backup.no_tables':
    'No hay nada que copiar: la base de datos no tiene tablas de Doorpost. Compruebe DATABASE_URL y DATA_DIR.',
  'backup.table_locked':
    'Una tabla está bloqueada, probablemente porque se está migrando la base de datos. Vuelva a ejecutar el comando cuando termine.',
  'backup.being_migrated': 'La base de datos se migró en este momento. Vuelva a ejecutar el comando.',
  'backup.other_key':
    'El SECRET_KEY de este nodo no es aquel con el que se configuró esta base de datos ({key}), así que una copia hecha con él no se podría abrir. Defina el SECRET_KEY correcto, o no incluya la clave: sin --passphrase-file.',
  'backup.file_exists': '{path} ya existe. Elija otro nombre, o reemplácelo con --force.',
  'backup.disk_full':
    'El disco está lleno. Libere espacio, o guarde la copia en otro disco: {path} no se creó, y no queda nada de él.',
  'backup.not_writable':
    'No se puede escribir el archivo ({code}). Elija una carpeta en la que este usuario pueda escribir: {path} no se creó, y no queda nada de él.',
  'backup.short_passphrase':
    'La frase de contraseña en {origin} tiene menos de {min} caracteres. Use una más larga, por ejemplo con: openssl rand -base64 24',
  'backup.no_passphrase': 'No se puede leer el archivo de frase de contraseña {path} ({code}).',
}
