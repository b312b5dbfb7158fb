import type { contacts as english } from '../en/contacts.ts'
import type { Translation } from '../translation.ts'

export const contacts: Translation<typeof english> = {
  'contact.not_found': 'Não há nenhum contato com este identificador. A lista está em GET /v1/contacts.',
  'contact.extra_not_object': '{field} deve ser um objeto de campos adicionais, mas é {found}.',
  'contact.too_many_extra': 'São guardados no máximo {max} campos adicionais, mas há {count}.',
  'contact.extra_name_too_long':
    'Os nomes dos campos adicionais devem ter no máximo {max} caracteres (“{start}…” é mais longo).',
  'contact.extra_name_blank': 'Os nomes dos campos adicionais não devem estar vazios.',
  'contact.extra_number_too_large':
    '“{field}” é um número grande demais para ser guardado com exatidão. Envie-o como string.',
  'contact.extra_not_simple': '“{field}” deve ser uma string, um número ou um booleano, mas é {found}.',
  'contact.wrong_owner':
    'owner_id deve ser o identificador de alguém da equipe, ou null para ninguém. GET /v1/contacts/values dá a lista.',
  'contact.wrong_owner_filter':
    '{field} deve ser o identificador de alguém da equipe, none, ou me para a pessoa com sessão iniciada.',
  'contact.owner_filter_without_me':
    '{field} deve ser o identificador de alguém da equipe, none, ou me para a pessoa com sessão iniciada. Com uma chave não há “me”.',
  'contact.too_many_tags': '{field}: um contato tem no máximo {max} etiquetas, mas há {count}.',
  'contact.tag_with_separator': '{field} não deve conter vírgulas nem ponto e vírgula. Envie várias etiquetas.',
  'contact.filter_missing': '{field} deve ser um objeto de filtros de GET /v1/contacts, mas está ausente.',
  'contact.filter_not_object': '{field} deve ser um objeto de filtros de GET /v1/contacts, mas é {found}.',
  'contact.other_address': '{field} deve ser o endereço do caminho. Omita-o, ou altere-o com PATCH.',
  'batch.not_list': '{field} deve ser um array de 1 a {max} contatos, mas é {found}.',
  'batch.count': '{field} deve ser um array de 1 a {max} contatos, mas há {count}.',
  'batch.not_contact': '{field} deve ser um objeto com os campos de um contato, mas é {found}.',
  'batch.too_many_at_once':
    'Há lotes grandes demais sendo guardados ao mesmo tempo. Tente de novo dentro de momentos, ou envie lotes menores.',
  'bulk.ids_or_filter': 'Envie ids ou filter, para indicar de que contatos se trata.',
  'bulk.filter_empty': 'filter deve conter pelo menos um filtro, para que um descuido não altere todos os contatos.',
  'bulk.ids_not_list': 'ids deve ser um array de 1 a {max} identificadores de contatos, mas é {found}.',
  'bulk.ids_count': 'ids deve ser um array de 1 a {max} identificadores de contatos, mas há {count}.',
  'bulk.wrong_id': '{field} deve ser o identificador de um contato, um UUID.',
  'bulk.nothing_to_change': 'Indique o que deve mudar: set ({fields}), add_tags ou remove_tags.',
  'merge.wrong_ids': '{field} deve ser um array de 1 a {max} identificadores de contatos, mas é {found}.',
  'merge.unknown': '{field} não é o identificador de um contato. A lista está em GET /v1/contacts.',
  'merge.unconfirmed':
    'Um destes contatos ainda tem de confirmar o endereço por e-mail. Mescle-o quando isso estiver feito.',
  'merge.none': 'Nada foi mesclado neste contato, por isso não há nada para desfazer.',
  'merge.too_old': 'A mesclagem foi feita há mais de {days} dias, por isso já não pode ser desfeita.',
  'note.not_found':
    'Este contato não tem nenhuma nota com este identificador. A lista está em GET /v1/contacts/{id}/notes.',
  'note.too_many': 'Um contato tem no máximo {max} notas. Exclua uma que já não seja necessária.',
  'view.not_found': 'Não há nenhuma vista com este identificador. A lista está em GET /v1/views.',
  'view.name_taken': 'Já há uma vista com este nome. Escolha outro nome, ou altere essa vista.',
  'view.too_many': 'Um espaço de trabalho tem no máximo {max} vistas. Exclua uma que ninguém use.',
  'import.not_found': 'Não há nenhuma importação com este identificador. A lista está em GET /v1/contacts/imports.',
  'import.empty_body': 'O corpo está vazio. Envie um arquivo CSV, .xlsx ou .ods.',
  'import.other_file':
    'O arquivo é {what}, que não pode ser lido. Salve-o como pasta de trabalho do Excel (.xlsx), como planilha OpenDocument (.ods) ou como CSV, e envie esse arquivo.',
  'import.old_excel': 'uma pasta de trabalho antiga do Excel (.xls) ou protegida por senha',
  'import.binary_excel': 'uma pasta de trabalho binária do Excel (.xlsb)',
  'import.numbers': 'um documento do Numbers',
  'import.zip': 'um arquivo zip sem planilha',
  'import.pdf': 'um PDF',
  'import.sheet_too_large':
    'A planilha tem mais de {max} MB quando descompactada. Exclua as planilhas, colunas e formatações desnecessárias, ou divida-a, com o cabeçalho em cada um dos arquivos.',
  'import.sheet_broken':
    'A planilha está danificada ou incompleta. Abra-a, salve-a de novo como .xlsx, .ods ou CSV, e envie esse arquivo.',
  'import.sheet_locked': 'A planilha tem senha. Salve-a sem senha, e envie esse arquivo.',
  'import.sheet_too_slow':
    'A leitura da planilha demorou demais. Salve a primeira planilha como CSV, ou divida-a, e envie esse arquivo.',
  'import.too_many_at_once': 'Há planilhas demais sendo lidas. Tente de novo dentro de momentos.',
  'import.no_person_column':
    'Nenhuma coluna é um endereço de e-mail ou um nome, por isso nenhuma linha pode se tornar um contato. Indique qual coluna o é.',
  'import.no_email_column':
    'Nenhuma coluna é um endereço de e-mail, por isso as pessoas que já estão aqui não são reconhecidas. Se alguma for, indique qual.',
  'import.name_tag': 'nome do endereço',
  'import.no_name_column':
    'Nenhuma coluna é um primeiro nome. Ele é obtido do endereço de e-mail, e estes contatos recebem a etiqueta “{tag}”.',
  'import.zero_bytes':
    'O arquivo contém bytes nulos, por isso não é texto. Salve-o como “CSV UTF-8” (Excel), ou exporte-o de novo com o conjunto de caracteres UTF-8, e envie esse.',
  'import.wrong_charset':
    'O charset de Content-Type deve ser utf-8, utf-16, windows-1252, windows-1250, macintosh, shift_jis ou euc-jp, ou ser omitido para que o Doorpost o detecte. Salve o arquivo como “CSV UTF-8” (Excel), ou exporte-o de novo com o conjunto de caracteres UTF-8, e envie esse.',
  'import.wrong_encoding':
    'O arquivo não está em {encoding}. Não indique a codificação, para que o Doorpost a detecte. Salve-o como “CSV UTF-8” (Excel), ou exporte-o de novo com o conjunto de caracteres UTF-8, e envie esse.',
  'import.no_header': 'O arquivo não começa com um cabeçalho. Envie os nomes das colunas na primeira linha.',
  'import.no_rows': 'O arquivo tem cabeçalho, mas nenhuma linha. Coloque um contato em cada linha abaixo dele.',
  'import.too_many_rows':
    'O arquivo tem mais de {max, number} linhas. Divida-o, com o cabeçalho em cada um dos arquivos.',
  'import.too_many_columns': 'Um arquivo tem no máximo {max} colunas, mas este tem {count}.',
  'import.no_such_column': 'Não há coluna {place}: o cabeçalho tem {count}.',
  'import.wrong_targets':
    'columns deve ser um objeto JSON de números de colunas, a partir de 1, e do que cada uma se torna: um de {targets}, ou um objeto com o nome de um campo adicional, por exemplo {example}.',
  'import.same_field':
    'As colunas {first} e {second} são ambas {name}. Mude o nome de uma ou remova-a, ou indique com `columns` o que ela se torna.',
  'import.same_half':
    'As colunas {first} e {second} dão ambas {name}. Mude o nome de uma ou remova-a, ou indique com `columns` o que ela se torna.',
  'import.same_name':
    'As colunas {first} e {second} têm o mesmo nome. Mude o nome de uma ou remova-a, ou indique com `columns` o que ela se torna.',
  'import.no_first_name':
    'Nenhuma coluna é first_name ou email, e cada contato precisa de um dos dois; há {names}. Mude o nome da coluna que o contém, ou indique com `columns` qual é.',
  'import.open_quote':
    'Uma aspa na linha que começa na linha {line} nunca é fechada. Feche-a, ou escreva "" para uma aspa dentro de aspas.',
  'import.long_row':
    'A linha que começa na linha {line} tem mais de {max, number} caracteres. Procure nela uma aspa que não foi fechada.',
  'import.quote_inside':
    'Há uma aspa dentro de um valor na linha {line}. Coloque o valor entre aspas, e escreva "" para cada aspa dentro dele.',
  'import.too_many_cells':
    'A linha tem {count} células, mas o cabeçalho tem {columns}. Coloque entre aspas os valores que contenham o separador.',
  'import.extra_not_json':
    'extra deve ser um objeto JSON de campos adicionais. Mude o nome da coluna se for outra coisa.',
  'import.nameless_row': 'A linha não tem primeiro nome, nem endereço de e-mail de onde obtê-lo.',
  'import.two_ways': 'Envie duplicates ou skip_existing. skip_existing=true equivale a duplicates=skip.',
  'import.not_same_file':
    'Este não é o arquivo desta importação: as colunas ou linhas são diferentes. Envie de novo o mesmo arquivo.',
  'import.blank_row': 'A linha está vazia.',
  'import.known_email': 'Já há um contato com este endereço de e-mail.',
  'import.done': 'A importação já terminou, por isso não pode ser cancelada. Os contatos dela estão guardados.',
  'person.not_found':
    'Não há ninguém com este endereço de e-mail. Escreva-o com codificação percentual, como ana%40example.com, ou consulte a lista de pessoas em GET /v1/people.',
  'erasure.not_found':
    'Não há nenhum apagamento com este identificador. Os apagamentos respondidos com 200 não têm nenhum.',
  'erasure.not_confirmed': 'confirm deve ser true, porque apagar não pode ser desfeito, mas está ausente.',
  'erasure.confirm_false': 'confirm deve ser true, porque apagar não pode ser desfeito, mas é false.',
  'erasure.confirm_not_true': 'confirm deve ser true, porque apagar não pode ser desfeito, mas é {found}.',
  'status.listed_twice': '{field}: {key} está duas vezes na lista.',
  'status.same_name': '{field}: dois status se chamariam “{name}”. Dê a cada um o seu próprio nome.',
}
