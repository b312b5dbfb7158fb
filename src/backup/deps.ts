import { join } from 'node:path'
import type pg from 'pg'
import type { Parts } from '../db/parts.ts'
import { createDiskStore } from '../media/stores/disk.ts'
import { createS3Store, type S3Settings } from '../media/stores/s3.ts'
import { FILES_DIR } from '../media/stores/stores.ts'
import { readKeyTexts, type SecretSettings } from '../secrets/key-file.ts'
import { readPassphraseFile } from './key.ts'
import { createBucketPlace, createFolderPlace, createScheduledBackups } from './schedule.ts'

type Options = Parameters<typeof createScheduledBackups>[0]

interface Settings extends SecretSettings {
  backup: Pick<Options, 'schedule' | 'folder' | 'retention'> & { bucket: string | null; passphraseFile: string | null }
  media: { s3: S3Settings | null }
}

interface BackupsCore extends Pick<Parts, 'jobs' | 'clock' | 'ids' | 'log'> {
  connection: pg.ClientConfig
  config: Settings
}

/** Opens scheduled backups according to the settings. */
export function openBackups({ jobs, clock, ids, log, connection, config: settings }: BackupsCore) {
  const { schedule, folder, bucket, retention, passphraseFile } = settings.backup
  const { s3 } = settings.media
  return createScheduledBackups({
    ...{ pool: jobs, clock, ids, log, connection },
    schedule,
    retention,
    folder,
    disk: createDiskStore(join(settings.dataDir, 'media', FILES_DIR)),
    place:
      bucket === null || s3 === null
        ? createFolderPlace(folder)
        : createBucketPlace(
            bucket,
            createS3Store({ ...s3, bucket }, () => clock.now()),
          ),
    hasPassphrase: passphraseFile !== null,
    readSecret() {
      const keys = readKeyTexts(settings)
      return passphraseFile === null || keys === null ? null : { keys, passphrase: readPassphraseFile(passphraseFile) }
    },
  })
}
