import type { events as english } from '../en/events.ts'
import type { Translation } from '../translation.ts'

export const events: Translation<typeof english> = {
  'event.not_found': '閲覧できるイベントの中に、このIDのものはありません。一覧はGET /v1/eventsで取得できます。',
  'event.not_visible':
    '{types}を見るには権限{missing}が必要です。その権限のあるキーを使うか、これらのイベントを外してください。',
  'event.not_type': '{field}はイベントの種類でなければなりませんが、{found}です。',
  'event.unknown_type': 'イベントの種類「{name}」はありません。使えるのは{known}です。',
  'event.misspelt_type': 'イベントの種類「{name}」はありません。{nearest}のことですか？',
  'event.unknown_wildcard':
    '「{name}」に当てはまるイベントの種類はありません。{known}を使うか、種類を指定してください。',
  'endpoint.not_found': 'このIDのエンドポイントはありません。一覧はGET /v1/events/endpointsで取得できます。',
  'endpoint.too_many':
    'ワークスペースのエンドポイントは{max}個までです。先に一つ削除してください：DELETE /v1/events/endpoints/{id}',
  'endpoint.types_not_list': '{field}はイベントの種類の一覧か、すべてを表すnullでなければなりませんが、{found}です。',
  'endpoint.no_types':
    '{field}には少なくとも一つの種類が必要です。すべてならnullを送信するか、エンドポイントを一時停止してください。',
  'endpoint.too_many_types': 'イベントの種類は{known}個ですが、{field}には{count}個あります。',
  'endpoint.wrong_status': '{field}はactiveまたはpausedでなければなりません。',
  'endpoint.status_at_first':
    'エンドポイントは最初は有効です。statusを省略し、その後PATCH /v1/events/endpoints/{id}を使ってください。',
  'endpoint.kind_stays':
    'エンドポイントの種類は変更できません。これは{kind}です。別のエンドポイントを作成してください。',
  'endpoint.token_unused': 'トークンがあるのはntfyのエンドポイントだけです。省略してください。',
  'endpoint.language_unused':
    '言語を設定できるのはチャットと携帯電話だけです。Webhookはイベントを文章ではなくデータとして受け取ります。省略してください。',
  'endpoint.token_characters': 'トークンは空白を含まないASCII文字だけでなければなりません。',
  'endpoint.filter_id': '{field}はIDでなければなりませんが、{found}です。',
  'endpoint.filters_never':
    'このエンドポイントのイベントに{names}を持つものはなく、何も送信されません。filtersかeventsを変更してください。',
  'endpoint.too_many_headers': '{field}のヘッダーは{max}個までですが、{count}個あります。',
  'endpoint.header_name':
    '{name}はヘッダーの名前にできません。{max}文字以内の英数字、ハイフン、アンダースコアを使ってください。',
  'endpoint.header_reserved': 'このヘッダーはDoorpostが自分で付けます。別の名前を使ってください。',
  'endpoint.header_twice': 'このヘッダーが2回あります。大文字と小文字は区別されません。1回だけ送信してください。',
  'endpoint.header_value': '{field}は空でない1行のASCII文字でなければなりません。',
  'endpoint.header_not_stored': 'このヘッダーには、残せる保存済みの値がありません。値を送信してください。',
  'endpoint.headers_move':
    '保存済みのヘッダーの値は別のサーバーには送信されません。新しいurlと一緒に送信し直すか、なしにするには空のオブジェクトを送信してください。',
  'endpoint.headers_unused': 'ヘッダーを持てるのは種類がwebhookのエンドポイントだけです。送信しないでください。',
  'endpoint.url_spaces': 'URLに空白や改行を含めることはできません。',
  'endpoint.url_fragment': 'URLにフラグメント（#…）を含めることはできません。送信されないためです。',
  'endpoint.not_visible':
    'このエンドポイントは、このAPIキーでは見られないイベントを受け取っています。{missing}もあるキーを使ってください。',
  'endpoint.not_granted':
    'このエンドポイントは{type}を受け取れません。イベントが{scope}のないキーで選ばれています。その権限のあるキーで選び直してください：PATCH /v1/events/endpoints/{id}',
  'endpoint.no_secret':
    '{kind}のエンドポイントに署名シークレットはありません。{chat}で新しいアドレスを作成し、urlをそれに変更してください。',
  'endpoint.is_disabled': 'エンドポイントは無効です。先にstatusをactiveにしてください：PATCH /v1/events/endpoints/{id}',
  'endpoint.since_ahead': '{field}に未来の日時は指定できません。',
  'endpoint.since_too_old': '{field}は{days}日前まででなければなりません。それより古いイベントは保存されていません。',
  'endpoint.gone':
    '410（Gone）の応答がありました。復旧したら、statusをactiveにして、受け取れなかったものを再取得してください。',
  'endpoint.failed_for_days':
    '5日間何も配信できませんでした。修正してstatusをactiveにし、受け取れなかったものを再取得してください。',
  'endpoint.being_removed': '削除中です。',
  'attempt.no_delivery':
    '閲覧できる配信の中に、そのようなものはありません。一覧はGET /v1/events/endpoints/{id}/deliveriesで取得できます。',
  'attempt.gone': 'エンドポイントが410で応答しました。もう存在しないため、今後は送信されません。',
  'attempt.redirected':
    'エンドポイントが{status}で応答しました。リダイレクトには従いません。転送先のアドレスを指定してください。',
  'attempt.refused': 'エンドポイントが{status}で応答しました。200～299のステータスで応答する必要があります。',
  'chat.wrong_slack':
    'SlackのIncoming Webhookのアドレスではありません。https://hooks.slack.com/services/で始まります。Slackの api.slack.com/apps → アプリ → Incoming Webhooks でコピーしてください。',
  'chat.wrong_discord':
    'DiscordのWebhookのアドレスではありません。https://discord.com/api/webhooks/123/abcのような形です。Discordの「チャンネルの編集」→「連携サービス」→「ウェブフック」でコピーしてください。',
  'chat.retired_teams':
    'これはMicrosoftが廃止したMicrosoft 365コネクタのアドレスです。Teamsのチャネルの「ワークフロー」→「Send webhook alerts to a channel」で新しいものを作成してください。',
  'chat.wrong_ntfy':
    'アドレスの末尾は、64文字以内の英数字、-、_からなるトピックでなければなりません。例：https://ntfy.sh/my-leads-k3v9x2。推測されないものを選んでください。アドレスを知る人は誰でもメッセージを読めます。',
  'chat.too_many_messages': '{chat}からメッセージを減らすよう求められました。後で再送されます。',
  'chat.unknown_webhook':
    '{chat}はこのWebhookを認識しなくなりました。そこで新しいWebhookを作成し、このエンドポイントのアドレスを変更してください。',
  'chat.unknown_webhook_code':
    '{chat}はこのWebhookを認識しなくなりました（{code}）。そこで新しいWebhookを作成し、このエンドポイントのアドレスを変更してください。',
  'chat.channel_gone':
    'このWebhookのチャンネルはなくなりました（{code}）。新しいWebhookを作成し、このエンドポイントのアドレスを変更してください。',
  'chat.forbidden':
    '{chat}の管理者が、このWebhookのチャンネルへの書き込みを許可していません（{code}）。別のチャンネルを選ぶか、管理者に相談してください。',
  'chat.topic_forbidden':
    'ntfyサーバーがこのトピックへの書き込みを許可していません。許可のあるアクセストークンをエンドポイントに設定してください。',
  'chat.wrong_address':
    '{chat}はこのアドレスを受け付けません。そこで新しいWebhookを作成し、このエンドポイントのアドレスを変更してください。',
  'chat.message_refused':
    '{chat}はメッセージを受け付けませんでした。ほかのメッセージに影響はありません。Doorpostの不具合として報告してください。',
  'chat.message_refused_code':
    '{chat}はメッセージを受け付けませんでした（{code}）。ほかのメッセージに影響はありません。Doorpostの不具合として報告してください。',
}
