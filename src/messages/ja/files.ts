import type { files as english } from '../en/files.ts'
import type { Translation } from '../translation.ts'

export const files: Translation<typeof english> = {
  'post_file.number': 'ファイル{number}',
  'post_file.unknown_kind': '未対応の種類（画像でも動画でもないもの）',
  'types.and': '{types}、{last}',
  'types.or': '{types}または{last}',
  'post_file.wrong_image': '{field}は{found}ですが、{network}で使える画像は{types}です。',
  'post_file.wrong_video': '{field}は{found}ですが、{network}で使える動画は{types}です。',
  'post_file.wrong_audio': '{field}は{found}ですが、{network}で使える音声は{types}です。',
  'post_file.wrong_document': '{field}は{found}ですが、{network}で使える文書は{types}です。',
  'post_file.empty': '{field}が空です。差し替えてもう一度お試しください。',
  'post_file.too_large': '{field}は{megabytes, number} MBですが、{network}の上限は{max, number} MBです。',
  'post_file.too_long': '{field}は{seconds, number}秒ですが、{network}の上限は{max}秒です。',
  'post_file.reel_too_long': '{field}は{seconds, number}秒ですが、リールの上限は{max}秒です。',
  'post_file.too_short': '{field}は{seconds, number}秒ですが、{network}では{min}秒以上必要です。',
  'post_file.too_narrow': '{field}の幅は{width}ピクセルですが、{network}では{min}ピクセル以上必要です。',
  'post_file.too_many_pixels': '{field}は{width} × {height}ピクセルですが、{network}の上限は{max}ピクセルです。',
  'post_file.wrong_shape': '{field}は{width} × {height}ですが、{network}で使える縦横比は{tallest}:1～{widest}:1です。',
  'post_file.shrunk':
    '{field}は{megabytes, number} MB、{width} × {height}ピクセルで、{network}の上限を超えています。Doorpostは縮小したJPEG（向きを補正し、場所やカメラの情報を除き、透明部分は白）を送信します。元のファイルはそのままです。',
  'post_file.not_usable': '{field}はそのままでは使えません。{problem}',
  'post_file.no_answer': '応答がありませんでした。',
  'post_file.ended_early': 'ファイルが途中で終わりました。',
  'post_file.not_downloaded':
    'メディアファイル{number}をダウンロードできませんでした：{problem} アドレスがサインインなしで開けるか確認してください。',
  'post_file.changes':
    'メディアファイルがダウンロードのたびに変わるため、アップロードできません。完成したファイルを内容の変わらないアドレスに置いて、もう一度お試しください。',
  'reel.too_long': 'リールは{seconds, number}秒ですが、上限は{max}秒です。もっと短い動画を使ってください。',
  'reel.unreadable': '動画を読み取れません：{problem}',
  'counting.threads': 'Threadsは500文字までです。絵文字はバイト数（多くは4以上）で数えます。',
  'counting.instagram': 'Instagramはハッシュタグを含めて2,200文字までです。',
  'counting.linkedin': 'LinkedInはハッシュタグを含めて3,000文字までです。',
  'counting.x': 'Xは280までです。リンクは23、絵文字と中国語・日本語・韓国語の文字は2と数えます。',
  'counting.bluesky': 'Blueskyは300までです。絵文字は1、リンクは全文字を数えます。',
  'counting.mastodon':
    'このMastodonサーバーは{max, number}までです。リンクは{link}と数え、@name@serverは@nameだけを数えます。',
}
