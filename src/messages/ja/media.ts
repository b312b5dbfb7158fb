import type { media as english } from '../en/media.ts'
import type { Translation } from '../translation.ts'

export const media: Translation<typeof english> = {
  'media.not_found': 'このIDのファイルはありません。一覧はGET /v1/mediaで、アップロードはPOST /v1/mediaでできます。',
  'media.bad_name':
    'nameはフォルダー、スラッシュ、コロン、制御文字を含まないファイル名でなければなりません。例：harbour.jpg',
  'media.compressed': 'Content-Encodingには対応していません。ファイルのバイト列をそのまま送信してください。',
  'media.no_file_part':
    'フォームにファイルがありません。curl -F file=@harbour.jpg のように、ファイル名の付いたパートとして送信してください。',
  'media.other_type':
    'Content-Typeは{said}ですが、内容は{actual}です。Content-Type: {type}を送信するか、ヘッダーを省略してください。',
  'media.other_type_unnamed':
    'Content-Typeと内容が異なり、内容は{actual}です。Content-Type: {type}を送信するか、ヘッダーを省略してください。',
  'media.too_large':
    'ファイルがこのサーバーの上限{most} MBを超えています。もっと小さいものを送信するか、もっと大きいものを許可するよう運用者に依頼してください。',
  'media.no_room':
    'このワークスペースのファイルは{quota, number} MB中{used, number} MBを使っており、このファイルは{size, number} MBです。いくつか削除するか、容量を増やすよう運用者に依頼してください。',
  'media.needed':
    '{date}に予約された投稿{post}がこのファイルを使います。投稿から外すか、投稿をキャンセルまたは削除してから、ファイルを削除してください。',
  'media.deleted_now': 'ファイルはちょうど今削除されました。もう一度送信してください。',
  'media.too_many_uploads':
    '現在アップロード中のファイルが多すぎます。同時に送信できるのは{most}個までです。数秒後にもう一度お試しください。',
  'media.too_many_sent': '現在送信中のファイルが多すぎます。数秒後にもう一度お試しください。',
  'media.too_many_read': '現在読み取り中のファイルが多すぎます。数秒後にもう一度お試しください。',
  'media.no_such_file': 'ここにそのファイルはありません。削除されたか、30日の期限が過ぎた可能性があります。',
  'media.private_types': '画像、動画、PDF、テキスト、オフィス文書',
  'preview.no_url': 'urlは必須です。画像のアドレスを指定してください。',
  'preview.not_shown': 'この画像はここでは表示できません。アドレスを開いて確認してください。',
  'preview.too_many': '現在取得中の画像が多すぎます。1秒後にもう一度お試しください。',
  'file.empty': 'ファイルが空です（0バイト）。ファイルのバイト列を本文として送信してください。',
  'file.types': '使えるのは、JPEG、PNG、WebP、GIFの画像、MP4、MOVの動画、PDF文書です。',
  'file.webm': 'ファイルはWebM動画で、対応しているネットワークはわずかです。{taken}',
  'file.svg': 'ファイルはSVGまたはXMLのテキストです。{taken}PNGとして書き出してください。',
  'file.web_page': 'ファイルは画像ではなくウェブページです。{taken}',
  'file.heic':
    'ファイルはHEICまたはAVIF画像で、対応しているネットワークはわずかです。{taken}JPEGとして保存してください。',
  'file.unknown': 'ファイルの先頭のバイトが、対応しているどの種類とも一致しません。{taken}',
  'file.too_many_pixels': 'ファイルは{width} × {height}ピクセルで、上限は{most}百万ピクセルです。縮小してください。',
  'file.no_video_size':
    'ファイルの先頭は{type}ですが、サイズを読み取れる動画トラックがありません。保存または書き出しをし直して送信してください。',
  'file.no_size':
    'ファイルの先頭は{type}ですが、サイズを読み取れません。保存または書き出しをし直して送信してください。',
  'file.cut_off':
    'ファイルの先頭は{type}ですが、途中で終わっており、一部が欠けています。ファイル全体を送信し、壊れている場合は書き出し直してください。',
  'file.broken_parts':
    'ファイルの先頭は{type}ですが、各部分がつながっていません。保存または書き出しをし直して送信してください。',
  'file.no_picture':
    'ファイルの先頭は{type}ですが、画像が含まれていません。保存または書き出しをし直して送信してください。',
  'file.too_many_parts':
    'ファイルの先頭は{type}ですが、部分の数が多すぎます。保存または書き出しをし直して送信してください。',
  'file.no_header':
    'ファイルの先頭は{type}ですが、ヘッダーがありません。保存または書き出しをし直して送信してください。',
  'file.bomb':
    'ファイルの先頭は{type}ですが、展開すると何倍もの大きさになる部分があり、プログラムに過大な負荷をかけるものです。メタデータなしで保存し直してください。',
  'file.no_index':
    'ファイルの先頭は{type}ですが、インデックス（moov）がありません。録画が完了していません。保存または書き出しをし直して送信してください。',
  'file.too_large': 'ファイルが{max}バイトを超えています。',
  'file.lost': 'ファイルが保存先にありません。アップロードし直してください。',
  'file.store_away': 'ファイルの保存先が現在応答しません。投稿は待機し、自動的に再試行されます。',
  'file.not_shrunk': '画像がネットワークの上限より大きく、今は縮小できませんでした。再試行されます。',
  'file.unreadable':
    'メディアファイルを読み取れません。アドレスが公開されていて、サインインなしで開け、ファイルそのものを指しているか確認してください。',
  'file.unreadable_because': 'メディアファイルを読み取れません。{problem}',
  'file.wrong_status': 'メディアファイルのサーバーが、ファイルの代わりにステータス{status}で応答しました。',
  'file.wrong_range': 'メディアファイルのサーバーが、範囲リクエストに正しく応答しません。',
  'file.not_media':
    'メディアのURLが、JPEG、PNG、GIF、WebP、MP4、MOV、WebM、PDF、MP3、Ogg、FLAC、WAV、M4Aのファイルを指していません。',
  'store.away': 'ファイルの保存先が応答しません：{problem}',
  'store.answered': 'ファイルの保存先が{method}に{status}で応答しました。',
  'store.answered_code': 'ファイルの保存先が{method}に{status} {code}で応答しました。',
  'store.no_bucket': 'ファイルのあるバケットは、ここではもう設定されていません。運用者に再設定を依頼してください。',
  'store.try_again':
    'ファイルの保存先が応答しないため、保存も変更もされていません。数秒後にもう一度お試しください。続く場合、運用者は「{command}」で理由を確認できます。',
  'store.bucket_away':
    'ファイル用のバケットが応答しないため、ファイルを受け付けられません。S3_ENDPOINTを確認してください。詳しくはdoctorでわかります。',
  'disk.refused':
    'ファイル用のディスク{problem}ため、何も保存されていません。運用者に知らせてから、ファイルをもう一度送信してください。',
  'disk.refuses_files':
    'ファイル用のディスク{problem}ため、ファイルを受け付けられません。DATA_DIRを確認してください。詳しくはdoctorでわかります。',
  'disk.full': 'がいっぱいの',
  'disk.closed': 'に書き込めない',
  'disk.too_many_open': 'を、開いているファイルが多すぎて開けない',
  'disk.errors': 'でエラーが発生している',
  'disk.unusable': 'が使えない',
  'fetch.private_bucket':
    'ファイルの保存先（{url}）が公開されていないため、ThreadsとInstagramはアップロードされたファイルを取得できません。インターネットから接続できるものを使ってください。',
  'fetch.private_address':
    'このサーバーのアドレス（{url}）が公開されていないため、ThreadsとInstagramはアップロードされたファイルを取得できません。運用者は、公開httpsアドレスか、ファイル用のバケットを設定できます。',
  'fetch.plain_http':
    'このサーバーのアドレス（{url}）はhttpですが、ThreadsとInstagramはhttpsでのみファイルを取得します。運用者は、公開httpsアドレスか、ファイル用のバケットを設定できます。',
}
