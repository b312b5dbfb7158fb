import type { warnings as english } from '../en/warnings.ts'
import type { Translation } from '../translation.ts'

export const warnings: Translation<typeof english> = {
  'warning.more_unknown_fields': 'ここにない不明なフィールド：{count}個。これらも保存されていません。',
  'warning.platform_in_body': 'プラットフォームはパスに含まれています（{platform}）。本文のものは無視されました。',
  'warning.other_text_field':
    'フィールド「{name}」は{platform}の投稿にはなく、保存されませんでした。本文は「{text_field}」に入れます。',
  'warning.field_of_others': 'フィールド「{name}」は{platform}の投稿にはなく、保存されませんでした。',
  'warning.unknown_field': '不明なフィールド{name}は保存されませんでした。',
  'warning.misspelt_field': '不明なフィールド{name}は保存されませんでした。「{nearest}」のことですか？',
  'warning.hashtag_ends': '{network}ではハッシュタグが「{mark}」で終わるため、#{tag}は一つのタグになりません。',
  'warning.not_handle': '{handle}は{network}のハンドルになりません（{rule}）。誰もメンションされません。',
  'warning.handle_x': '1～15文字の英字、数字、アンダースコア',
  'warning.handle_mastodon': '名前、または名前@サーバー',
  'warning.handle_bluesky': 'name.bsky.socialのようなピリオドを含む名前',
  'warning.no_account':
    '{network}のアカウントが接続されていません。投稿は保存されて待機し、接続されるまで何も送信されません。',
  'warning.account_expires':
    'アカウントの承認は{at}に終了し、この日時より前です。それまでにアカウントをもう一度接続してください。',
  'warning.missed':
    'scheduled_dateが過去の日時です。投稿は予定を過ぎたものとして扱われ、担当者を待ちます。送信するには新しい日時を設定してください。',
  'warning.past': 'scheduled_dateが過去の日時です。投稿はすぐに送信されます。',
  'warning.repeat':
    '{network}は直前に見た文を拒否しますが、投稿{id}が1日以内に同じ文を使います。文または日時を変えてください。',
  'warning.not_fetchable': '{network}は{field}を直接取得します。{problem}',
  'warning.private_host':
    '{field}はプライベートなホストにあり、{network}から接続できません。公開アドレスを使ってください。',
  'warning.no_video_alt_text': '{network}は動画の代替テキストに対応していないため、{field}は送信されません。',
  'warning.alt_text_cut':
    '{network}の代替テキストは{max}文字までで、{field}は{length}文字です。残りは切り捨てられます。',
  'warning.not_an_image': '{field}の末尾は.{ending}ですが、media_type {media_type}には画像が必要です。',
  'warning.not_a_video': '{field}の末尾は.{ending}ですが、media_type {media_type}には動画が必要です。',
  'warning.not_media': '{field}の末尾は.{ending}で、画像でも動画でもありません。',
  'warning.not_media_or_pdf': '{field}の末尾は.{ending}で、画像でも動画でもPDFでもありません。',
  'warning.one_image_type': '{field}の末尾は.{ending}ですが、{network}で使える画像は{types}だけです。',
  'warning.image_type': '{field}の末尾は.{ending}ですが、{network}で使える画像は{types}です。',
  'warning.video_type': '{field}の末尾は.{ending}ですが、{network}で使える動画は{types}です。',
  'warning.audio_type': '{field}の末尾は.{ending}ですが、{network}で使える音声は{types}です。',
  'warning.tracked_too_long':
    '計測リンクにすると{field}は{used}になりますが、{network}の上限は{max}のため、リンクはそのまま送信され、計測されません。文を短くしてください。',
  'warning.tagged_too_long':
    '計測リンクにすると{field}は{used}になりますが、{network}の上限は{max}のため、リンクはそのまま送信され、計測されません。文を短くするか、track_linksに"short"を送信してください。',
  'warning.no_short_links': '{problem} それまで、投稿のリンクには代わりにUTMパラメーターが付きます。',
  'warning.too_many_links':
    '{field}に{max}個を超える異なるリンクがあります。{next}番目からはそのまま送信され、計測されません。最初のものは{link}です。リンクを減らすか、複数の投稿に分けてください。',
  'text.too_long':
    '{network}の上限は{max}文字ですが、{field}は追加されるハッシュタグを含めて{length}文字です。文を短くするか、ハッシュタグを減らしてください。',
  'mix.too_many':
    '{network}の投稿に使えるのは画像{max}個まで、または動画1個ですが、media_urlsに{count}個のファイルがあります。',
  'mix.moving':
    '{network}の投稿に使えるのは画像{max}個まで、または動画1個ですが、media_urlsに{count}個のファイルがあり、そのうち{moving}個が動画または音声です。',
  'threads.text_too_long':
    'Threadsは絵文字をUTF-8のバイト数で数えます（ルールを厳しく解釈した場合）。contentは{max}のうち{length}で、拒否される可能性があります。絵文字か文を減らしてください。',
  'threads.too_many_links': 'Threadsは{max}個を超える異なるリンクを拒否しますが、contentには{count}個あります。',
  'instagram.too_many_hashtags':
    'Instagramのハッシュタグは合計{max}個までですが、captionとhashtagsに{count}個あります。',
  'instagram.many_hashtags':
    'Instagramは投稿のハッシュタグを{max}個に制限していますが、captionとhashtagsに{count}個あります。最も合う{max}個に絞ってください。',
  'instagram.too_many_mentions': 'Instagramのメンションは{max}個までですが、captionに{count}個あります。',
  'instagram.link':
    'Instagramではキャプションのリンクをクリックできません。リンクページを作り、そのアドレスをプロフィールに入れてください。最近の投稿の計測リンクが一覧になります。',
  'linkedin.mixed_videos':
    'LinkedInの投稿に使えるのは、画像、動画1個、PDF1個のいずれかですが、media_urlsの{files}個のファイルのうち{count}個が動画です。複数の投稿に分けてください。',
  'linkedin.mixed_documents':
    'LinkedInの投稿に使えるのは、画像、動画1個、PDF1個のいずれかですが、media_urlsの{files}個のファイルのうち{count}個がPDFです。複数の投稿に分けてください。',
  'x.text_too_long':
    'Xは文字に重みを付けます（絵文字や多くの文字は2、リンクは23）。contentは追加されるメンションを含めて{max}のうち{length}で、拒否されます。短くしてください。',
  'x.invisible_characters': 'Xは見えない文字U+FEFF、U+FFFE、U+FFFFを拒否します。削除してください。',
  'x.too_many_cashtags': 'XのAPIによる投稿で使えるキャッシュタグは{max}個ですが、contentに{count}個あります。',
  'x.link_costs': 'リンクがあると、Xの従量課金プランで投稿の料金が$0.015ではなく$0.20になります。',
  'x.mixed':
    'Xの投稿に使えるのは画像{max}個まで、GIF1個、動画1個のいずれかですが、media_urlsに{count}個のファイルがあります。',
  'x.mixed_moving':
    'Xの投稿に使えるのは画像{max}個まで、GIF1個、動画1個のいずれかですが、media_urlsに{count}個のファイルがあり、そのうち{moving}個がGIFまたは動画です。',
  'bluesky.text_too_long':
    'Blueskyは人が1文字と見るものを数えます。contentは追加されるメンションを含めて{max}のうち{length}で、拒否されます。短くしてください。',
  'bluesky.too_many_bytes':
    'Blueskyの文は{max}バイトまでですが、contentは追加されるメンションを含めて{bytes}バイトです。短くしてください。',
  'mastodon.text_too_long':
    'このMastodonサーバーの上限は{max}文字です（リンクは{link}と数えます）が、contentは追加されるハッシュタグとメンションを含めて{length}文字です。短くしてください。',
}
