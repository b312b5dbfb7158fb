import type { networks as english } from '../en/networks.ts'
import type { Translation } from '../translation.ts'

export const networks: Translation<typeof english> = {
  'network.said': ' {network}からのメッセージ：{words}',
  'network.access_ended':
    '{network}はこのアカウントへのアクセスを受け付けなくなりました。アカウントをもう一度接続してください。',
  'network.restricted':
    '{network}がこのアカウントを制限しています。{network}にサインインし、求められる手順に従ってください。{said}',
  'network.forbidden':
    '{network}はこの接続にその操作を許可していません。アカウントをもう一度接続し、すべての権限を許可してください。{said}',
  'network.limit_reached': '{network}の上限に達しました。{network}が解除すると再試行されます。',
  'network.refused': '{network}が投稿を拒否しました。変更してもう一度お試しください。{said}',
  'network.unclear':
    '投稿が公開されたかどうか、{network}から明確な応答がありませんでした。確認中です。手動で再投稿しないでください。',
  'network.down': '{network}が現在正しく応答していません。再試行されます。',
  'network.unreachable': '{network}に接続できませんでした。再試行されます。',
  'network.cut_off':
    '{network}が応答する前に接続が切れました。投稿が公開された可能性があり、確認中です。手動で再投稿しないでください。',
  'network.unnamed':
    '{network}は投稿を受け付けましたが、場所を示しませんでした。確認中です。手動で再投稿しないでください。',
  'network.not_understood': '{network}の応答を理解できませんでした。何も公開されておらず、再試行されます。',
  'network.list_unreadable': '{network}の投稿の一覧を読み取れませんでした。再試行されます。',
  'network.too_many_posts':
    'その後の投稿が多すぎて、この投稿を見つけられません。{network}を確認し、投稿があるかどうか指定してください。',
  'network.media_not_uploaded':
    'この投稿のメディアはまだアップロードされていません。何も公開されておらず、再試行されます。',
  'network.media_in_progress': '{network}がこの投稿のメディアを処理中です。再試行されます。',
  'network.media_gone':
    'この投稿のアップロード済みメディアが{network}からなくなりました。もう一度アップロードする必要があります。{said}',
  'network.media_refused':
    '{network}がこの投稿のメディアファイルを受け付けませんでした。ファイルが開けるか確認し、もう一度お試しください。',
  'network.media_too_large':
    'メディアファイルがこのアカウントのサーバーの上限を超えています。小さくしてもう一度お試しください。{said}',
  'bluesky.forbidden':
    '{network}はこの接続にその操作を許可していません。承認または新しいアプリパスワードで、アカウントをもう一度接続してください。{said}',
  'bluesky.media_not_taken':
    '{network}がメディアファイルの一つを受け付けません。小さくするか変換して、もう一度お試しください。{said}',
  'mastodon.not_found':
    '投稿に必要なものがMastodonサーバーで見つかりませんでした。以前に公開され、そこで削除された場合は、1時間待ってから再試行してください。それ以外の場合は、サーバーが今もMastodonサーバーか確認してください。{said}',
  'mastodon.media_failed':
    'Mastodonサーバーがメディアファイルを処理できませんでした。再生または表示できるか確認し、もう一度お試しください。',
  'mastodon.media_too_slow':
    'Mastodonサーバーがメディアファイルを30分処理しています。もっと小さいファイルでお試しください。',
  'x.out_of_credit':
    'X開発者アカウントのクレジットがなくなりました。Xの開発者コンソールで購入してください。それまで投稿は待機します。',
  'x.duplicate':
    'このアカウントが少し前に同じ文を公開したため、Xが投稿を拒否しました。文を変えるか、半日お待ちください。',
  'x.media_failed':
    'Xが動画またはGIFを処理できませんでした。再生でき、140秒以内か確認して、もう一度お試しください。{said}',
  'linkedin.duplicate':
    'このアカウントがすでに同じ投稿を公開しているため、LinkedInが投稿を拒否しました。文を変えるか、最初の投稿を削除して1～2日お待ちください。',
  'linkedin.version_ended':
    'LinkedInはインターフェースのバージョン{version}を受け付けなくなりました。このサーバーの運用者が新しいLinkedInのバージョンを設定する必要があります。投稿は失われておらず、公開もされていません。',
  'linkedin.forbidden':
    'LinkedInはこの接続にその操作を許可していません。権限が足りないか、その方がページを管理しなくなりました。アカウントをもう一度接続し、すべての権限を許可してください。{said}',
  'linkedin.media_unusable':
    'LinkedInがこの投稿のメディアを使えませんでした。ファイルが再生または表示できるか確認し、もう一度お試しください。{said}',
  'linkedin.image_failed':
    'LinkedInが画像を処理できませんでした。開けること、JPEG、PNG、GIFのいずれかであることを確認し、もう一度お試しください。',
  'linkedin.document_failed':
    'LinkedInがPDFを処理できませんでした。パスワードなしで開けること、300ページ以内であることを確認し、もう一度お試しください。',
  'linkedin.video_failed':
    'LinkedInが動画を処理できませんでした。再生できること、3秒～30分のMP4であることを確認し、もう一度お試しください。',
  'linkedin.member_unreadable':
    'LinkedInは個人の投稿をどのアプリにも読み取らせません。プロフィールを見て、投稿があるかどうか指定してください。',
  'linkedin.page_unreadable':
    'この接続ではページの投稿を読み取れません。ページを見て、投稿があるかどうか指定してください。',
  'meta.down': '{network}側で問題が起きています。投稿は自動的に再試行されます。',
  'meta.unreachable': '{network}に接続できませんでした。投稿は自動的に再試行されます。',
  'meta.wrong_answer': '{network}から正しい応答がありませんでした。投稿は自動的に再試行されます。',
  'meta.unclear': '{network}の応答（{words}）からは、投稿が公開されたかわかりません。確認中です。',
  'meta.answer_lost': '{network}の応答が失われたため、投稿が公開された可能性があります。確認中です。',
  'meta.refused_but_out': '{network}は投稿を拒否しましたが、ステータスでは公開済みとなっています。確認中です。',
  'meta.unnamed': '{network}は投稿を受け付けましたが、識別情報がありません。確認中です。',
  'meta.already_out': '{network}によると、投稿はすでに公開されています。確認中です。',
  'meta.not_prepared': '投稿は{network}でまだ準備されていません。',
  'meta.blocked':
    '{network}がコミュニティ保護のため操作をブロックしました。{network}にサインインし、アカウントに警告がないか確認してください。',
  'meta.too_many_calls':
    '{network}は現在、このアカウントの呼び出しをこれ以上許可しません。再び許可されると投稿されます。',
  'meta.too_many_posts': '{network}は今日、このアカウントの投稿をこれ以上許可しません。次が許可されると投稿されます。',
  'meta.access_ended':
    '{network}はこのアカウントへの接続を受け付けなくなりました。アカウントをもう一度接続してください。',
  'meta.permission_taken_back':
    'このアカウントの許可が{network}で取り消されました。アカウントをもう一度接続してください。',
  'meta.password_changed':
    '{network}アカウントのパスワードが変更され、接続が終了しました。アカウントをもう一度接続してください。',
  'meta.access_expired': '{network}アカウントへの接続の期限が切れました。アカウントをもう一度接続してください。',
  'meta.access_stopped': '{network}アカウントへの接続が終了しました。アカウントをもう一度接続してください。',
  'meta.forbidden':
    '{network}はこの接続に公開を許可していません。アカウントをもう一度接続し、求められるものをすべて許可してください。',
  'meta.not_shown':
    '{network}がこれを表示しません。なくなったか、接続に閲覧の許可がありません。アカウントをもう一度接続してください。',
  'meta.restricted':
    '{network}がこのアカウントを制限しています。{network}にサインインし、求められることを済ませてから、もう一度公開してください。',
  'meta.refused': '{network}が投稿を拒否しました：{words}。投稿を変更して、もう一度公開してください。',
  'meta.file_not_fetched':
    '{network}がファイルをダウンロードできませんでした。アドレスは公開され、サインイン不要で、Metaのプログラムから開ける必要があります。',
  'meta.file_too_slow':
    '{network}のファイルのダウンロードに時間がかかりすぎました。小さいファイルか、速い置き場所を使ってください。',
  'meta.file_failed':
    '{network}がファイルを処理できませんでした。開いて再生できるか確認するか、別の形式でアップロードしてください。',
  'meta.file_unreadable': '投稿のファイルを読み取れませんでした：{problem}',
  'meta.not_ready': '{network}での投稿の準備が終わっていません。自動的に再試行されます。',
  'meta.forgotten': '準備した投稿が{network}に認識されなくなりました。準備し直しています。',
  'meta.expired': '{network}は準備した投稿を1日だけ保持し、期限が切れました。準備し直しています。',
  'meta.duplicate': '{network}は同じ投稿を公開したばかりで、二重には受け付けません。',
  'meta.image_type': '{network}はこの種類の画像を受け付けません。JPEGファイルを使ってください。',
  'meta.image_too_large': '{network}で使える画像は8 MBまでです。もっと小さいファイルを使ってください。',
  'meta.image_shape':
    '{network}はこの縦横比の画像を受け付けません。4:5（縦長）～1.91:1（横長）のものを使ってください。',
  'meta.video_type': '{network}はこの種類の動画を受け付けません。H.264とAACのMP4またはMOVファイルを使ってください。',
  'meta.text_too_long': '{network}には文が長すぎます。ハッシュタグを含めて短くしてください。',
  'meta.product_tags': '{network}が投稿の商品タグを拒否しました。削除して、もう一度公開してください。',
  'meta.media_type':
    '{network}はこの種類のメディアに対応していません。JPEG画像、またはMP4かMOVの動画を使ってください。',
  'meta.carousel': '{network}がカルーセルを拒否しました。2～10個の画像または動画が必要です。',
  'meta.cover': '動画のカバー画像の位置が動画の範囲外です。別の時点を選んでください。',
  'meta.trial_reel':
    '{network}はこのアカウントでのトライアルリールを許可していません。通常のリールとして公開してください。',
  'meta.too_many_links': '{network}の投稿で使える異なるリンクは5個までです。減らして、もう一度公開してください。',
  'meta.incomplete':
    '{network}では、{count, plural, other {#個のファイル}}で{kind}の投稿を公開できません。投稿を変更してください。',
  'meta.post_failed': '{network}が投稿を処理できませんでした{cause}。投稿を確認し、もう一度公開してください。',
  'meta.one_file_failed':
    '{network}がファイルを処理できませんでした{cause}。ファイルを確認し、もう一度公開してください。',
  'meta.item_failed':
    '{network}がカルーセルの{item}番目の項目を処理できませんでした{cause}。ファイルを確認し、もう一度公開してください。',
  'meta.cause': '（{cause}）',
  'meta.cause_late': '時間内に終わりませんでした',
  'meta.cause_expired': '早く期限が切れました',
  'meta.cause_unread': '読み返せません',
  'meta.cause_download': 'アドレスからファイルをダウンロードできませんでした',
  'meta.cause_slow_download': 'ファイルのダウンロードに時間がかかりすぎました',
  'meta.cause_image_size': '画像が8 MBを超えています',
  'meta.cause_image_type': '画像がJPEGではありません',
  'meta.cause_image_shape': '画像の縦横比が許可されていません。4:5～1.91:1が使えます',
  'meta.cause_media_type': 'メディアの種類が不明です',
  'meta.cause_video_type': '動画の形式に対応していません。H.264とAACのMP4またはMOVを使ってください',
  'meta.cause_cover': 'カバー画像の位置が動画の範囲外です',
  'meta.cause_video_download': 'アドレスから動画をダウンロードできませんでした',
  'meta.cause_sound': '動画の音声を処理できませんでした',
  'meta.cause_video': '動画を処理できませんでした',
  'meta.cause_video_shape': '動画の縦横比が許可されていません',
  'meta.cause_bit_rate': '動画のビットレートが高すぎます',
  'meta.cause_duration': '動画が長すぎます。5分までです',
  'meta.cause_frame_rate': '動画のフレームレートは毎秒23～60でなければなりません',
  'meta.cause_channels': '動画の音声はモノラルまたはステレオでなければなりません',
  'meta.cause_untold': '理由は示されていません',
}
