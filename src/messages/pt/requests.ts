import type { requests as english } from '../en/requests.ts'
import type { Translation } from '../translation.ts'

export const requests: Translation<typeof english> = {
  'request.validation_error': 'O pedido não é válido. Consulte details para cada campo.',
  'request.more_problems': '{first} (e mais {more}, consulte details)',
  'request.unauthorized': 'É necessária uma chave de API. Envie-a como “Authorization: Bearer svc_pk_...”.',
  'request.forbidden': 'Isto não é permitido com a chave enviada.',
  'request.not_found': 'Não há nada neste endereço.',
  'request.method_not_allowed': 'Este método não é permitido aqui. Consulte o cabeçalho Allow.',
  'request.idempotency_conflict':
    'O primeiro pedido com esta Idempotency-Key ainda está em curso. Envie-o de novo dentro de momentos.',
  'request.precondition_failed':
    'If-Match não se verifica: houve uma alteração nesse meio-tempo. Leia o recurso de novo, e envie a alteração com o novo ETag.',
  'request.payload_too_large': 'O corpo é grande demais.',
  'request.idempotency_mismatch':
    'Esta Idempotency-Key foi usada para outro pedido. Use uma nova chave para um novo pedido.',
  'request.rate_limit_exceeded': 'Pedidos demais. Aguarde, e tente de novo.',
  'request.internal_error':
    'Algo correu mal do nosso lado. Tente de novo; se persistir, comunique-o com o X-Request-Id desta resposta.',
  'request.service_unavailable':
    'Não é possível acessar a base de dados neste momento, por isso não é certo que algo tenha sido guardado. Tente de novo em alguns segundos; com uma Idempotency-Key, isso é seguro.',
  'request.wrong_method': '{method} não é possível aqui. Use {list}.{hint}',
  'request.hint_create': ' Crie uma publicação com POST {path}, e publicações para várias contas com POST /v1/posts.',
  'request.hint_read': ' Leia publicações com GET /v1/posts?platform={name} e GET {path}.',
  'request.no_platform': 'Não existe essa plataforma. Use {platforms}.',
  'mcp.no_batch': 'Envie uma chamada de cada vez: o protocolo não tem listas de chamadas.',
  'request.no_path': 'Não há nada neste endereço. A API começa em /v1 e está descrita em /docs/api.',
  'request.two_hosts': 'O pedido tem mais de um cabeçalho Host. Envie um só.',
  'request.no_host': 'Falta o cabeçalho Host. HTTP/1.1 precisa dele.',
  'request.transfer_encoding': 'Transfer-Encoding só pode ser “chunked”. Envie o corpo sem compressão.',
  'request.expect': 'O cabeçalho Expect só pode ser “100-continue”.',
  'request.connect': 'CONNECT não é possível: isto não é um proxy.',
  'request.plain_http':
    'Aqui só se aceita HTTPS. Use o endereço https://; se este pedido passou pelo seu próprio proxy, defina TRUST_PROXY como o endereço dele.',
  'request.long_headers': 'A URL e os cabeçalhos têm mais de {max, number} bytes. Envie menos ou mais curtos.',
  'request.long_extensions': 'As extensões de chunk do corpo são grandes demais. Envie-o sem elas.',
  'request.too_slow': 'O pedido demorou demais a chegar. Envie-o de novo, mais depressa.',
  'request.not_read':
    'O servidor ficou parado alguns segundos e não leu este pedido. Nada foi guardado. Envie-o de novo.',
  'request.not_http': 'O pedido não é HTTP válido. Verifique a linha do pedido e os cabeçalhos.',
  'request.bad_url': 'A URL não é válida: verifique a codificação percentual.',
  'request.bad_query': 'A query string não é válida: verifique a codificação percentual.',
  'request.if_match': 'If-Match deve ser * ou o ETag de uma resposta com as aspas, por exemplo "3" (não 3 nem W/"3").',
  'request.idempotency_key': 'Idempotency-Key deve ter de 1 a {max} caracteres ASCII imprimíveis, por exemplo um UUID.',
  'body.too_large': 'O corpo tem mais de {max, number} bytes. Envie um menor.',
  'body.too_large_without_key':
    'O corpo tem mais de {max, number} bytes. Envie um menor. Pedidos com uma chave de API podem enviar até 1 048 576 bytes.',
  'body.cut_off': 'O corpo terminou antes de chegar por inteiro.',
  'body.no_object': 'O corpo está vazio. Envie um objeto JSON.',
  'body.tiny_chunks':
    'O corpo chega em mais de {chunks, number} pedaços com menos de {bytes} bytes cada. Escreva pedaços maiores, ou envie o corpo inteiro com um Content-Length.',
  'content.compressed_json': 'Content-Encoding não é suportado. Envie o corpo como JSON simples, sem compressão.',
  'content.not_json': 'Content-Type deve ser application/json. Envie o corpo como objeto JSON com esse cabeçalho.',
  'content.json_charset': 'O charset de Content-Type deve ser utf-8. JSON é sempre enviado em UTF-8.',
  'content.compressed_csv': 'Content-Encoding não é suportado. Envie o arquivo sem compressão.',
  'content.not_csv':
    'Content-Type deve ser text/csv, ou o tipo de um arquivo .xlsx ou .ods. Envie o próprio arquivo no corpo, com esse cabeçalho.',
  'content.compressed_form': 'Content-Encoding não é suportado. Envie o corpo sem compressão.',
  'content.not_form':
    'Content-Type deve ser application/json, application/x-www-form-urlencoded ou multipart/form-data. Os navegadores enviam os dois últimos por si mesmos.',
  'content.form_charset': 'O charset de Content-Type deve ser utf-8. Envie a página e o formulário em UTF-8.',
  'access.bad_header':
    'O cabeçalho Authorization deve existir uma só vez, como “Bearer” e uma chave de API: “Authorization: Bearer svc_pk_...”.',
  'access.session_ended': 'A sua sessão terminou. Inicie sessão de novo.',
  'access.people_only': 'Isto é para pessoas com sessão iniciada. Inicie sessão no painel, e tente de novo.',
  'access.no_key': 'Nenhuma chave de API pode fazer isto. Inicie sessão no painel e faça-o lá.',
  'access.key_only': 'Isto é para chaves de API. Envie uma: Authorization: Bearer svc_pk_...',
  'access.no_scope': 'Falta a esta chave de API a permissão {scope}. Use uma chave que a tenha, ou crie uma com ela.',
  'access.needs_scope': '{what} precisa da permissão {scope}. Use uma chave que a tenha.',
  'access.field': '{name}',
  'access.change_by_address': 'Alterar um contato pelo endereço',
  'access.change_not_own': 'Alterar um contato criado por outra chave ou pela equipe',
  'access.merge_not_own': 'Mesclar contatos criados por outra chave ou pela equipe',
  'access.notify': 'notify.emails, que envia leads por e-mail,',
  'access.viewer':
    'A sua função é leitor: permite ver, mas não alterar. Peça a um proprietário da equipe a função editor ou proprietário.',
  'access.role':
    'A sua função é {role}, e isto precisa de {needed}. Peça a um proprietário da equipe que o faça, ou que mude a sua função.',
  'role.owner': 'proprietário',
  'role.editor': 'editor',
  'role.viewer': 'leitor',
  'access.foreign_page':
    'Este pedido veio de outro site, ou não diz de onde. Use o próprio painel; os programas usam uma chave de API.',
  'access.foreign_website':
    'Os formulários deste site não podem enviar contatos para cá. Um proprietário pode permitir a origem dele nas configurações do espaço de trabalho.',
  'access.foreign_form':
    'Este formulário não aceita envios deste site. Acrescente a origem dele a allowed_origins do formulário, ou aos do espaço de trabalho.',
  'limit.authenticated':
    'Esta chave de API pode enviar {points} pedidos por minuto. Tente de novo em {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.batch':
    'Este lote conta como {units} pedidos, e {left, plural, one {resta #} many {restam #} other {restam #}} neste minuto. Envie menos contatos, ou tente de novo em {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.dashboard':
    'Quem tem sessão iniciada pode enviar {points} pedidos por minuto. Tente de novo em {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.public':
    'Sem chave de API, são aceitos {points} contatos por minuto de um endereço. Tente de novo em {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.webhook':
    'Este webhook aceita {points} entregas por minuto. Tente de novo em {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.open':
    'Um endereço pode pedir {points} páginas e arquivos por minuto. Tente de novo em {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.failed_auth':
    'Deste endereço vieram chaves, senhas, códigos ou links errados demais. Tente de novo em {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'limit.sign_in':
    'Após {points} tentativas em um minuto, esta conta espera pelo resto dele. Tente de novo em {seconds, plural, one {# segundo} many {# segundos} other {# segundos}}.',
  'query.unknown': 'Não existe o parâmetro de consulta “{name}”. São conhecidos {known}.',
  'query.misspelt': 'Não existe o parâmetro de consulta “{name}”. Quis dizer {nearest}?',
  'query.takes_none': 'Não existe o parâmetro de consulta “{name}”: esta operação não aceita nenhum. Omita-o.',
  'query.repeated': '{field} deve ser indicado uma só vez, mas está {times} vezes.',
  'query.not_id': '{field} deve ser o identificador ({what}), um UUID.',
  'object.account': 'conta conectada',
  'object.group': 'grupo de publicações',
  'object.form': 'formulário',
  'object.contact': 'contato',
  'object.post': 'publicação',
  'object.link': 'link',
  'object.any': 'objeto',
  'query.not_flag': '{field} deve ser true ou false.',
  'query.not_day': '{field} deve ser uma data sem hora, por exemplo 2026-11-01.',
  'query.late_day': '{field} deve ser no máximo {last}.',
  'query.day_required': '{field} é obrigatório: uma data como 2026-11-01.',
  'query.days_reversed': 'from não deve ser posterior a to, mas {from} é posterior a {to}.',
  'query.too_many_days': 'Entre from e to deve haver no máximo {max} dias, mas de {from} a {to} há {days}.',
  'query.page_too_far':
    'page está longe demais na lista: aqui, as páginas numeradas começam no máximo a {rows} linhas do início. Siga next_cursor, ou restrinja a lista.',
  'query.cursor_and_page': 'cursor e page não podem ser usados juntos. Siga next_cursor, ou conte páginas.',
  'cursor.other_order': 'Este cursor continua com order={order}. Omita order, ou comece sem cursor.',
  'query.one_order': 'order não é aceito aqui: esta lista tem uma só ordem. Omita-o.',
  'query.search_newest_first': 'Uma busca em contatos começa pelos mais recentes: omita order ou q.',
  'query.bad_cursor': 'cursor deve ser um next_cursor de uma resposta anterior, inalterado.',
  'ready.stopping': 'O processo está sendo encerrado.',
  'ready.no_database': 'Não é possível acessar a base de dados.',
  'ready.schema': 'O esquema da base de dados não pode ser usado: {report}',
  'ready.disk': 'A base de dados não pode guardar nada: {report}.',
  'ready.problem': '{report}',
  'ready.no_runner': 'O executor de tarefas terminou. Reinicie este processo; o registro dele diz porquê.',
  'ready.worker': 'Um worker só responde a GET /healthz, /readyz e /metrics. A API está onde ROLE é “api” ou “all”.',
  'metrics.token': 'As métricas precisam do token de METRICS_TOKEN: “Authorization: Bearer ...”.',
  'database.refused':
    'A base de dados recusa o Doorpost, por isso nada foi guardado. O administrador dela tem de verificar. Tente de novo mais tarde.',
  'database.collision': 'Outra alteração atrapalhou esta. Nada foi guardado. Tente de novo.',
  'database.full': 'A base de dados não pode guardar nada neste momento. Nada foi guardado. Tente de novo mais tarde.',
  'database.no_connection':
    'A base de dados não tem mais conexões livres. Nada foi guardado. Tente de novo em alguns segundos.',
  'database.locked':
    'A base de dados está ocupada com uma alteração das suas tabelas. Nada foi guardado. Tente de novo em alguns segundos.',
  'database.too_long':
    'A base de dados demorou demais para isto, e desistiu. Restrinja o pedido, ou tente de novo mais tarde.',
  'database.queue_full':
    'Há gravações demais à espera da base de dados. Nada foi guardado. Tente de novo em alguns segundos.',
}
