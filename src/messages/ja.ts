import { backups } from './ja/backups.ts'
import { connections } from './ja/connections.ts'
import { contacts } from './ja/contacts.ts'
import { deliveries } from './ja/deliveries.ts'
import { events } from './ja/events.ts'
import { fields } from './ja/fields.ts'
import { files } from './ja/files.ts'
import { formPage } from './ja/form-page.ts'
import { forms } from './ja/forms.ts'
import { links } from './ja/links.ts'
import { mails } from './ja/mails.ts'
import { media } from './ja/media.ts'
import { networks } from './ja/networks.ts'
import { notices } from './ja/notices.ts'
import { posts } from './ja/posts.ts'
import { publishing } from './ja/publishing.ts'
import { requests } from './ja/requests.ts'
import { senders } from './ja/senders.ts'
import { times } from './ja/times.ts'
import { users } from './ja/users.ts'
import { values } from './ja/values.ts'
import { warnings } from './ja/warnings.ts'
import { webhooks } from './ja/webhooks.ts'

// Japanese. Machine-made: no native reader has signed it yet (CONTRIBUTING.md says how to sign).
//
// Wording: です・ます, requests as 「…してください」, nouns on buttons. No blank between Japanese and Latin letters, except beside
// values that may be words; quotation marks are 「」; colons are full-width in sentences, half-width in what is typed.
// account アカウント · app アプリ · approval 承認 · backup バックアップ · body 本文 · contact 連絡先 · delivery 配信 · endpoint
// エンドポイント · event イベント · form フォーム · handle ハンドル · header ヘッダー · held 保留 · id ID · key キー · lead リード · link page
// リンクページ · log ログ · mapping マッピング · note メモ · operator 運用者 · owner (of the team) 所有者, (of a contact) 担当者 · passkey
// パスキー · permission 権限 · post 投稿 · rejection 拒否 · replay 再処理 · sandbox サンドボックス · session セッション · short link 短縮リンク ·
// stream ストリーム · submission 送信内容 · tag タグ · token トークン · tracked link 計測リンク · upload アップロード · view ビュー ·
// workspace ワークスペース. Names of fields, settings and roles stay as they are.

export const texts = {
  ...backups,
  ...connections,
  ...contacts,
  ...deliveries,
  ...events,
  ...fields,
  ...files,
  ...formPage,
  ...forms,
  ...links,
  ...mails,
  ...media,
  ...networks,
  ...notices,
  ...posts,
  ...publishing,
  ...requests,
  ...senders,
  ...times,
  ...users,
  ...values,
  ...warnings,
  ...webhooks,
}
