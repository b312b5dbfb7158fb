import type { webhooks as english } from '../en/webhooks.ts'
import type { Translation } from '../translation.ts'

export const webhooks: Translation<typeof english> = {
  'webhook.not_found': 'このIDのWebhookはありません。一覧はGET /v1/webhooksで取得できます。',
  'webhook.no_such_address': 'このアドレスにWebhookはありません。URLを確認するか、新しいWebhookを作成してください。',
  'webhook.name_taken':
    '「{name}」という名前の有効なWebhookがすでにあります。別の名前を選ぶか、先にそれを取り消してください。',
  'webhook.revoked': 'このWebhookは取り消されており、変更できません。新しいものを作成してください。',
  'webhook.delivery_id_place':
    '{field}はIDの場所を示す必要があります：header:NAME、query:NAME、body:/json/pointer。例：header:x-event-id',
  'webhook.signature_required':
    '送信元がhmacの場合、{field}は必須です。少なくともどのヘッダーに署名があるか指定してください。',
  'webhook.signature_unused':
    '{field}は送信元がhmacの場合だけのものです。{provider}の署名方法はわかっています。省略してください。',
  'webhook.secret_without_provider':
    '署名する送信元がないとsecretは使われません。providerとして送信元を選ぶか、省略してください。',
  'webhook.secret_unused':
    '署名しない送信元{provider}ではsecretは使われません。その{token}をverify_tokenとして送信してください。',
  'webhook.secret_blank': 'secretは空にできません。送信元からコピーしてください。',
  'webhook.secret_too_long': 'secretは{max}文字以内でなければなりませんが、{length}文字あります。',
  'webhook.secret_control_character':
    'secretに改行またはほかの制御文字が含まれています。行末を含めずにコピーし直してください。',
  'webhook.secret_placeholder': 'secretが例の仮の値です。送信元から実際のものをコピーしてください。',
  'webhook.secret_not_base64': 'secretは送信元の表示どおり、whsec_とbase64、またはbase64だけでなければなりません。',
  'webhook.secret_not_hex': 'secretは送信元の表示どおり、32桁以上の16進数（0～9、a～f）でなければなりません。',
  'webhook.secret_too_short': 'secretはbase64で{min}バイト以上でなければなりません。',
  'webhook.secret_is_api_key':
    'secretはエンドポイントの署名シークレット（whsec_…）でなければなりませんが、これはAPIキーです。漏れた可能性があれば、キーを更新してください。',
  'webhook.preview_choice': '保存された配信のdelivery_idか、試すためのbodyのどちらか一方を送信してください。',
  'webhook.preview_not_id': '{field}は保存された配信のIDでなければなりません。',
  'webhook.no_mapping': 'このWebhookにはまだマッピングがありません。試すものをmappingとして送信してください。',
  'signature.not_header': '{field}はX-Signatureのような、{max}文字以内のヘッダー名でなければなりません。',
  'signature.header_required': '{field}は必須です。署名のあるヘッダーの名前を送信してください。',
  'signature.not_ascii': '{field}は表示可能なASCII文字または空白で{max}文字以内でなければなりません。',
  'signature.timestamp_in_header':
    '{field}は署名のヘッダーです。省略し、prefixに{place}を入れてください。例："{example}"',
  'signature.id_header_shared': '{field}は独立したヘッダーでなければなりません。',
  'signature.place_once': '{field}には{place}が一つ必要です。',
  'signature.prefix_end': '{field}では{place}と署名の間に文字が必要です。',
  'signature.timestamp_in_prefix': 'prefixに{place}がある場合、{field}は使われません。',
  'signature.other_braces': '{field}に使えるのは{places}で、ほかの波括弧は使えません。',
  'signature.unsigned_prefix':
    '{field}には{place}が必要です。署名されていないものは何も証明しません。またはprefixから外してください。',
  'signature.unsigned_header':
    '{field}には{place}が必要です。署名されていないものは何も証明しません。または{header}を省略してください。',
  'signature.header_for_place': 'テンプレートに{place}があるため、{field}は必須です。',
  'signature.tolerance_unused': '{field}にはテンプレートの{place}が必要です。',
  'signature.gap': '{field}では{first}と{second}が混同されないよう、間に文字が必要です。',
  'signature.gap_or_tolerance':
    '{field}では{first}と{second}が混同されないよう、間に文字を入れるか、tolerance_secondsを設定してください。',
  'mapping.no_first_name':
    '{field}には、どの連絡先にも必要なfirst_nameが必要です。{example}のように場所を指定するか、プリセットを選んでください。',
  'mapping.too_many_extra': '{field}の追加フィールドは{max}個までですが、{count}個あります。',
  'mapping.not_equals': '{field}は1～{length}文字の文字列を1～{max}個含む一覧でなければなりません。',
  'mapping.not_values': '{field}はポインター、または1～{max}個の一覧でなければなりません。',
  'mapping.too_many_fields': '{field}のフィールドは{max}個までですが、{count}個あります。',
  'mapping.field_name': '{path}の名前は1～{max}文字で、__proto__以外でなければなりません。',
  'mapping.too_many_rules': '{field}の候補は{max}個までですが、{count}個あります。',
  'mapping.one_kind': '{field}にはpointer、answer、constantのうちちょうど一つが必要です。',
  'mapping.constant_take': '{field}は定数では意味がありません。省略してください。',
  'mapping.not_constant': '{field}は1～{max, number}文字の文字列、数値、真偽値のいずれかでなければなりません。',
  'pointer.missing': '{field}は/form/emailのようなJSON Pointerでなければなりませんが、指定がありません。',
  'pointer.not_text': '{field}は/form/emailのようなJSON Pointerでなければなりませんが、{found}です。',
  'pointer.too_long': '{field}は{max}文字以内でなければなりません。JSON Pointer（RFC 6901）です。',
  'pointer.no_slash': '{field}は/form/emailのように「/」で始まる必要があります。JSON Pointer（RFC 6901）です。',
  'pointer.tilde': '{field}に、~0（~を表す）でも~1（/を表す）でもない「~」があります。JSON Pointer（RFC 6901）です。',
  'pointer.too_deep': '{field}の区切りは{max}個までです。JSON Pointer（RFC 6901）です。',
}
