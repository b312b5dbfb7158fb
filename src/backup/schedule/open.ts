import { join } from 'node:path'
import type { Clock } from '../../lib/time/clock.ts'
import { createDiskStore } from '../../media/stores/disk.ts'
import { createS3Store, type S3Settings } from '../../media/stores/s3.ts'
import { FILES_DIR } from '../../media/stores/stores.ts'
import { readKeyTexts, type SecretSettings } from '../../secrets/key-file.ts'
import { readPassphraseFile } from '../key.ts'
import { createBucketPlace, createFolderPlace } from './place.ts'
import { type BackupSettings, createScheduledBackups, type ScheduledBackupsOptions } from './schedule.ts'

interface Settings extends SecretSettings {
  backup: BackupSettings
  media: { s3: S3Settings | null }
}

type Shared = Pick<ScheduledBackupsOptions, 'pool' | 'ids' | 'log' | 'connection'> & { clock: Clock }

/** Scheduled backups as the settings want them. */
export function openScheduledBackups(settings: Settings, shared: Shared) {
  const { schedule, folder, bucket, retention, passphraseFile } = settings.backup
  const { s3 } = settings.media
  return createScheduledBackups({
    ...shared,
    schedule,
    retention,
    folder,
    disk: createDiskStore(join(settings.dataDir, 'media', FILES_DIR)),
    place:
      bucket === null || s3 === null
        ? createFolderPlace(folder)
        : createBucketPlace(
            bucket,
            createS3Store({ ...s3, bucket }, () => shared.clock.now()),
          ),
    hasPassphrase: passphraseFile !== null,
    readSecret() {
      const keys = readKeyTexts(settings)
      return passphraseFile === null || keys === null ? null : { keys, passphrase: readPassphraseFile(passphraseFile) }
    },
  })
}
