import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<typeof english> = {
  'mail.not_set': 'このサーバーはメールを送信しません。SMTP_URLが設定されていません。',
  'mail.give_link':
    'このサーバーはメールを送信しません。SMTP_URLが設定されていません。リンクはご自身で相手に渡してください。',
  'mail.set_up_first':
    'このサーバーはメールを送信しません。SMTP_URLが設定されていません。SMTP_URLとMAIL_FROMを設定し、Doorpostを再起動してから有効にしてください。',
  'mail.not_address': 'メールを送れるアドレスではありません。',
  'mail.unreachable': 'メールサーバーに接続できません。SMTP_URLのホストとポートを確認してください。',
  'mail.wrong_password': 'メールサーバーがSMTP_URLのユーザー名またはパスワードを拒否しています。修正してください。',
  'mail.no_encryption': 'メールサーバーが有効な暗号化に対応していません。証明書とSMTP_URLのポートを確認してください。',
  'mail.timed_out':
    'メールサーバーが時間内に応答しませんでした。SMTP_URLのホストとポート、およびサーバーを確認してください。',
  'mail.broke_off': 'メールサーバーが通信を打ち切りました（{code}）。',
  'mail.broke_off_silently': 'メールサーバーが通信を打ち切りました（理由は不明）。',
  'mail.sender_refused': 'メールサーバーが送信者を拒否しています（{code}）。MAIL_FROMとSMTP_URLを確認してください。',
  'mail.address_refused':
    'メールサーバーが送信者または宛先のアドレスを拒否しています（{code}）。両方を確認してください。',
  'mail.not_taken': 'メールサーバーがメールを受け付けませんでした（{code}）。後でもう一度お試しください。',
  'mail.stopped': '受信者がこれらのメールの配信を停止しています。',
  'mail.workspace_limit':
    'ワークスペースが1日に{most}通のメールを送信しました。足りない場合はMAIL_WORKSPACE_LIMITを増やしてください。',
  'mail.client_limit':
    '一つのクライアントが1日に{most}通のメールを発生させました。足りない場合はMAIL_CLIENT_LIMITを増やし、TRUST_PROXYを確認してください。',
  'mail.domain_limit':
    '一つのドメインのアドレスに1日に{most}通のメールが送られました。足りない場合はMAIL_DOMAIN_LIMITを増やしてください。',
  'mail.form_limit': 'フォームが1日に{most}通のメールを送信しました。足りない場合はMAIL_FORM_LIMITを増やしてください。',
  'mail.address_limit':
    'このアドレスには1日に{most, plural, =1 {1通} other {#通}}のメールが送られたため、これ以上は送られません。誰でもフォームに入力できたためです。',
  'mail.stale': '何日も送信できず、内容が古くなりました。',
  'mail.subject_gone': '対象がなくなりました。',
  'mail.no_auto_reply': 'フォームに自動返信がなくなりました。',
  'mail.confirmed_already': 'アドレスはすでに確認済みです。',
  'mail.restored': 'データベースがバックアップから復元されたため、すでに送信された可能性があります。',
  'letter.join_subject': 'Doorpostのチームへの招待',
  'letter.join': '{who}さんから、Doorpostのワークスペース「{workspace}」に{role}として招待されています。',
  'letter.join_operator': '運用者',
  'letter.join_end':
    'リンクは7日間、一度だけ有効です。リンクを持つ人は誰でもあなたの代わりに参加できるため、ほかの人に渡さないでください。',
  'letter.reset_subject': 'Doorpostの新しいパスワード',
  'letter.reset': '{name}さん、こんにちは。このリンクでDoorpostの新しいパスワードを設定できます。',
  'letter.reset_end':
    'リンクは1時間、一度だけ有効です。お心当たりがなければ、何もしないでください。パスワードはそのままです。',
  'letter.lead_subject': '新しいリード：{name}',
  'letter.lead_subject_of_form': '新しいリード：{name}（{form}）',
  'letter.lead': '新しいリードが届きました。',
  'letter.lead_of_form': '「{form}」から新しいリードが届きました。',
  'letter.open_lead': 'Doorpostで開く',
  'letter.leads_subject': '新しいリード{total}件：{workspace}',
  'letter.leads': '新しいリードが{total}件届きました。',
  'letter.more_leads': 'ほか{more}件',
  'letter.see_contacts': 'すべての連絡先を見る',
  'letter.first_name': '名',
  'letter.last_name': '姓',
  'letter.address': 'アドレス',
  'letter.not_confirmed': '未確認',
  'letter.cut_value': '{start}…（全文はDoorpostで）',
  'letter.asked': '「設定」→「セキュリティ」で新しいリードのメールを有効にしているため、このメールをお送りしています。',
  'letter.named': 'フォームのリードがこのアドレスに送られる設定のため、このメールをお送りしています。',
  'letter.stop': 'これらのメールを停止する',
  'letter.typed_address':
    'このアドレスがフォームに入力されたため、このメールをお送りしています。お心当たりがなければ、無視してください。',
  'letter.stop_replies': 'このようなメールを停止する',
  'letter.opt_in_subject': 'メールアドレスの確認をお願いします：{workspace}',
  'letter.opt_in': 'このアドレスが{workspace}のフォーム「{form}」に入力されました。ご本人であれば、確認してください：',
  'letter.opt_in_end':
    'リンクは{days}日間有効です。お心当たりがなければ、何もしないでください。これ以上メールは届きません。',
  'letter.never_ask': 'このアドレスに二度と送らない',
  'letter.week_subject':
    '{leads, plural, other {リード#件}}、{clicks, plural, other {クリック#件}}：{workspace}、{from}～{to}',
  'letter.week': '{workspace}の{from}から{to}までの結果（1日の区切りはUTCの午前0時）：',
  'letter.week_leads': 'リード',
  'letter.week_clicks': 'リンクのクリック',
  'letter.week_visitors': '訪問者',
  'letter.week_same': '{now}（前週と同じ）',
  'letter.week_more': '{now}（+{difference}、前週は{before}）',
  'letter.week_fewer': '{now}（−{difference}、前週は{before}）',
  'letter.week_posts': '成果の多かった投稿：',
  'letter.week_no_posts': '今週、計測リンクからリードやクリックをもたらした投稿はありません。',
  'letter.week_post': '{platform}：{leads, plural, other {リード#件}}、{clicks, plural, other {クリック#件}}',
  'letter.week_deleted_post': '{leads, plural, other {リード#件}}、{clicks, plural, other {クリック#件}}（削除済み）',
  'letter.post_without_text': '本文のない投稿',
  'letter.see_results': 'Doorpostで結果を見る',
  'letter.week_asked': '「設定」→「セキュリティ」で有効にしているため、このメールを毎週月曜日にお送りしています。',
  'letter.link_cut': '途中で切れています。メールからもう一度開くか、全体をコピーしてください。',
  'letter.ask_stop': 'これらのメールを停止しますか？',
  'letter.do_stop': 'はい、停止します',
  'letter.nothing_changed': 'まだ何も変わっていません。',
  'letter.done': '完了',
  'letter.stopped': 'これらのメールは今後届きません。',
}
