import type { users as english } from '../en/users.ts'
import type { Translation } from '../translation.ts'

export const users: Translation<typeof english> = {
  'sign_in.wrong_password':
    'メールアドレスまたはパスワードが違います。両方を確認するか、新しいパスワードを設定してください。',
  'sign_in.wrong_own_password': 'パスワードが違います。サインイン時のパスワードを入力してください。',
  'sign_in.wrong_code':
    'このコードは誤っているか、古すぎるか、すでに使われています。アプリに今表示されているものを使ってください。',
  'sign_in.wrong_backup_code': 'このバックアップコードは誤っているか、すでに使われています。別のものを使ってください。',
  'sign_in.start_again': 'このサインインは終了しました。メールアドレスとパスワードからやり直してください。',
  'sign_in.no_second_factor': '2要素認証が設定されていません。POST /v1/auth/totpから始めてください。',
  'sign_in.second_factor_on': '2要素認証はすでに有効です。設定し直すには、先に無効にしてください。',
  'sign_in.begun_twice': '設定が同時に2回始められました。もう一度始めてください。',
  'sign_in.wrong_new_passkey': 'パスキーを追加できませんでした。新しいオプションを取得して、もう一度お試しください。',
  'sign_in.wrong_passkey':
    'このパスキーは一致しません。もう一度試すか、別のものを使うか、メールアドレスとパスワードでサインインしてください。',
  'sign_in.no_passkey_options': '先に新しいオプションを取得してください。5分間、一度だけ有効です。',
  'sign_in.no_origin': 'パスキーはダッシュボードからのみ使えます。リクエストにこちらのOriginがありません。',
  'sign_in.not_fresh':
    'これには1日以内のサインインが必要です。サインアウトしてもう一度サインインしてから行ってください。',
  'sign_in.account_removed': 'あなたのアカウントはチームから削除されました。',
  'sign_in.too_many_codes':
    'このアカウントで誤ったコードが多すぎます。15分待ってから、もう一度サインインしてください。',
  'sign_in.too_many_people': '現在サインインしている人が多すぎます。5秒後にもう一度お試しください。',
  'sign_in.one_factor': 'codeとbackup_codeはどちらか一方を送信してください。',
  'code.not_six_digits': 'codeはアプリに表示される6桁の数字でなければなりません。',
  'passkey.wrong_response':
    '{field}は、ブラウザーがパスキーについて示した、idとresponseを持つJSONオブジェクトでなければなりません。',
  'passkey.not_found': 'このIDのパスキーは登録されていません。一覧はGET /v1/auth/passkeysで取得できます。',
  'session.not_found': 'このIDのセッションはありません。一覧はGET /v1/auth/sessionsで取得できます。',
  'password.required': '{field}は必須です。',
  'password.too_long': '{field}は{max}文字以内でなければなりません。',
  'password.too_short': '{field}は{min}文字以上でなければなりません。文にすると覚えやすくなります。',
  'password.same_as_email': '{field}にメールアドレスは使えません。',
  'user.email_characters':
    "サインインに使う{field}に含められるのは、英字a～z、数字、および . _ '' + - だけです。別のアドレスを使ってください。",
  'user.name_lines': '{field}は1行でなければなりません。',
  'setup.done_already': 'このサーバーはすでに設定済みです。サインインするか、チームの所有者に招待を依頼してください。',
  'setup.wrong_link':
    'この設定用リンクは使えません。1日以上たったか、新しいものが作られました。Doorpostを再起動するか「{command}」を実行すると、新しいリンクが表示されます。',
  'reset.wrong_link':
    'このリンクは使えません。使用済みか、新しいものが作られたか、1時間以上たっています。新しいものを依頼してください。',
  'reset.no_mail':
    'このサーバーはメールを送信しません。運用者にリンクを依頼してください。「{command}」で表示できます。',
  'team.last_owner': 'チームの最後の所有者です。先に別の人を所有者にしてください。',
  'team.known_address': 'このアドレスの人はすでにチームにいます。代わりに役割を変更してください。',
  'team.not_owner': 'あなたはもうチームの所有者ではありません。所有者の誰かに依頼してください。',
  'team.no_member': 'このIDの人はチームにいません。一覧はGET /v1/teamで取得できます。',
  'invitation.wrong_link':
    'この招待は使えません。使用済みか、取り消されたか、1週間以上たっています。チームの所有者に新しいものを依頼してください。',
  'invitation.not_found': 'このIDの招待はありません。一覧はGET /v1/team/invitationsで取得できます。',
  'key.revoked': 'このAPIキーは取り消されました。新しいものを作成して使ってください。',
  'key.expired': 'このAPIキーは期限切れです。新しいものを作成して使ってください。',
  'key.replaced': 'このAPIキーは更新され、以前のシークレットは終了しました。新しいものを使ってください。',
  'key.not_live': 'このキーは取り消されたか、期限切れです。新しいものを作成してください。',
  'key.unknown':
    'このAPIキーはここでは認識されません。全体がコピーされているか確認するか、新しいものを作成してください。',
  'key.malformed': 'DoorpostのAPIキーではないか、文字に誤りがあります。svc_pk_で始まる45文字です。',
  'key.name_taken': '「{name}」という名前のキーはすでにあります。先に取り消すか、別の名前を選んでください。',
  'key.not_found': 'このIDのAPIキーはありません。一覧はGET /v1/keysで取得できます。',
  'key.expires_in_past': '{field}は未来の日時でなければなりません。期限のないキーにする場合は省略してください。',
  'key.scopes_not_list': '{field}は権限の配列でなければなりませんが、{found}です。',
  'key.no_scopes':
    '{field}には少なくとも一つの権限が必要です。{known}から選んでください。すべての場合は省略してください。',
  'key.unknown_scope': '{field}は権限ではありません：不明なスコープ{scope}。{known}から選んでください。',
  'key.not_scope': '{field}は権限ではありません：{found}。{known}から選んでください。',
  'removal.not_found':
    'このIDの削除はありません。すでに実行されたか、取り消されています。一覧はGET /v1/removalsで取得できます。',
  'removal.wrong_records': '{field}は1～{max}件のレコードの配列でなければなりませんが、{found}です。',
  'removal.wrong_id': '{field}はレコードのID（UUID）でなければなりません。',
  'removal.changed': '削除を待っている間に変更されたため、まだ残っています。',

  'stream.too_many_of_key':
    '一つのAPIキーで開けるストリームは{most}個です。一つ閉じるか、{seconds}秒後にもう一度お試しください。',
  'stream.too_many_of_person':
    '一人で開けるストリームは{most}個です。一つ閉じるか、{seconds}秒後にもう一度お試しください。',
  'stream.too_many':
    'このサーバーで開けるストリームは{most}個までです。一つ閉じるか、{seconds}秒後にもう一度お試しください。',
  'stream.wrong_accept': 'Acceptにtext/event-streamを指定する必要があります。応答は終わりのないストリームです。',
  'stream.wrong_place': '{field}は、このストリームの以前のメッセージのIDをそのまま指定する必要があります。',
}
