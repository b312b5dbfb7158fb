import type { posts as english } from '../en/posts.ts'
import type { Translation } from '../translation.ts'

export const posts: Translation<typeof english> = {
  'post.not_found': 'このIDの投稿はありません。一覧はGET /v1/postsで、作成はPOST /v1/posts/{formats}でできます。',
  'post.not_connection_id':
    '{field}は接続済みアカウントのID（UUID）でなければなりませんが、{found}です。一覧はGET /v1/connectionsで取得できます。',
  'post.no_connection': '{format}に、このIDの接続済みアカウントはありません。一覧はGET /v1/connectionsで取得できます。',
  'post.media_type_required': '{field}は必須です。{choices}のいずれかを送信してください。',
  'post.text_required': 'media_typeがtextの場合、{field}は必須です。空でない文字列を送信してください。',
  'post.text_too_long': '{field}は{network}の数え方で{max}文字以内でなければなりませんが、{used}文字あります。',
  'post.blank_entry': '{field}は空にできません。その項目を省略してください。',
  'post.url_characters':
    '{field}に空白、制御文字、バックスラッシュを含めることはできません。パーセントエンコードしてください。',
  'post.url_relative': '{field}はhttps://またはhttp://で始まる絶対URLでなければなりません。',
  'post.url_password':
    '{field}にユーザー名やパスワードを含めることはできません。それらが不要なアドレスを使ってください。',
  'post.alt_texts_not_texts': '{field}は文字列またはnullの配列でなければなりませんが、{found}です。',
  'post.too_many_alt_texts':
    '{field}には{count}個の項目がありますが、media_urlsのファイルは{files, plural, other {#個}}です。一つのファイルにつき一つまで送信してください。',
  'post.too_many_urls': '{field}のURLは{max}個までですが、{count}個あります。',
  'post.url_required': '{field}は必須です。URLを少なくとも1個送信してください。',
  'post.urls_not_allowed': 'media_typeが{media_type}の場合、{field}は使えません。省略するかnullを送信してください。',
  'post.urls_required': 'media_typeが{media_type}の場合、{field}は必須です。{wanted}を送信してください。',
  'post.wrong_url_count':
    'media_typeが{media_type}の場合、{field}は{wanted}でなければなりませんが、{count}個あります。',
  'post.one_url': 'ちょうど1個のURL',
  'post.several_urls': '{least}～{most}個のURL',
  'post.tag_with_sign': '{field}は先頭の{sign}なしで書いてください。公開時に付けられます。',
  'post.tag_with_space': '{field}に空白を含めることはできません。{list}は一つずつ別の項目として送信してください。',
  'post.too_many_tags': '{field}の項目は{max}個までですが、{count}個あります。',
  'post.date_required':
    'statusがscheduledの場合、{field}は必須です。2026-07-01T09:30:00Zのような日時を送信してください。',
  'post.date_not_text': '{field}は"2026-07-01T09:30:00Z"のような文字列でなければなりませんが、{found}です。',
  'post.date_with_offset':
    'time_zoneを送信する場合、{field}は2026-07-01T09:30:00のような現地時刻でなければなりませんが、オフセットがあります。オフセットかtime_zoneを外してください。',
  'post.local_date_wrong': '{problem} time_zoneがある場合は、Zやオフセットなしで書きます。',
  'post.date_impossible': '{field}は指定できません：{problem}',
  'post.no_short_links': 'ここではtrack_linksにshortを指定できません。{problem}',
  'post.is_published':
    '投稿は公開済みで、変更できません。新しく作成し、誤りがあればこの投稿をプラットフォームで削除してください。',
  'post.is_unconfirmed':
    '投稿が公開されたか不明なため、変更できません。アカウントを確認し、POST /v1/posts/{id}/resolveで確定してください。',
  'post.edit_under_way': '投稿は今送信中で、変更できません。しばらくしてから読み直し、結果を確認してください。',
  'post.delete_under_way': '投稿は今送信中で、削除できません。結果がわかるまで待って、もう一度お試しください。',
  'post.unknown_state': '{field}は{states}のいずれか、またはコンマで区切ったその組み合わせでなければなりません。',
  'calendar.too_many_days': 'by={by}では{max}日までですが、{from}から{to}までは{days}日あります。',
  'group.not_found':
    'このIDの投稿グループはありません。投稿の`group_id`がグループを示します。作成はPOST /v1/postsでできます。',
  'group.not_shared_text':
    '{field}はすべての投稿に共通のフィールドではありません。共通の文はここではcontentといいます。',
  'group.not_shared': '{field}はすべての投稿に共通のフィールドではありません。{place}に入れてください。',
  'group.place_accounts': 'それを持つ投稿のアカウントのaccounts[n].overrides',
  'group.place_overrides': 'それを持つ投稿のIDの下のoverrides',
  'group.no_accounts':
    '{field}は{example}のような項目を1～{max}個含む一覧でなければなりませんが、{found}です。アカウントの一覧はGET /v1/connectionsで取得できます。',
  'group.wrong_account_count':
    '{field}は{example}のような項目を1～{max}個含む一覧でなければなりませんが、{count}個あります。アカウントの一覧はGET /v1/connectionsで取得できます。',
  'group.not_account': '{field}は{example}のようなオブジェクトでなければなりませんが、{found}です。',
  'group.misplaced_field': '{field}に、持てないフィールドがあります：{name}。{field}.overridesに入れてください。',
  'group.unknown_field': '{field}に、持てないフィールドがあります：{name}。省略してください。',
  'group.not_connection_id':
    '{field}は接続済みアカウントのID（UUID）でなければなりません。一覧はGET /v1/connectionsで取得できます。',
  'group.no_connection': '{field}：このIDの接続済みアカウントはありません。一覧はGET /v1/connectionsで取得できます。',
  'group.account_twice': '{field}は{first}と同じアカウントです。投稿は各アカウントに一つです。一方を省略してください。',
  'group.overrides_wanted': 'この投稿で差し替えるフィールドのオブジェクト',
  'group.too_many_overrides': '{field}で指定できる投稿は{max}件までですが、{count}件あります。',
  'group.override_not_id': '{field}の名前は投稿のIDでなければなりませんが、{name}が含まれています。',
  'group.override_of_stranger':
    '{field}：グループにこのIDの投稿はありません。グループを読み、含まれる投稿を確認してください。',
  'group.account_fixed':
    '{path}にconnection_idは使えません。グループのアカウントは変わりません。投稿のアカウントはPATCH /v1/posts/{id}で変更してください。',
  'group.text_twice':
    '{path}にcontentと{name}の両方がありますが、これらは同じものです。どちらか一方を送信してください。',
  'group.media_required': '{field}は必須です。{network}の投稿には画像か動画が少なくとも一つ必要です。',
  'group.at_field': '{field}：{problem}',
  'group.for_post': '{post}について：{problem} すべての投稿で変更するか、この投稿だけの値を{field}で送信してください。',
}
