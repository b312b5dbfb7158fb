import type { connections as english } from '../en/connections.ts'
import type { Translation } from '../translation.ts'

export const connections: Translation<typeof english> = {
  'connection.app_password_required':
    '{field}は必須です。{network}で作成したアプリパスワード（{max}文字以内）を指定してください。',
  'connection.token_required':
    '{field}は必須です。{network}で作成したアクセストークン（{max}文字以内）を指定してください。',
  'connection.handle_not_needed': 'アカウントは{network}側で確認されます。handleは省略してください。',
  'connection.handle_required': '{field}は必須です。{network}のアカウント名を指定してください。',
  'connection.handle_invalid': '{field}は{network}のアカウント名で、空白を含めないでください。',
  'connection.one_server': '{network}のサーバーは一つだけです。service_urlは省略してください。',
  'connection.not_server': '{field}は{server}のアドレスでなければなりません。例：{example}。{problem}',
  'connection.approved_elsewhere':
    '{field}は{choices}のいずれかでなければなりません。ほかのネットワークのアカウントはブラウザーで承認します：POST /v1/connections/links',
  'connection.other_format': '{network}の投稿形式は{format}です。platformを省略するか、{format}を送信してください。',
  'connection.needs_app_password': '{network}のアカウントはアプリパスワードで接続します：POST /v1/connections/sign-in',
  'connection.not_kind': '{field}はmemberまたはorganizationでなければなりません。',
  'connection.no_pages': '{field}のorganizationはprofessional（LinkedInページ）でのみ使えます。',
  'connection.not_found': 'このIDの接続はありません。一覧はGET /v1/connectionsで取得できます。',
  'connection.not_default':
    'defaultはtrueでなければなりません。既定を変えるには、別のアカウントに対してこれを送信してください。',
  'connection.no_app':
    '{network}用のアプリがまだありません。所有者がダッシュボードの「設定」→「ネットワーク」で設定するか、{prefix}_CLIENT_IDと{prefix}_CLIENT_SECRETを設定してDoorpostを再起動してください。アプリなしで試すには：{command}',
  'connection.no_pages_app':
    '{network}のページ用のアプリがまだありません。所有者がダッシュボードの「設定」→「ネットワーク」で設定するか、{prefix}_CLIENT_IDと{prefix}_CLIENT_SECRETを設定してDoorpostを再起動してください。アプリなしで試すには：{command}',
  'connection.no_document': 'ここにはそのアプリがありません。承認による最初のアカウント接続時に作成されます。',
  'connection.unreachable': 'この{network}アカウントの{server}に接続できませんでした：{problem}',
  'service.server': 'サーバー',
  'service.pds': 'PDS',
  'connect.done': '{network}を接続しました',
  'connect.posts_on': '次のアカウントに投稿できるようになりました：',
  'connect.sandbox': 'これはサンドボックスです。ここへの投稿は公開されません。',
  'connect.close_page': 'このページは閉じてかまいません。',
  'connect.page': 'ページ',
  'connect.new_link': 'ダッシュボードの「設定」で新しいリンクを作ってください。',
  'connect.nothing_connected': 'アカウントは接続されませんでした。',
  'connect.used': 'すでに使われたか、途中で切れています。リンクは一度だけ使えます。',
  'connect.expired_link': 'このリンクは期限切れです',
  'connect.lifetime': 'リンクの有効期間は{minutes}分です。アカウントは接続されませんでした。',
  'connect.wrong_browser': '別のブラウザーです',
  'connect.other_browser':
    '承認が別のブラウザーで始められたか、Cookieが無効になっています。アカウントは接続されませんでした。',
  'connect.one_browser': '同じブラウザーでリンクを開いて承認してください。',
  'connect.not_set_up': '{network}は設定されていません',
  'connect.no_app':
    'このネットワークのアカウント用のアプリがまだありません。所有者がダッシュボードの「設定」→「ネットワーク」で設定します。',
  'connect.no_pages_app':
    'このネットワークのページ用のアプリがまだありません。所有者がダッシュボードの「設定」→「ネットワーク」で設定します。',
  'connect.denied': '承認されませんでした',
  'connect.declined': '{network}によると、承認が拒否されました。アカウントは接続されませんでした。',
  'connect.refused': '{network}に拒否されました',
  'connect.check_app':
    '「設定」→「ネットワーク」でアプリのID、シークレット、リダイレクトアドレス、権限を確認してください。',
  'connect.unavailable': '{network}から正しい応答がありませんでした',
  'connect.try_later':
    'アカウントは接続されませんでした。プラットフォームに問題があるか、このサーバーから接続できない可能性があります。詳しくはログを確認し、数分後にもう一度お試しください。',
  'account.approval_ended': 'アカウントの承認が終了しました。もう一度接続してください。',
  'account.being_renewed': 'アカウントへのアクセスが終了し、更新中です。その後に投稿されます。',
  'account.unreadable':
    '保存された承認を、設定されているSECRET_KEYで読み取れません。以前のキーをSECRET_KEY_OLDに入れるか、アカウントをもう一度接続してください。',
  'account.disconnected': 'この投稿が指定するアカウントは接続されていません。もう一度接続してください。',
  'account.none': 'このプラットフォームのアカウントが接続されていません。接続すると投稿が進みます。',
  'account.sandbox': 'これはサンドボックスのアカウントですが、Doorpostは今サンドボックスモードで動いていません。',
  'account.real': 'これは実際のアカウントですが、Doorpostは今サンドボックスモードで動いています。投稿は外に出ません。',
  'account.resume_sandbox':
    'これはサンドボックスのアカウントですが、Doorpostは今サンドボックスモードで動いていません。実際のアカウントを接続してください。',
  'account.resume_real':
    'これは実際のアカウントですが、Doorpostは今サンドボックスモードで動いています。先にサンドボックスなしで起動してください。',
  'account.needs_attention': 'アカウントの確認が必要です。',
  'account.has_to_wait': 'プラットフォームから待つように求められました。',
  'account.not_renewed':
    '{network}は今このアカウントへのアクセスを更新できませんでした。自動的に再試行されます。必要であれば、その間投稿は待機します。',
  'account.renewal_refused':
    '{network}は承認の更新を1日以上拒否しています：{refusal} アカウントをもう一度接続してください。',
  'account.renewal_lost':
    '{network}は{time}に承認を更新しましたが、応答が途中で失われました。以前の承認は一度しか使えません。アカウントをもう一度接続してください。',
  'account.not_accepted': '{network}はこの承認を受け付けなくなりました。アカウントをもう一度接続してください。',
  'account.app_changed':
    '{network}用のアプリが変更され、この承認を更新できるのは以前のアプリだけです。アカウントをもう一度接続してください。',
  'app.not_found': 'そのアプリはありません。一覧はGET /v1/connections/appsで取得できます。',
  'app.id_required': '{field}は必須です。{network}がアプリについて表示するIDを指定してください。',
  'app.secret_required': '{field}は必須です。{network}がアプリについて表示するシークレットを指定してください。',
  'app.secret_with_id':
    'client_idを変える場合、{field}は必須です。保存されているシークレットは以前のアプリのものです。',
  'app.not_text': '{field}は空白なしで{max}文字以内でなければなりません。',
  'app.environment':
    '{field}は無効です。Doorpostの実行環境で{settings}が設定されており、そちらが優先されます。先にそこから削除してください。',
  'app.none': '{network}用のアプリがまだ設定されていません。先にIDとシークレットを入力してください。',
  'app.accepted': '{network}はこのアプリを認識し、シークレットも正しいです。',
  'app.wrong_secret':
    '{network}はアプリを認識しましたが、シークレットが違います。アプリのページからシークレットをもう一度コピーしてください。（{words}）',
  'app.wrong_meta_id':
    '{network}はこのアプリIDを認識しません。{network}用と書かれたIDをコピーしてください。Metaのページ上部のIDは別のものです。（{words}）',
  'app.wrong_pair':
    '{network}はこのIDとシークレットの組み合わせを受け付けません。アプリのページから両方をもう一度コピーしてください。（{words}）',
  'app.refused': '{network}がアプリを拒否しました：{words}',
  'app.no_verdict': '{network}から明確な応答がありませんでした（{words}）。数分後にもう一度お試しください。',
  'app.unreachable': '{network}に接続できませんでした：{problem}',
  'app.no_answer': '時間内に応答がありませんでした。数分後にもう一度お試しください。',
  'app.unreadable':
    '保存されたシークレットを、設定されているSECRET_KEYで読み取れません。入力し直すか、以前のキーをSECRET_KEY_OLDに入れてください。',
  'auth.no_account': 'リンクにアカウントの指定がありません。アカウントのハンドルを付けて新しいリンクを作ってください。',
  'auth.app_gone': 'このアクセスが与えられたアプリはなくなりました。アカウントをもう一度接続してください。',
  'auth.not_renewable': 'この承認は更新できません。',
  'auth.no_refresh_token':
    '{network}からこのアクセスを更新する方法が示されませんでした。アカウントをもう一度接続してください。',
  'auth.new_access_refused':
    '{network}は新しいアクセスを受け付けません。アカウントをもう一度接続し、すべての権限を許可してください。',
  'auth.code_refused': '{network}は接続を受け付けませんでした（{words}）。アカウントをもう一度接続してください。',
  'auth.connection_refused': '{network}が接続を拒否しました：{words}。アカウントをもう一度接続してください。',
  'auth.renewal_refused': '{network}はアクセスを更新しませんでした（{words}）。アカウントをもう一度接続してください。',
  'auth.refusal': '{words}。{advice}',
  'bluesky.advice_document': ' サーバーは、アカウント接続時と同じく、{url}でアプリの情報を読み取れる必要があります。',
  'bluesky.too_many_sign_ins':
    '試行回数が多すぎたため、Blueskyは現在このアカウントへのサインインを受け付けていません。{span}お待ちください。',
  'bluesky.account_password':
    'これはアカウントのパスワードで、コードも求められます。Blueskyの設定（プライバシーとセキュリティ、アプリパスワード）でアプリパスワードを作成し、それを使ってください。',
  'bluesky.wrong_password':
    'Blueskyはこのハンドルとアプリパスワードを受け付けません。ハンドルを確認し、Blueskyの設定（プライバシーとセキュリティ、アプリパスワード）で新しいアプリパスワードを作成して、もう一度お試しください。{said}',
  'bluesky.not_pds':
    'サーバーの応答がPDSのものではありません（ステータス{status}）。アドレスを確認し、正しければ後でもう一度お試しください。{said}',
  'bluesky.pds_says': ' PDSからのメッセージ：{words}',
  'bluesky.not_handle': '「{name}」はハンドルではありません。Blueskyのハンドルはname.bsky.socialのような形です。',
  'bluesky.handle_moved': '{handle}のアカウントはこのハンドルを使わなくなりました。ハンドルを確認してください。',
  'bluesky.no_such_handle':
    '{host}にハンドル{handle}のアカウントはありません。ハンドルを確認し、PDSがあれば指定してください。',
  'bluesky.no_such_account':
    'アカウント{did}はありません。削除されたか、存在したことがありません。ハンドルを確認してください。',
  'bluesky.not_looked_up': '{did}を検索できません。アプリパスワードで接続してください。',
  'bluesky.no_pds': 'アカウント{did}にはPDSの指定がないため、投稿できません。',
  'bluesky.approval_not_begun':
    '{host}は承認の要求を受け付けませんでした（{words}）。アプリの情報を読み取るため、このDoorpostのアドレスに接続できる必要があります。できない場合は、アプリパスワードでアカウントを接続してください。',
  'bluesky.begun_elsewhere': 'この承認はここで始められたものではありません。アカウントをもう一度接続してください。',
  'bluesky.other_issuer': '承認を求めたサーバーとは別のサーバーが応答しました。アカウントをもう一度接続してください。',
  'bluesky.other_account': '指定されたものとは別のアカウントの承認です。アカウントをもう一度接続してください。',
  'bluesky.too_little_granted':
    'Blueskyは投稿に必要な許可を与えませんでした。アカウントをもう一度接続し、すべてを許可してください。',
  'bluesky.no_approval':
    '{host}は、Blueskyの定めるブラウザーでの承認に対応していません。アプリパスワードでアカウントを接続してください。',
  'bluesky.no_https_name':
    'Blueskyの承認が使えるのは、Doorpostに名前付きのhttpsアドレスがある場合か、このマシンの127.0.0.1だけです。代わりにアプリパスワードでアカウントを接続してください。',
  'linkedin.no_page':
    'この方が管理するLinkedInページはありません。管理している方（スーパー管理者またはコンテンツ管理者）が接続してください。',
  'linkedin.pages_hidden':
    'LinkedInは、この方が管理するページをこのアプリに見せません。アプリにはrw_organization_adminのあるCommunity Management APIが必要です。{said}',
  'mastodon.app_not_registered':
    '{host}はDoorpost用のアプリを登録しませんでした（{words}）。Mastodonサーバーか確認してください。',
}
