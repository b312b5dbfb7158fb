import { fork } from 'node:child_process'
import fs from 'node:fs'
import type { Server as HttpsServer } from 'node:https'
import type { Log } from '../lib/log/log.ts'
import {
  digestOf,
  type TlsFiles,
  type TlsListeners,
  type TlsPair,
  type TlsWatcher,
  type TlsWatchOptions,
  watchTlsFiles,
} from './tls-files.ts'
import type { FromTlsReader } from './tls-reader.ts'

/** Uses renewed certificates for new connections. */
export function renewTls(server: HttpsServer, tls: TlsFiles & TlsPair, log: Log, keepsRoot: boolean): TlsWatcher {
  const listeners: TlsListeners = {
    onRenewed: (pair) => {
      server.setSecureContext(pair)
      log.info('the renewed TLS certificate is in use')
    },
    onProblem: (reason) =>
      log.error(
        { reason },
        'the changed TLS files cannot be used, so the old certificate stays in use. Replace them with a PEM certificate and its key; Doorpost checks them every minute and on SIGHUP',
      ),
  }
  const watch = keepsRoot ? watchAsRoot : watchTlsFiles
  return watch({ files: tls, inUse: digestOf(tls) }, listeners)
}

/** Whether an account can read both files itself. */
export function canReadAll({ certFile, keyFile }: TlsFiles, canRead: (path: string) => boolean): boolean {
  return [certFile, keyFile].every((file) => canRead(fs.realpathSync(file)))
}

/** Called while we are still root. */
function watchAsRoot({ files, inUse }: TlsWatchOptions, { onRenewed, onProblem }: TlsListeners): TlsWatcher {
  const reader = fork(new URL('./tls-reader.ts', import.meta.url), [files.certFile, files.keyFile, inUse], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  reader.on('message', (message: FromTlsReader) => {
    if ('problem' in message) onProblem(message.problem)
    else onRenewed({ cert: Buffer.from(message.cert), key: Buffer.from(message.key) })
  })
  reader.on('exit', () => onProblem('the process that reads them has ended; restart Doorpost to use new ones'))
  reader.unref()
  reader.channel?.unref()
  return {
    check: () => void (reader.connected && reader.send('check')),
    stop: () => {
      reader.removeAllListeners('exit')
      if (reader.connected) reader.disconnect()
    },
  }
}
