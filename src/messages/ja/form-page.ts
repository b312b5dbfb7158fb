import type { formPage as english } from '../en/form-page.ts'
import type { Translation } from '../translation.ts'

export const formPage: Translation<typeof english> = {
  'form_page.required': '*の付いた項目は必須です。',
  'form_page.send': '送信',
  'form_page.choose': '選択してください',
}
