import type { deliveries as english } from '../en/deliveries.ts'
import type { Translation } from '../translation.ts'

export const deliveries: Translation<typeof english> = {
  'rejection.not_found': 'このIDの拒否はありません。一覧はGET /v1/webhooks/{id}/rejectionsで取得できます。',
  'rejection.repeated_header': 'ヘッダー{name}が2回以上ありました。2つ目を追加しているものを調べてください。',
  'rejection.missing_header':
    'ヘッダー{name}がありません。送信元が署名しているか、プロキシがそれを通しているか確認してください。',
  'rejection.empty_header': 'ヘッダー{name}が空です。送信元に署名用のシークレットがあるか確認してください。',
  'rejection.not_time':
    '{name}のタイムスタンプは、1970年からの秒またはミリ秒の数字か、{example}のような時刻でなければなりません。',
  'rejection.too_old':
    '{name}のタイムスタンプは{age}秒前のもので、許容範囲は{tolerance}秒です。送信元とこのサーバーの時計を確認してください。正しければ、遅れて送られたか、再送です。',
  'rejection.too_new':
    '{name}のタイムスタンプは{age}秒進んでおり、許容範囲は{tolerance}秒です。送信元とこのサーバーの時計を確認してください。',
  'rejection.no_secret':
    'このWebhookにはシークレットがないため、何も検証できません。送信元のシークレットを設定してください。',
  'rejection.no_verify_token':
    'このWebhookには検証トークンがありません。サブスクリプションのclientStateを設定してください。',
  'rejection.no_rule': 'このWebhookには送信元の署名方法がわかりません。署名ルールを設定してください。',
  'rejection.bare_word': '本文が単なる語ですが、{sender}はJSONオブジェクトを送信します。別の送信元からのものです。',
  'rejection.wrong_signature':
    '署名が本文と一致しません。このWebhookのシークレットが{secret}であること、途中で本文が変更されていないことを確認してください。',
  'rejection.not_hex':
    'ヘッダー{header}は{prefix}<小文字の16進数{length}桁>でなければなりません。このWebhookで選んだサービスが実際の送信元か確認してください。',
  'rejection.not_base64':
    'ヘッダー{header}は{prefix}<base64の{length}文字>でなければなりません。このWebhookで選んだサービスが実際の送信元か確認してください。',
  'rejection.not_by_rule':
    'ヘッダー{header}は{prefix}<{encoding}の{hash}署名>でなければなりません。このWebhookの署名ルールと比べてください。',
  'rejection.malformed_id': 'ヘッダー{header}のIDは、表示可能なASCII文字で{max}文字以内でなければなりません{without}。',
  'rejection.malformed_timestamp':
    'ヘッダー{header}のタイムスタンプは、表示可能なASCII文字で{max}文字以内でなければなりません{without}。',
  'rejection.without': '（{texts}を除く）',
  'rejection.not_notifications':
    '本文は、Microsoft Graphが送るような通知の一覧「value」を持つJSONでなければなりません。',
  'rejection.no_client_state': 'clientStateのない通知があります。サブスクリプションの作成時に指定してください。',
  'rejection.wrong_client_state':
    'clientStateがこのWebhookの検証トークンと異なります。サブスクリプションがそのトークンで作成されたか確認してください。',
  'rejection.no_time': 'ヘッダー{header}に{name}=がありません。このWebhookの送信元が正しいか確認してください。',
  'rejection.not_json_beside':
    '本文はJSONでなければなりません。署名対象ではIDまたはURLがすぐ隣にあります。このWebhookの署名ルールを確認してください。',
  'rejection.no_token':
    '配信にシークレットがありません。送信元が送るように設定されているか確認してください。このWebhookのシークレットは{secret}です。',
  'rejection.wrong_token':
    '配信のシークレットが異なります。このWebhookのシークレットが{secret}であることを確認してください。',
  'delivery.not_found': 'このIDの配信はありません。一覧はGET /v1/webhooks/{id}/deliveriesで取得できます。',
  'delivery.refused':
    'このWebhookは送信元を証明するリクエストだけを受け付けますが、このリクエストは証明していません。署名シークレット、時計、本文が署名時のまま送信されていることを確認してください。理由はWebhookの所有者が確認できます。',
  'delivery.not_post': 'ここでは{method}は使えません。POSTを使ってください。',
  'delivery.paused': 'このWebhookは一時停止中で、今は何も保存しません。後で配信をもう一度送信してください。',
  'delivery.empty': '配信に本文がないため、マッピングするものがありません。',
  'delivery.not_multipart':
    '配信が有効なmultipartフォームではないため、読み取れません。送信元にJSONを使わせてください。',
  'delivery.gzip':
    '配信は圧縮されていますが、展開できないか、展開すると{max}バイトを超えます。圧縮せずに送信させてください。',
  'delivery.no_type': '配信にContent-Typeがなく、JSONでもありません。マッピングはJSONとフォームを読み取ります。',
  'delivery.other_type': '配信は{type}で、JSONではありません。マッピングはJSONとフォームを読み取ります。',
  'delivery.form_not_utf8': 'フォームが有効なUTF-8ではありません。送信元にUTF-8でエンコードさせてください。',
  'delivery.form_too_long':
    'フォームのフィールドが{max, number}個を超えています。送信元に不要なものを省かせてください。',
  'delivery.form_proto':
    'フォームに__proto__という名前のフィールドがありますが、許可されていません。名前を変えるか削除してください。',
  'delivery.form_encoding':
    'フォームのフィールド「{name}」のパーセントエンコードがUTF-8ではないため、確実に読み取れません。送信元にUTF-8でエンコードさせるか、Content-Typeでcharsetを指定させてください。windows-1252には対応しています。',
  'mapped.whole': '配信',
  'mapped.place': '{path}の値',
  'mapped.not_list':
    '{where}は一覧ではありませんが、マッピングはその各項目から連絡先を一つずつ作ります。eachを修正してください。',
  'mapped.empty_list': '{where}は空の一覧です。',
  'mapped.long_list':
    '{where}は{count}項目の一覧です。連絡先になるのは{max, number}件までです。一度に送る数を減らしてください。',
  'mapped.other_value': '{where}は{actual}です。連絡先になるのは、そこが{wanted}の配信だけです。',
  'mapped.no_value': '{where}に値がありません。連絡先になるのは、そこが{wanted}の配信だけです。',
  'mapped.too_much_work':
    'この配信はマッピングの処理が多すぎます。多すぎるルールが長すぎる一覧を調べています。ルールを減らすか、[name=value]のないポインターを使うか、一度に送る量を減らさせてください。',
  'mapped.more_unread': '配信の残りは読み取られませんでした。',
  'mapped.no_name':
    '名が見つかりませんでした。試した場所：{tried}。マッピングのfields.first_nameで場所を指定してください。',
  'mapped.no_name_among':
    '名が見つかりませんでした。試した場所：{tried}。そこにある名前は{names}です。マッピングのfields.first_nameで場所を指定してください。',
  'mapped.two_addresses':
    '異なるメールアドレスが2つ（{first}と{second}）あり、どちらが正しいか決められません。マッピングのfields.emailでどちらか指定してください。例：{example}',
  'mapped.left_out_name': '{name}は名前のため除外されました。',
  'mapped.left_out_number': '{name}は除外されました：{path}は数値が大きすぎて正確に保存できません。',
  'mapped.left_out_object': '{name}は除外されました：{path}はオブジェクトで、単一の値ではありません。',
  'mapped.left_out_objects': '{name}は除外されました：{path}はオブジェクトの一覧で、単一の値ではありません。',
  'mapped.left_out_list': '{name}は除外されました：{path}は{max, number}個を超える値の一覧です。',
  'mapped.left_out_numbers': '{name}は除外されました：{path}は、大きすぎて正確に保存できない数値を含む一覧です。',
  'mapped.cut': '{name}は{max, number}文字に切り詰められました。',
  'mapped.beyond': '{count, plural, other {ほかに#個の値が除外されました}}：連絡先の追加フィールドは{max}個までです。',
  'mapped.beyond_all': 'ほかの値は除外されました：連絡先の追加フィールドは{max}個までです。',
  'mapped.more': '同様のものがほかに{count}件あります。',
  'lead.not_stored':
    'MetaはリードのIDだけを送り、試用の本文のIDは取得されません。保存された配信でプレビューするには、delivery_idを送信してください。',
  'lead.may_not_fetch':
    'MetaはリードのIDだけを送り、取得にはWebhookのアクセストークンを使うため、webhooks:writeが必要です。',
  'lead.no_token':
    'MetaはリードのIDだけを送り、リードの読み取りにはアクセストークンが必要です。leads_retrieval権限のあるページアクセストークンをWebhookのaccess_tokenに設定し、この配信を再処理してください。',
  'lead.unreadable_token':
    'アクセストークンを読み取れません。{reason} または設定し直して、この配信を再処理してください。',
  'secret.unknown_key': '設定されていないキーで暗号化されています。元のSECRET_KEYに戻してください。',
  'secret.damaged': '変更されたか、別のレコードのものです。',
  'lead.too_many': '配信には{count}件のリードがありますが、ここで取得するのは一つの配信につき{max}件までです。',
  'lead.wrong_id': 'リードのIDが数字ではないため、読み取れません。',
  'lead.unreachable': 'リード{lead}をMetaから読み取れませんでした：{reason}',
  'lead.error': 'エラー{code}',
  'lead.status': 'ステータス{status}',
  'lead.expired_token':
    'Metaからリード{lead}を取得できませんでした（{said}）。アクセストークンが無効になりました。Webhookのaccess_tokenに新しいものを設定し、この配信を再処理してください。',
  'lead.weak_token':
    'Metaからリード{lead}を取得できませんでした（{said}）。アクセストークンの権限が足りません。leads_retrieval、pages_read_engagement、ads_managementのあるものを作り、ページのリードアクセスマネージャー（Leads Access Manager）でそのアプリにアクセスを許可してください。その後、この配信を再処理してください。',
  'lead.busy':
    'Metaからリード{lead}を取得できませんでした（{said}）。混雑しているか障害が起きています。リードは自動的に再取得されます。',
  'lead.gone':
    'Metaからリード{lead}を取得できませんでした（{said}）。削除されたか、アクセストークンがそのページのものではありません。ページが正しいか確認し、この配信を再処理してください。',
  'lead.no_data':
    'Metaからリード{lead}を取得できませんでした（{said}）。応答にfield_dataがありません。トークンにleads_retrievalがあるか確認し、この配信を再処理してください。',
  'lead.refused':
    'Metaからリード{lead}を取得できませんでした（{said}）。WebhookのアクセストークンとGraph APIのバージョンを確認し、この配信を再処理してください。',
}
