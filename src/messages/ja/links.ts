import type { links as english } from '../en/links.ts'
import type { Translation } from '../translation.ts'

export const links: Translation<typeof english> = {
  'link.not_found': 'このIDのリンクはありません。一覧はGET /v1/linksで、作成はPOST /v1/linksでできます。',
  'link.target_space': 'targetに空白、改行、制御文字を含めることはできません。',
  'link.target_backslash': 'targetにバックスラッシュは使えません。ブラウザーがスラッシュとして読むためです。',
  'link.target_not_url': 'targetはhttps://またはhttp://で始まる絶対URLでなければなりません。',
  'link.target_login': 'targetにユーザー名やパスワードを含めることはできません。',
  'link.target_too_long': 'targetはエンコード後{max}文字以内でなければなりません。',
  'link.target_own':
    'targetはこのサーバーの短縮リンクで、二重に数えられるだけです。リンク先のページを指定してください。',
  'link.in_post':
    '投稿{post}の本文にこのリンクがあり、クリックの計測に使われています。代わりにリンクを無効にするか、先に投稿を削除してください。',
  'link.no_public_address':
    '短縮リンクには公開されたhttpsアドレスが必要ですが、今のままでは{url}で始まります。運用者に依頼するか、こちらのアドレスが不要なUTMパラメーター（utm）を使ってください。',
  'link_page.wrong_name': 'nameは3～40文字の英小文字、数字、ハイフンで、両端にハイフンは使えません。例：harbour-works',
  'link_page.name_taken': '別のワークスペースに「{name}」という名前のページがあります。別の名前を選んでください。',
  'link_page.no_name': 'ページを表示するにはnameが必須です。例：harbour-works',
  'link_page.empty': 'ここにはまだ何もありません。またお越しください。',
  'visit.unknown_title': 'このリンクは使えません',
  'visit.unknown': 'このアドレスのリンクはありません。一部だけコピーされたか、その後削除された可能性があります。',
  'visit.unknown_check':
    '見つけた場所でもう一度確認してください。すべての文字が、大文字と小文字も含めて一致する必要があります。',
  'visit.disabled_title': 'このリンクは使われなくなりました',
  'visit.disabled': '公開した方がこのリンクを無効にしました。見つけた場所で新しいものを探してください。',
  'visit.away_title': '現在このリンクを開けません',
  'visit.away': '1分後にもう一度お試しください。',
}
