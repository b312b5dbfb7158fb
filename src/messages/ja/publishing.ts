import type { publishing as english } from '../en/publishing.ts'
import type { Translation } from '../translation.ts'

export const publishing: Translation<typeof english> = {
  'publishing.not_out': '担当者が確認しました：公開されていません。再試行するか、このままにしてください。',
  'publishing.cancelled': '担当者によってキャンセルされました。',
  'publishing.account_was_away':
    'アカウントが許容される遅延より長く使えませんでした。今すぐ公開するか、新しい日時を設定してください。',
  'publishing.missed':
    '予定時刻を{span}過ぎ、許容される遅延を超えたため、自動では送信されませんでした。今すぐ公開するか、新しい日時を設定してください。',
  'publishing.unread':
    '送信されましたが、公開されたか不明です。{problem} アカウントが再び使えるようになるとDoorpostが確認します。ご自身で確認して確定することもできます。',
  'publishing.closed': '現在は何も送信されていません。{problem}',
  'reason.stored': '{said}',
  'publishing.no_app':
    '{platform}の投稿用のアプリが設定されていません。所有者が「設定」→「ネットワーク」で設定すると、投稿されます。',
  'publishing.unread_without_app':
    '送信されましたが、公開されたか不明です。{platform}の投稿用のアプリが設定されていません。所有者が「設定」→「ネットワーク」で設定すると、Doorpostが確認します。',
  'publishing.hidden_repeat':
    'プラットフォームは同じ投稿がすでにあるとして拒否しましたが、それを表示しません。そちらで確認してください。',
  'publishing.not_asked':
    '投稿が公開されたか、プラットフォームに問い合わせできませんでした（{class}）。アカウントを確認し、確定してください。',
  'publishing.sent_in_vain':
    '{sends}回送信されましたが、効果がありませんでした。アカウントを確認し、再試行してください。',
  'publishing.answer_unreadable': 'Doorpostは応答を読み取れませんでした。',
  'publishing.answer_lost': 'プラットフォームの応答が失われました。投稿が公開されたかDoorpostが確認します。',
  'publishing.not_prepared': 'Doorpostは投稿を準備できませんでした。再試行されます。',
  'publishing.not_marked': 'DATA_DIRに書き込めないため、何も送信されませんでした。再試行されます。',
  'publishing.other_id': 'プラットフォームが別の投稿のID（{id}）で応答しました。',
  'publishing.not_renewed': 'アカウントの承認を今は更新できませんでした。再試行されます。',
  'publishing.unchecked':
    'データベースが以前の状態に復元され、この投稿を検索できませんでした。アカウントを確認し、投稿があるかどうか指定してください。',
  'publishing.no_words': '投稿に検索の手がかりとなる言葉がありません。',
  'publishing.look_unreadable': 'Doorpostはプラットフォームの応答を読み取れませんでした。',
  'publishing.no_post': 'このIDの投稿はありません。一覧はGET /v1/postsで取得できます。',
  'publishing.id_taken': 'このplatform_idは別の投稿のものです。',
  'publishing.outcome_required': '{field}は必須です。publishedまたはnot_publishedを送信してください。',
  'publishing.not_paused': '公開は一時停止されていません。',
  'publishing.is_published':
    '投稿はすでに公開されているため、{action, select, publish {今公開することはできません} retry {再試行できません} cancel {キャンセルできません} other {確定できません}}。',
  'publishing.is_unconfirmed':
    '投稿が公開されたか確かではないため、{action, select, publish {今公開することはできません} retry {再試行できません} cancel {キャンセルできません} other {確定できません}}。アカウントを確認し、POST {path}を使ってください。',
  'publishing.under_way':
    '投稿は今送信中のため、{action, select, publish {今公開することはできません} retry {再試行できません} cancel {キャンセルできません} other {確定できません}}。しばらく待って、もう一度確認してください。',
  'publishing.wrong_state':
    '{state}の状態の投稿は{action, select, publish {今公開できません} retry {再試行できません} cancel {キャンセルできません} other {確定できません}}。',
  'state.none': '下書き',
  'state.waiting': '予約済み',
  'state.preparing': '準備中',
  'state.sending': '送信中',
  'state.confirming': '確認中',
  'state.deferred': '延期',
  'state.held': '保留',
  'state.missed': '送信期限切れ',
  'state.failed': '失敗',
  'state.cancelled': 'キャンセル済み',
  'state.unconfirmed': '未確認',
  'state.published': '公開済み',
  'step.sending': '{network}に送信しました',
  'step.token_refreshed': 'アカウントの承認を更新しました',
  'step.outcome_unknown': '明確な応答がありません。投稿が公開されたか{network}で確認します',
  'step.looked_found': '確認：{network}にあります',
  'step.looked_absent': '確認：{network}にありません',
  'step.looked_not_seen': '確認：まだ見えません',
  'step.looked_cannot_tell': '確認：{network}からはわかりません',
  'step.looked_failed': '確認：{network}を読み取れませんでした',
  'step.account_unreadable': 'アカウントを読み取れません：可能になりしだい確認します',
  'step.sending_again': '何も公開されていないため、もう一度送信します',
  'step.too_late': '開始に時間がかかりすぎたため、送信しませんでした。やり直します',
  'step.repeat': '重複として拒否されました。{look}',
  'step.published': '{network}が公開しました',
  'step.failed': '終了：公開されませんでした',
  'step.retry': '終了：後で再試行します',
  'step.deferred': '終了：延期しました',
  'step.held': '終了：保留にしました',
  'step.unconfirmed': '終了：確認が必要です',
  'step.cancelled': '担当者によってキャンセルされました',
  'group.left_cancelled':
    '投稿はキャンセルされており、グループが変わってもそのままです。個別に変更または公開してください。',
  'installation.other_installation':
    'DATA_DIRが、このデータベースとは別のサーバーのものです。このデータベースで未送信とされている投稿が、公開されている可能性があります。',
  'installation.older_database':
    'データベースの送信数は{counted}ですが、実際には{sent}でした。バックアップから復元されたか、最新のコミットが失われました。このデータベースで未送信とされている投稿が、公開されている可能性があります。',
  'installation.other_server':
    'データベースが別のサーバーにあるか、新たに作成されました。復元または複製されたものです。このデータベースで未送信とされている投稿が、公開されている可能性があります。',
  'installation.failover':
    'データベースサーバーが昇格されたか、ある時点に復元され、最新のコミットが失われた可能性があります。このデータベースで未送信とされている投稿が、公開されている可能性があります。',
  'installation.copied_data_folder':
    'DATA_DIRがコピーです。復元、移動、または複製されたものです。このデータベースで未送信とされている投稿が、公開されている可能性があります。',
  'installation.unknown_data_folder':
    'DATA_DIRは空ですが、データベースは投稿を送信しており、それを保証するほかのノードもありません。複製または復元されたバックアップの可能性があります。このデータベースで未送信とされている投稿が、公開されている可能性があります。',
  'installation.restored_backup':
    'データベースが{created}のバックアップから復元されました。このデータベースで未送信とされている投稿が、公開されている可能性があります。',
  'installation.failover_unconfirmed':
    'データベースサーバーが置き換えられました。失われた送信がないことを、すべてのワーカーが確認するのを待っています。',
  'installation.unconfirmed':
    'DATA_DIRが空です。このデータベースが正しいことを、ほかのノードが確認するのを待っています。',
  'installation.data_dir_not_writable':
    'DATA_DIR（{folder}）に書き込めません（{error}）。データベースの復元に気付けなくなるため、何も送信されません。ディスクに空きを作るか、このユーザーに書き込みを許可してください。',
  'installation.clock_ahead':
    'このマシンの時計は、データベースより{span}進んでいます。修正されるまで、このノードは公開も削除も行いません。NTPなどで時計を合わせてください。',
  'installation.clock_behind':
    'このマシンの時計は、データベースより{span}遅れています。修正されるまで、このノードは公開も削除も行いません。NTPなどで時計を合わせてください。',
}
