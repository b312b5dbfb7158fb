import type { requests as english } from '../en/requests.ts'
import type { Translation } from '../translation.ts'

export const requests: Translation<typeof english> = {
  'request.validation_error': 'リクエストが正しくありません。各フィールドについてはdetailsをご覧ください。',
  'request.more_problems': '{first}（ほか{more}件、detailsをご覧ください）',
  'request.unauthorized': 'APIキーが必要です。「Authorization: Bearer svc_pk_...」として送信してください。',
  'request.forbidden': '送信されたキーでは許可されていません。',
  'request.not_found': 'このアドレスには何もありません。',
  'request.method_not_allowed': 'ここではこのメソッドは使えません。Allowヘッダーをご覧ください。',
  'request.idempotency_conflict':
    'このIdempotency-Keyの最初のリクエストがまだ処理中です。しばらくしてからもう一度送信してください。',
  'request.precondition_failed':
    'If-Matchが一致しません。その間に変更されています。もう一度読み取り、新しいETagを付けて変更を送信してください。',
  'request.payload_too_large': '本文が大きすぎます。',
  'request.idempotency_mismatch':
    'このIdempotency-Keyは別のリクエストで使われました。新しいリクエストには新しいキーを使ってください。',
  'request.rate_limit_exceeded': 'リクエストが多すぎます。しばらく待ってからもう一度お試しください。',
  'request.internal_error':
    'サーバー側で問題が発生しました。もう一度お試しください。続く場合は、この応答のX-Request-Idを添えて報告してください。',
  'request.service_unavailable':
    '現在データベースに接続できないため、保存されたかどうか確かではありません。数秒後にもう一度お試しください。Idempotency-Keyがあれば安全です。',
  'request.wrong_method': 'ここでは{method}は使えません。{list}を使ってください。{hint}',
  'request.hint_create': ' 投稿の作成はPOST {path}、複数のアカウントへの投稿はPOST /v1/postsです。',
  'request.hint_read': ' 投稿の取得はGET /v1/posts?platform={name}とGET {path}です。',
  'request.no_platform': 'そのプラットフォームはありません。{platforms}を使ってください。',
  'mcp.no_batch': '呼び出しは一度に一つずつ送信してください。このプロトコルでは一括呼び出しはできません。',
  'request.no_path': 'このアドレスには何もありません。APIは/v1から始まり、説明は/docs/apiにあります。',
  'request.two_hosts': 'リクエストにHostヘッダーが2つ以上あります。一つだけ送信してください。',
  'request.no_host': 'Hostヘッダーがありません。HTTP/1.1では必要です。',
  'request.transfer_encoding': 'Transfer-Encodingに使えるのは「chunked」だけです。本文を圧縮せずに送信してください。',
  'request.expect': 'Expectヘッダーに使えるのは「100-continue」だけです。',
  'request.connect': 'CONNECTは使えません。これはプロキシではありません。',
  'request.plain_http':
    'ここではHTTPSだけを受け付けます。https://のアドレスを使ってください。自分のプロキシを経由している場合は、TRUST_PROXYにそのアドレスを設定してください。',
  'request.long_headers': 'URLとヘッダーが{max, number}バイトを超えています。数を減らすか短くしてください。',
  'request.long_extensions': '本文のチャンク拡張が大きすぎます。付けずに送信してください。',
  'request.too_slow': 'リクエストの到着に時間がかかりすぎました。もっと速く、もう一度送信してください。',
  'request.not_read':
    'サーバーが数秒間止まり、このリクエストを読み取れませんでした。何も保存されていません。もう一度送信してください。',
  'request.not_http': 'リクエストが有効なHTTPではありません。リクエスト行とヘッダーを確認してください。',
  'request.bad_url': 'URLが正しくありません。パーセントエンコードを確認してください。',
  'request.bad_query': 'クエリ文字列が正しくありません。パーセントエンコードを確認してください。',
  'request.if_match':
    'If-Matchは*か、応答のETagを引用符付きで指定する必要があります。例："3"（3やW/"3"ではありません）',
  'request.idempotency_key': 'Idempotency-Keyは印刷可能なASCII文字で1～{max}文字でなければなりません。例：UUID',
  'body.too_large': '本文が{max, number}バイトを超えています。もっと小さいものを送信してください。',
  'body.too_large_without_key':
    '本文が{max, number}バイトを超えています。もっと小さいものを送信してください。APIキー付きのリクエストは1,048,576バイトまで送信できます。',
  'body.cut_off': '本文がすべて届く前に終わりました。',
  'body.no_object': '本文が空です。JSONオブジェクトを送信してください。',
  'body.tiny_chunks':
    '本文が{bytes}バイト未満の断片{chunks, number}個を超えて届いています。もっと大きな単位で書き込むか、Content-Lengthを付けて本文をまとめて送信してください。',
  'content.compressed_json':
    'Content-Encodingには対応していません。本文を圧縮せずに、そのままのJSONで送信してください。',
  'content.not_json':
    'Content-Typeはapplication/jsonでなければなりません。そのヘッダーを付けて、本文をJSONオブジェクトとして送信してください。',
  'content.json_charset': 'Content-Typeのcharsetはutf-8でなければなりません。JSONは常にUTF-8で送信します。',
  'content.compressed_csv': 'Content-Encodingには対応していません。ファイルを圧縮せずに送信してください。',
  'content.not_csv':
    'Content-Typeはtext/csv、または.xlsxか.odsファイルの種類でなければなりません。そのヘッダーを付けて、ファイルそのものを本文として送信してください。',
  'content.compressed_form': 'Content-Encodingには対応していません。本文を圧縮せずに送信してください。',
  'content.not_form':
    'Content-Typeはapplication/json、application/x-www-form-urlencoded、multipart/form-dataのいずれかでなければなりません。後の2つはブラウザーが自動的に送信します。',
  'content.form_charset':
    'Content-Typeのcharsetはutf-8でなければなりません。ページとフォームをUTF-8で送信してください。',
  'access.bad_header':
    'Authorizationヘッダーは一つだけ、「Bearer」とAPIキーの形でなければなりません：「Authorization: Bearer svc_pk_...」',
  'access.session_ended': 'セッションが終了しました。もう一度サインインしてください。',
  'access.people_only': 'サインインしている人だけが使えます。ダッシュボードにサインインして、もう一度お試しください。',
  'access.no_key': 'これはAPIキーではできません。ダッシュボードにサインインして行ってください。',
  'access.key_only': 'これはAPIキー専用です。キーを送信してください：Authorization: Bearer svc_pk_...',
  'access.no_scope': 'このAPIキーには権限{scope}がありません。その権限のあるキーを使うか、作成してください。',
  'access.needs_scope': '{what}には権限{scope}が必要です。その権限のあるキーを使ってください。',
  'access.field': '{name}',
  'access.change_by_address': 'アドレスによる連絡先の変更',
  'access.change_not_own': 'ほかのキーまたはチームが作成した連絡先の変更',
  'access.merge_not_own': 'ほかのキーまたはチームが作成した連絡先の統合',
  'access.notify': 'リードをメールで送るnotify.emails',
  'access.viewer':
    'あなたの役割は閲覧者で、閲覧はできますが変更はできません。チームの所有者に、役割「編集者」または「所有者」を依頼してください。',
  'access.role':
    'あなたの役割は{role}ですが、これには{needed}が必要です。チームの所有者に、この操作か役割の変更を依頼してください。',
  'role.owner': '所有者',
  'role.editor': '編集者',
  'role.viewer': '閲覧者',
  'access.foreign_page':
    'このリクエストは別のウェブサイトからのものか、出所が示されていません。ダッシュボードそのものを使ってください。プログラムではAPIキーを使います。',
  'access.foreign_website':
    'このウェブサイトのフォームからは連絡先を送信できません。所有者はワークスペースの設定で、そのオリジンを許可できます。',
  'access.foreign_form':
    'このフォームは、このウェブサイトからの送信を受け付けません。フォームまたはワークスペースのallowed_originsにそのオリジンを追加してください。',
  'limit.authenticated':
    'このAPIキーで送信できるリクエストは1分間に{points}件です。{seconds, plural, other {#秒}}後にもう一度お試しください。',
  'limit.batch':
    'この一括処理は{units}件のリクエストと数えますが、この1分間の残りは{left, plural, other {#件}}です。連絡先を減らすか、{seconds, plural, other {#秒}}後にもう一度お試しください。',
  'limit.dashboard':
    'サインインしている人が送信できるリクエストは1分間に{points}件です。{seconds, plural, other {#秒}}後にもう一度お試しください。',
  'limit.public':
    'APIキーがない場合、一つのアドレスから受け付ける連絡先は1分間に{points}件です。{seconds, plural, other {#秒}}後にもう一度お試しください。',
  'limit.webhook':
    'このWebhookが受け付ける配信は1分間に{points}件です。{seconds, plural, other {#秒}}後にもう一度お試しください。',
  'limit.open':
    '一つのアドレスが要求できるページとファイルは1分間に{points}件です。{seconds, plural, other {#秒}}後にもう一度お試しください。',
  'limit.failed_auth':
    'このアドレスから、誤ったキー、パスワード、コード、リンクが多すぎました。{seconds, plural, other {#秒}}後にもう一度お試しください。',
  'limit.sign_in':
    '1分間に{points}回試行されたため、このアカウントは残りの時間待機します。{seconds, plural, other {#秒}}後にもう一度お試しください。',
  'query.unknown': 'クエリパラメーター「{name}」はありません。使えるのは{known}です。',
  'query.misspelt': 'クエリパラメーター「{name}」はありません。{nearest}のことですか？',
  'query.takes_none':
    'クエリパラメーター「{name}」はありません。この操作にパラメーターはありません。省略してください。',
  'query.repeated': '{field}は一度だけ指定する必要がありますが、{times}回あります。',
  'query.not_id': '{field}はID（{what}）のUUIDでなければなりません。',
  'object.account': '接続済みのアカウント',
  'object.group': '投稿のグループ',
  'object.form': 'フォーム',
  'object.contact': '連絡先',
  'object.post': '投稿',
  'object.link': 'リンク',
  'object.any': 'オブジェクト',
  'query.not_flag': '{field}はtrueまたはfalseでなければなりません。',
  'query.not_day': '{field}は2026-11-01のような、時刻のない日付でなければなりません。',
  'query.late_day': '{field}は{last}以前でなければなりません。',
  'query.day_required': '{field}は必須です。2026-11-01のような日付を指定してください。',
  'query.days_reversed': 'fromをtoより後にすることはできませんが、{from}は{to}より後です。',
  'query.too_many_days': 'fromからtoまでは{max}日以内でなければなりませんが、{from}から{to}までは{days}日あります。',
  'query.page_too_far':
    'pageが一覧の先すぎます。番号付きのページは先頭から{rows}行以内で始まるものまでです。next_cursorをたどるか、一覧を絞り込んでください。',
  'query.cursor_and_page': 'cursorとpageは同時に使えません。next_cursorをたどるか、ページ番号を使ってください。',
  'cursor.other_order': 'このカーソルはorder={order}の続きです。orderを省略するか、カーソルなしで始めてください。',
  'query.one_order': 'ここではorderを指定できません。この一覧の並び順は1つだけです。orderを省略してください。',
  'query.search_newest_first': '連絡先の検索は新しい順です。orderまたはqを省略してください。',
  'query.bad_cursor': 'cursorは以前の応答のnext_cursorをそのまま指定する必要があります。',
  'ready.stopping': 'プロセスは停止中です。',
  'ready.no_database': 'データベースに接続できません。',
  'ready.schema': 'データベースのスキーマが使えません：{report}',
  'ready.disk': 'データベースに何も保存できません：{report}。',
  'ready.problem': '{report}',
  'ready.no_runner': 'ジョブの実行が終了しました。このプロセスを再起動してください。理由はログにあります。',
  'ready.worker':
    'ワーカーが応答するのはGET /healthz、/readyz、/metricsだけです。APIはROLEが「api」または「all」のところにあります。',
  'metrics.token': 'メトリクスにはMETRICS_TOKENのトークンが必要です：「Authorization: Bearer ...」',
  'database.refused':
    'データベースがDoorpostを拒否しているため、何も保存されていません。管理者の確認が必要です。後でもう一度お試しください。',
  'database.collision': '別の変更と競合しました。何も保存されていません。もう一度お試しください。',
  'database.full': '現在データベースに何も保存できません。何も保存されていません。後でもう一度お試しください。',
  'database.no_connection':
    'データベースの接続に空きがありません。何も保存されていません。数秒後にもう一度お試しください。',
  'database.locked': 'データベースはテーブルの変更中です。何も保存されていません。数秒後にもう一度お試しください。',
  'database.too_long':
    'データベースの処理に時間がかかりすぎたため、中止しました。範囲を絞るか、後でもう一度お試しください。',
  'database.queue_full':
    'データベースへの書き込み待ちが多すぎます。何も保存されていません。数秒後にもう一度お試しください。',
}
