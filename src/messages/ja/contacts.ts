import type { contacts as english } from '../en/contacts.ts'
import type { Translation } from '../translation.ts'

export const contacts: Translation<typeof english> = {
  'contact.not_found': 'このIDの連絡先はありません。一覧はGET /v1/contactsで取得できます。',
  'contact.extra_not_object': '{field}は追加フィールドのオブジェクトでなければなりませんが、{found}です。',
  'contact.too_many_extra': '追加フィールドは{max}個までですが、{count}個あります。',
  'contact.extra_name_too_long':
    '追加フィールドの名前は{max}文字以内でなければなりません（「{start}…」はそれより長いです）。',
  'contact.extra_name_blank': '追加フィールドの名前を空にすることはできません。',
  'contact.extra_number_too_large': '「{field}」は数値が大きすぎて正確に保存できません。文字列で送信してください。',
  'contact.extra_not_simple': '「{field}」は文字列、数値、真偽値のいずれかでなければなりませんが、{found}です。',
  'contact.wrong_owner':
    'owner_idはチームのメンバーのIDか、担当者なしを表すnullでなければなりません。一覧はGET /v1/contacts/valuesで取得できます。',
  'contact.wrong_owner_filter':
    '{field}はチームのメンバーのID、none、またはサインイン中の本人を表すmeでなければなりません。',
  'contact.owner_filter_without_me':
    '{field}はチームのメンバーのID、none、またはサインイン中の本人を表すmeでなければなりません。キーでは「me」は使えません。',
  'contact.too_many_tags': '{field}：連絡先のタグは{max}個までですが、{count}個あります。',
  'contact.tag_with_separator': '{field}にコンマやセミコロンは使えません。複数のタグに分けて送信してください。',
  'contact.filter_missing':
    '{field}はGET /v1/contactsのフィルターのオブジェクトでなければなりませんが、指定がありません。',
  'contact.filter_not_object':
    '{field}はGET /v1/contactsのフィルターのオブジェクトでなければなりませんが、{found}です。',
  'contact.other_address': '{field}はパスのアドレスと同じでなければなりません。省略するか、PATCHで変更してください。',
  'batch.not_list': '{field}は連絡先を1～{max}件含む配列でなければなりませんが、{found}です。',
  'batch.count': '{field}は連絡先を1～{max}件含む配列でなければなりませんが、{count}件あります。',
  'batch.not_contact': '{field}は連絡先のフィールドを持つオブジェクトでなければなりませんが、{found}です。',
  'batch.too_many_at_once':
    '保存中の大きな一括処理が多すぎます。しばらくしてからもう一度試すか、小さく分けて送信してください。',
  'bulk.ids_or_filter': '対象の連絡先を示すため、idsまたはfilterのどちらか一方を送信してください。',
  'bulk.filter_empty': '誤ってすべての連絡先を変更しないよう、filterには少なくとも一つのフィルターが必要です。',
  'bulk.ids_not_list': 'idsは連絡先のIDを1～{max}個含む配列でなければなりませんが、{found}です。',
  'bulk.ids_count': 'idsは連絡先のIDを1～{max}個含む配列でなければなりませんが、{count}個あります。',
  'bulk.wrong_id': '{field}は連絡先のID（UUID）でなければなりません。',
  'bulk.nothing_to_change': '変更する内容を指定してください：set（{fields}）、add_tags、remove_tags。',
  'merge.wrong_ids': '{field}は連絡先のIDを1～{max}個含む配列でなければなりませんが、{found}です。',
  'merge.unknown': '{field}は連絡先のIDではありません。一覧はGET /v1/contactsで取得できます。',
  'merge.unconfirmed': 'これらの連絡先の一つは、まだメールアドレスを確認していません。確認後に統合してください。',
  'merge.none': 'この連絡先に統合されたものはないため、元に戻すものはありません。',
  'merge.too_old': '統合から{days}日以上たっているため、元に戻せません。',
  'note.not_found': 'この連絡先にこのIDのメモはありません。一覧はGET /v1/contacts/{id}/notesで取得できます。',
  'note.too_many': '連絡先のメモは{max}件までです。不要なものを削除してください。',
  'view.not_found': 'このIDのビューはありません。一覧はGET /v1/viewsで取得できます。',
  'view.name_taken': 'この名前のビューはすでにあります。別の名前を選ぶか、そのビューを変更してください。',
  'view.too_many': 'ワークスペースのビューは{max}件までです。使われていないものを削除してください。',
  'import.not_found': 'このIDのインポートはありません。一覧はGET /v1/contacts/importsで取得できます。',
  'import.empty_body': '本文が空です。CSV、.xlsx、.odsのいずれかのファイルを送信してください。',
  'import.other_file':
    'このファイルは{what}のため、読み取れません。Excelブック（.xlsx）、OpenDocumentスプレッドシート（.ods）、またはCSVとして保存し、そのファイルを送信してください。',
  'import.old_excel': '古いExcelブック（.xls）またはパスワード付きのブック',
  'import.binary_excel': 'バイナリ形式のExcelブック（.xlsb）',
  'import.numbers': 'Numbers書類',
  'import.zip': 'スプレッドシートを含まないzipファイル',
  'import.pdf': 'PDF',
  'import.sheet_too_large':
    'スプレッドシートは展開すると{max} MBを超えます。不要なシート、列、書式を削除するか、それぞれに見出し行を付けて分割してください。',
  'import.sheet_broken':
    'スプレッドシートが壊れているか不完全です。開いて.xlsx、.ods、またはCSVとして保存し直し、そのファイルを送信してください。',
  'import.sheet_locked':
    'スプレッドシートにパスワードが設定されています。パスワードなしで保存し、そのファイルを送信してください。',
  'import.sheet_too_slow':
    'スプレッドシートの読み取りに時間がかかりすぎました。最初のシートをCSVとして保存するか、分割して送信してください。',
  'import.too_many_at_once': '読み取り中のスプレッドシートが多すぎます。しばらくしてからもう一度お試しください。',
  'import.no_person_column':
    'メールアドレスや名前の列がないため、どの行も連絡先にできません。どの列か指定してください。',
  'import.no_email_column':
    'メールアドレスの列がないため、すでに登録されている人を判別できません。あればどの列か指定してください。',
  'import.name_tag': '名前はアドレスから',
  'import.no_name_column': '名の列がありません。メールアドレスから取り、その連絡先にはタグ「{tag}」が付きます。',
  'import.zero_bytes':
    'ファイルにゼロバイトが含まれているため、テキストではありません。「CSV UTF-8」（Excel）で保存するか、文字コードUTF-8でエクスポートし直して送信してください。',
  'import.wrong_charset':
    'Content-Typeのcharsetはutf-8、utf-16、windows-1252、windows-1250、macintosh、shift_jis、euc-jpのいずれかにするか、省略してDoorpostに判定させてください。「CSV UTF-8」（Excel）で保存するか、文字コードUTF-8でエクスポートし直して送信してください。',
  'import.wrong_encoding':
    'ファイルは{encoding}ではありません。文字コードの指定を省略してDoorpostに判定させてください。「CSV UTF-8」（Excel）で保存するか、文字コードUTF-8でエクスポートし直して送信してください。',
  'import.no_header': 'ファイルの先頭に見出し行がありません。1行目に列の名前を入れて送信してください。',
  'import.no_rows':
    'ファイルに見出し行はありますが、データの行がありません。その下の各行に連絡先を一つずつ入れてください。',
  'import.too_many_rows': 'ファイルが{max, number}行を超えています。それぞれに見出し行を付けて分割してください。',
  'import.too_many_columns': '列は{max}列までですが、このファイルには{count}列あります。',
  'import.no_such_column': '列{place}はありません。見出し行は{count}列です。',
  'import.wrong_targets':
    'columnsは、1から始まる列番号と各列の割り当てのJSONオブジェクトでなければなりません。割り当ては{targets}のいずれか、または追加フィールド名のオブジェクト（例：{example}）です。',
  'import.same_field':
    '列{first}と{second}はどちらも{name}です。一方の名前を変えるか削除するか、`columns`で割り当てを指定してください。',
  'import.same_half':
    '列{first}と{second}はどちらも{name}になります。一方の名前を変えるか削除するか、`columns`で割り当てを指定してください。',
  'import.same_name':
    '列{first}と{second}は同じ名前です。一方の名前を変えるか削除するか、`columns`で割り当てを指定してください。',
  'import.no_first_name':
    'first_nameまたはemailの列がありません。どの連絡先にもどちらかが必要です。あるのは{names}です。該当する列の名前を変えるか、`columns`でどの列か指定してください。',
  'import.open_quote':
    '{line}行目から始まる行の引用符が閉じられていません。閉じるか、引用符内の引用符は""と書いてください。',
  'import.long_row':
    '{line}行目から始まる行が{max, number}文字を超えています。閉じられていない引用符がないか確認してください。',
  'import.quote_inside': '{line}行目の値の中に引用符があります。値を引用符で囲み、中の引用符は""と書いてください。',
  'import.too_many_cells':
    'この行には{count}個のセルがありますが、見出し行は{columns}列です。区切り文字を含む値は引用符で囲んでください。',
  'import.extra_not_json':
    'extraは追加フィールドのJSONオブジェクトでなければなりません。別の内容であれば列の名前を変えてください。',
  'import.nameless_row': 'この行には名がなく、名を取れるメールアドレスもありません。',
  'import.two_ways':
    'duplicatesとskip_existingはどちらか一方を送信してください。skip_existing=trueはduplicates=skipと同じです。',
  'import.not_same_file':
    'このインポートのファイルではありません。列または行が異なります。同じファイルをもう一度送信してください。',
  'import.blank_row': '空の行です。',
  'import.known_email': 'このメールアドレスの連絡先はすでにあります。',
  'import.done': 'インポートはすでに完了しているため、取り消せません。連絡先は保存されています。',
  'person.not_found':
    'このメールアドレスの人はいません。ana%40example.comのようにパーセントエンコードして書くか、GET /v1/peopleで一覧を確認してください。',
  'erasure.not_found': 'このIDの消去はありません。200で応答された消去にはIDがありません。',
  'erasure.not_confirmed': '消去は元に戻せないため、confirmはtrueでなければなりませんが、指定がありません。',
  'erasure.confirm_false': '消去は元に戻せないため、confirmはtrueでなければなりませんが、falseです。',
  'erasure.confirm_not_true': '消去は元に戻せないため、confirmはtrueでなければなりませんが、{found}です。',
  'status.listed_twice': '{field}：{key}が一覧に2回あります。',
  'status.same_name': '{field}：2つのステータスが「{name}」という名前になります。それぞれ別の名前にしてください。',
}
