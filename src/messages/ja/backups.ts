import type { backups as english } from '../en/backups.ts'
import type { Translation } from '../translation.ts'

export const backups: Translation<typeof english> = {
  'backup.under_way':
    'バックアップはすでに作成中です。完了するまでお待ちください。`in_progress`で進み具合がわかります。',
  'backup.abandoned':
    'バックアップの完了前にプロセスが終了しました。自然に終了した場合は、そのログを確認してください。今すぐバックアップを作成するか、次の予定をお待ちください。',
  'backup.see_log': '理由はワーカーのログにあります。',
  'backup.never_made':
    'まだ一度も作成されていません。ROLEがallまたはworkerのプロセスが動いているか、そのログも確認してください。',
  'backup.overdue':
    '最後のバックアップは{span}前です。ROLEがallまたはworkerのプロセスが動いているか、そのログも確認してください。',
  'backup.no_tables':
    'バックアップするものがありません。データベースにDoorpostのテーブルがありません。DATABASE_URLとDATA_DIRを確認してください。',
  'backup.table_locked':
    'テーブルがロックされています。データベースの移行中と思われます。終わってからコマンドをもう一度実行してください。',
  'backup.being_migrated': 'ちょうど今データベースが移行されました。コマンドをもう一度実行してください。',
  'backup.other_key':
    'このノードのSECRET_KEYは、このデータベースの設定時のもの（{key}）と異なるため、これで作ったバックアップは開けません。正しいSECRET_KEYを設定するか、--passphrase-fileを付けずにキーを含めないでください。',
  'backup.file_exists': '{path}はすでに存在します。別の名前を選ぶか、--forceで置き換えてください。',
  'backup.disk_full':
    'ディスクがいっぱいです。空きを作るか、別のディスクにバックアップを書き込んでください。{path}は作成されず、何も残っていません。',
  'backup.not_writable':
    'ファイルを書き込めません（{code}）。このユーザーが書き込めるフォルダーを選んでください。{path}は作成されず、何も残っていません。',
  'backup.short_passphrase':
    '{origin}のパスフレーズは{min}文字未満です。もっと長いものを使ってください。例：openssl rand -base64 24',
  'backup.no_passphrase': 'パスフレーズファイル{path}を読み取れません（{code}）。',
}
