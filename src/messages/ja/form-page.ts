import type { formPage as english } from '../en/form-page.ts'
import type { Translation } from '../translation.ts'

export const formPage: Translation<typeof english> = {
  'form_page.required': '*の付いた項目は必須です。',
  'form_page.send': '送信',
  'form_page.choose': '選択してください',
  'form_page.only_if': '「{field}」が次の場合のみ：{values}',
  'form_page.only_unless': '「{field}」が次以外の場合のみ：{values}',
  'form_page.only_filled': '「{field}」が入力されている場合のみ',
  'form_page.step': 'ステップ{at}/{count}',
  'form_page.next': '次へ',
  'form_page.back': '戻る',
  'form_page.draft': '以前ここに入力した内容が、このブラウザーにのみ残っています。',
  'form_page.clear': '消去する',
  'form_page.languages': '言語',
  'form_page.first_name': '名',
  'form_page.last_name': '姓',
  'form_page.email': 'メールアドレス',
  'form_page.company': '会社',
  'form_page.message': 'メッセージ',
}
