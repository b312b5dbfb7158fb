import type { events as english } from '../en/events.ts'
import type { Translation } from '../translation.ts'

export const events: Translation<typeof english> = {
  'event.not_found': 'Não há nenhum evento com este identificador que possa ver. A lista está em GET /v1/events.',
  'event.not_visible':
    'Para ver {types} é necessária a permissão {missing}. Use uma chave que a tenha, ou deixe estes eventos de fora.',
  'event.not_type': '{field} deve ser um tipo de evento, mas é {found}.',
  'event.unknown_type': 'Não existe o tipo de evento “{name}”. São conhecidos {known}.',
  'event.misspelt_type': 'Não existe o tipo de evento “{name}”. Quis dizer {nearest}?',
  'event.unknown_wildcard': '“{name}” não representa nenhum tipo de evento. Use {known}, ou indique os tipos.',
  'endpoint.not_found': 'Não há nenhum endpoint com este identificador. A lista está em GET /v1/events/endpoints.',
  'endpoint.too_many':
    'Um espaço de trabalho tem no máximo {max} endpoints. Remova um primeiro: DELETE /v1/events/endpoints/{id}.',
  'endpoint.types_not_list': '{field} deve ser uma lista de tipos de evento, ou null para todos, mas é {found}.',
  'endpoint.no_types':
    '{field} deve indicar pelo menos um tipo. Envie null para todos, ou coloque o endpoint em pausa.',
  'endpoint.too_many_types': 'Há {known} tipos de evento, mas {field} tem {count}.',
  'endpoint.wrong_status': '{field} deve ser active ou paused.',
  'endpoint.status_at_first': 'Um endpoint começa ativo. Omita status, e depois PATCH /v1/events/endpoints/{id}.',
  'endpoint.kind_stays': 'O tipo de um endpoint não pode ser alterado: este é {kind}. Crie outro endpoint.',
  'endpoint.token_unused': 'Só um endpoint do tipo ntfy tem token. Omita-o.',
  'endpoint.language_unused':
    'Só chats e telefones têm idioma: um webhook recebe os eventos como dados, sem frases. Omita-o.',
  'endpoint.token_characters': 'O token não deve ter espaços, e só caracteres ASCII.',
  'endpoint.filter_id': '{field} deve ser um id, mas é {found}.',
  'endpoint.filters_never':
    'Nenhum evento deste endpoint tem {names}, por isso nada seria enviado. Altere filters ou events.',
  'endpoint.too_many_headers': '{field} pode ter no máximo {max} cabeçalhos, mas tem {count}.',
  'endpoint.header_name':
    '{name} não pode ser o nome de um cabeçalho. Use no máximo {max} letras, algarismos, hífens e sublinhados.',
  'endpoint.header_reserved': 'O próprio Doorpost envia este cabeçalho. Use outro nome.',
  'endpoint.header_twice': 'Este cabeçalho aparece duas vezes: maiúsculas e minúsculas não contam. Envie-o uma vez.',
  'endpoint.header_value': '{field} deve ser uma linha de caracteres ASCII e não pode estar vazio.',
  'endpoint.header_not_stored': 'Não há nenhum valor guardado deste cabeçalho que possa ficar. Envie o valor.',
  'endpoint.headers_move':
    'Os valores guardados dos cabeçalhos não são enviados a outro servidor. Envie-os de novo com a nova url, ou um objeto vazio para nenhum.',
  'endpoint.headers_unused': 'Só um endpoint do tipo webhook tem cabeçalhos. Não os envie.',
  'endpoint.url_spaces': 'A URL não deve ter espaços nem quebras de linha.',
  'endpoint.url_fragment': 'A URL não deve ter fragmento (#…): ele não seria enviado.',
  'endpoint.not_visible':
    'Este endpoint recebe eventos que esta chave de API não pode ver. Use uma chave que também tenha {missing}.',
  'endpoint.not_granted':
    'Este endpoint não pode receber {type}: os eventos dele foram escolhidos com uma chave sem {scope}. Escolha-os de novo com uma que o tenha: PATCH /v1/events/endpoints/{id}.',
  'endpoint.no_secret':
    'Um endpoint do tipo {kind} não tem segredo de assinatura. Crie um novo endereço em {chat}, e mude url para ele.',
  'endpoint.is_disabled':
    'O endpoint está desativado. Coloque primeiro o status em active: PATCH /v1/events/endpoints/{id}.',
  'endpoint.since_ahead': '{field} não deve estar no futuro.',
  'endpoint.since_too_old': '{field} deve ser de no máximo {days} dias atrás: eventos mais antigos não são guardados.',
  'endpoint.gone':
    'Respondeu 410 (desaparecido). Quando estiver de volta, coloque o status em active e recupere o que perdeu.',
  'endpoint.failed_for_days':
    'Nada pôde ser entregue durante cinco dias. Corrija-o, coloque o status em active, e recupere o que perdeu.',
  'endpoint.being_removed': 'Está sendo removido.',
  'attempt.no_delivery':
    'Não há nenhuma entrega dessas que possa ver. A lista está em GET /v1/events/endpoints/{id}/deliveries.',
  'attempt.gone': 'O endpoint respondeu 410: já não existe, e nada mais lhe é enviado.',
  'attempt.redirected':
    'O endpoint respondeu {status}. Os redirecionamentos não são seguidos: indique o endereço para onde ele leva.',
  'attempt.refused': 'O endpoint respondeu {status}. Ele tem de responder com um status de 200 a 299.',
  'chat.wrong_slack':
    'Este não é o endereço de um webhook de entrada do Slack: ele começa com https://hooks.slack.com/services/. Copie-o no Slack: api.slack.com/apps, o seu aplicativo, Incoming Webhooks.',
  'chat.wrong_discord':
    'Este não é o endereço de um webhook do Discord: ele é como https://discord.com/api/webhooks/123/abc. Copie-o no Discord: Editar canal, Integrações, Webhooks.',
  'chat.retired_teams':
    'Este é o endereço de um conector do Microsoft 365, que a Microsoft desativou. Crie um novo no Teams: o canal, Fluxos de trabalho, “Send webhook alerts to a channel”.',
  'chat.wrong_ntfy':
    'O endereço deve terminar com um tópico de até 64 letras, dígitos, - e _, por exemplo https://ntfy.sh/my-leads-k3v9x2. Escolha um que ninguém consiga adivinhar: quem tiver o endereço pode ler as mensagens.',
  'chat.too_many_messages': '{chat} pediu menos mensagens. O envio será repetido mais tarde.',
  'chat.unknown_webhook':
    '{chat} já não conhece este webhook. Crie lá um novo webhook, e mude o endereço deste endpoint para o dele.',
  'chat.unknown_webhook_code':
    '{chat} já não conhece este webhook ({code}). Crie lá um novo webhook, e mude o endereço deste endpoint para o dele.',
  'chat.channel_gone':
    'O canal deste webhook já não existe ({code}). Crie lá um novo webhook, e mude o endereço deste endpoint para o dele.',
  'chat.forbidden':
    'Um administrador de {chat} não permite que este webhook escreva no canal dele ({code}). Escolha outro canal, ou pergunte ao administrador.',
  'chat.topic_forbidden':
    'O servidor ntfy não deixa o Doorpost escrever neste tópico. Dê ao endpoint um token de acesso que o permita.',
  'chat.wrong_address':
    '{chat} não aceita este endereço. Crie lá um novo webhook, e mude o endereço deste endpoint para o dele.',
  'chat.message_refused':
    '{chat} não aceitou a mensagem. As outras mensagens não são afetadas; comunique isto como uma falha do Doorpost, por favor.',
  'chat.message_refused_code':
    '{chat} não aceitou a mensagem ({code}). As outras mensagens não são afetadas; comunique isto como uma falha do Doorpost, por favor.',
}
