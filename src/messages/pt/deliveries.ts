import type { deliveries as english } from '../en/deliveries.ts'
import type { Translation } from '../translation.ts'

export const deliveries: Translation<typeof english> = {
  'rejection.not_found':
    'Não há nenhuma rejeição com este identificador. A lista está em GET /v1/webhooks/{id}/rejections.',
  'rejection.repeated_header': 'O cabeçalho {name} chegou mais de uma vez. Descubra o que acrescenta o segundo.',
  'rejection.missing_header': 'Falta o cabeçalho {name}. Verifique se o remetente assina, e se um proxy o transmite.',
  'rejection.empty_header': 'O cabeçalho {name} está vazio. Verifique se o remetente tem um segredo com que assinar.',
  'rejection.not_time':
    'A marca temporal em {name} deve ser em segundos ou milissegundos desde 1970, só com dígitos, ou uma hora como {example}.',
  'rejection.too_old':
    'A marca temporal em {name} tem {age} s, mas são permitidos no máximo {tolerance} s. Verifique os relógios do remetente e deste servidor; se estiverem certos, o envio foi tardio ou é uma repetição.',
  'rejection.too_new':
    'A marca temporal em {name} está {age} s adiantada, mas são permitidos no máximo {tolerance} s. Verifique os relógios do remetente e deste servidor.',
  'rejection.no_secret':
    'Este webhook não tem segredo, por isso nada pode ser verificado. Defina o segredo do remetente.',
  'rejection.no_verify_token': 'Este webhook não tem token de verificação. Defina-o como o clientState da subscrição.',
  'rejection.no_rule': 'Este webhook não sabe como o remetente assina. Defina a regra de assinatura.',
  'rejection.bare_word':
    'O corpo é uma palavra solta, mas {sender} envia objetos JSON. Isto foi enviado por outra pessoa.',
  'rejection.wrong_signature':
    'A assinatura não corresponde ao corpo. Verifique se o segredo deste webhook é {secret}, e se nada altera o corpo no caminho.',
  'rejection.not_hex':
    'O cabeçalho {header} deve ser {prefix}<{length} dígitos hexadecimais minúsculos>. Verifique se o serviço escolhido para este webhook é o que envia para ele.',
  'rejection.not_base64':
    'O cabeçalho {header} deve ser {prefix}<{length} caracteres de base64>. Verifique se o serviço escolhido para este webhook é o que envia para ele.',
  'rejection.not_by_rule':
    'O cabeçalho {header} deve ser {prefix}<uma assinatura {hash} em {encoding}>. Compare-o com a regra de assinatura deste webhook.',
  'rejection.malformed_id':
    'O identificador no cabeçalho {header} deve ter no máximo {max} caracteres ASCII visíveis{without}.',
  'rejection.malformed_timestamp':
    'A marca temporal no cabeçalho {header} deve ter no máximo {max} caracteres ASCII visíveis{without}.',
  'rejection.without': ', sem {texts}',
  'rejection.not_notifications':
    'O corpo deve ser JSON com uma lista “value” de notificações, como o Microsoft Graph envia.',
  'rejection.no_client_state': 'Uma notificação não tem clientState. Indique um ao criar a subscrição.',
  'rejection.wrong_client_state':
    'Um clientState não é o token de verificação deste webhook. Verifique se a subscrição foi criada com ele.',
  'rejection.no_time': 'O cabeçalho {header} não tem {name}=. Verifique se o remetente deste webhook é o correto.',
  'rejection.not_json_beside':
    'O corpo deve ser JSON: no que é assinado, o identificador ou a URL está logo ao lado. Verifique a regra de assinatura deste webhook.',
  'rejection.no_token':
    'A entrega não traz nenhum segredo. Verifique se o remetente está configurado para enviá-lo: o segredo deste webhook é {secret}.',
  'rejection.wrong_token': 'O segredo na entrega é outro. Verifique se o segredo deste webhook é {secret}.',
  'delivery.not_found':
    'Não há nenhuma entrega com este identificador. A lista está em GET /v1/webhooks/{id}/deliveries.',
  'delivery.refused':
    'Este webhook só aceita pedidos que provem de onde vêm, e este não o faz. Verifique o segredo de assinatura, o relógio, e se o corpo é enviado exatamente como foi assinado. O proprietário do webhook vê o motivo.',
  'delivery.not_post': '{method} não é possível aqui. Use POST.',
  'delivery.paused': 'Este webhook está em pausa e por enquanto não guarda nada. Envie a entrega de novo mais tarde.',
  'delivery.empty': 'A entrega não tem corpo, por isso não há nada para mapear.',
  'delivery.not_multipart':
    'A entrega não é um formulário multipart válido, por isso não pode ser lida. Faça com que o remetente use JSON.',
  'delivery.gzip':
    'A entrega está compactada, mas não pode ser descompactada, ou passa então de {max} bytes. Faça com que o remetente a envie tal como é.',
  'delivery.no_type': 'A entrega não tem Content-Type e não é JSON. O mapeamento lê JSON e formulários.',
  'delivery.other_type': 'A entrega é {type} e não JSON. O mapeamento lê JSON e formulários.',
  'delivery.form_not_utf8': 'O formulário não é UTF-8 válido. Faça com que o remetente o codifique em UTF-8.',
  'delivery.form_too_long':
    'O formulário tem mais de {max, number} campos. Faça com que o remetente omita o que não é necessário.',
  'delivery.form_proto':
    'O formulário tem um campo chamado __proto__, que não é permitido. Mude o nome dele ou remova-o.',
  'delivery.form_encoding':
    'O campo de formulário “{name}” tem uma codificação percentual que não é UTF-8, por isso não pode ser lido com certeza. Faça com que o remetente o codifique em UTF-8, ou que indique o charset em Content-Type: windows-1252 é entendido.',
  'mapped.whole': 'A entrega',
  'mapped.place': 'O valor em {path}',
  'mapped.not_list': '{where} não é uma lista, mas o mapeamento cria um contato por cada item dela. Corrija each.',
  'mapped.empty_list': '{where} é uma lista vazia.',
  'mapped.long_list':
    '{where} é uma lista de {count} itens. No máximo {max, number} se tornam contatos: envie menos de cada vez.',
  'mapped.other_value': '{where} é {actual}; só as entregas com {wanted} aí se tornam contatos.',
  'mapped.no_value': '{where} não tem valor; só as entregas com {wanted} aí se tornam contatos.',
  'mapped.too_much_work':
    'Esta entrega é trabalho demais para o mapeamento: regras demais percorrem listas longas demais. Use menos regras, ou ponteiros sem [name=value], ou faça com que o remetente envie menos de cada vez.',
  'mapped.more_unread': 'O resto da entrega não foi lido.',
  'mapped.no_name':
    'Não foi encontrado nenhum primeiro nome. Foi tentado: {tried}. Indique onde está em fields.first_name do mapeamento.',
  'mapped.no_name_among':
    'Não foi encontrado nenhum primeiro nome. Foi tentado: {tried}. Os nomes que existem são {names}. Indique onde está em fields.first_name do mapeamento.',
  'mapped.two_addresses':
    'Há dois endereços de e-mail diferentes, {first} e {second}, e qualquer um pode ser o certo. Indique em fields.email do mapeamento qual é, por exemplo {example}.',
  'mapped.left_out_name': '{name} foi omitido por causa do nome.',
  'mapped.left_out_number': '{name} foi omitido: {path} é um número grande demais para ser guardado com exatidão.',
  'mapped.left_out_object': '{name} foi omitido: {path} é um objeto, não um valor único.',
  'mapped.left_out_objects': '{name} foi omitido: {path} é uma lista de objetos, não um valor único.',
  'mapped.left_out_list': '{name} foi omitido: {path} é uma lista com mais de {max, number} valores.',
  'mapped.left_out_numbers':
    '{name} foi omitido: {path} é uma lista com um número grande demais para ser guardado com exatidão.',
  'mapped.cut': '{name} foi cortado para {max, number} caracteres.',
  'mapped.beyond':
    '{count, plural, one {Mais # valor foi omitido} many {Mais # valores foram omitidos} other {Mais # valores foram omitidos}}: um contato tem no máximo {max} campos adicionais.',
  'mapped.beyond_all': 'Mais valores foram omitidos: um contato tem no máximo {max} campos adicionais.',
  'mapped.more': 'E mais {count} deste tipo.',
  'lead.not_stored':
    'A Meta envia só os identificadores dos leads, e os de um corpo de teste não são buscados. Pré-visualize uma entrega guardada: envie delivery_id.',
  'lead.may_not_fetch':
    'A Meta envia só os identificadores dos leads, e buscá-los usa o token de acesso do webhook: requer webhooks:write.',
  'lead.no_token':
    'A Meta envia só o identificador de um lead, e ler o lead requer um token de acesso. Defina access_token do webhook como um token de acesso de página com a permissão leads_retrieval, e reprocesse esta entrega.',
  'lead.unreadable_token':
    'O token de acesso não pode ser lido. {reason} Ou defina-o de novo, e reprocesse esta entrega.',
  'secret.unknown_key': 'Foi cifrado com uma chave que não está definida. Recoloque o SECRET_KEY original.',
  'secret.damaged': 'Foi alterado ou pertence a outro registro.',
  'lead.too_many': 'A entrega anuncia {count} leads, e aqui são buscados no máximo {max} de uma entrega.',
  'lead.wrong_id': 'O identificador do lead não é um número, por isso não pode ser lido.',
  'lead.unreachable': 'Não foi possível ler o lead {lead} da Meta: {reason}',
  'lead.error': 'erro {code}',
  'lead.status': 'status {status}',
  'lead.expired_token':
    'A Meta não deu o lead {lead} ({said}). O token de acesso já não é válido: defina access_token do webhook como um novo. Depois, reprocesse esta entrega.',
  'lead.weak_token':
    'A Meta não deu o lead {lead} ({said}). Falta uma permissão ao token de acesso: crie um com leads_retrieval, pages_read_engagement e ads_management, e dê acesso ao aplicativo dele no gerenciador de acesso a leads (Leads Access Manager) da página. Depois, reprocesse esta entrega.',
  'lead.busy':
    'A Meta não deu o lead {lead} ({said}): está sobrecarregada ou com problemas. O lead será pedido de novo automaticamente.',
  'lead.gone':
    'A Meta não deu o lead {lead} ({said}). Ele foi excluído, ou o token de acesso não é da página dele: verifique se a página é a correta. Depois, reprocesse esta entrega.',
  'lead.no_data':
    'A Meta não deu o lead {lead} ({said}). A resposta não tem field_data: verifique se o token tem leads_retrieval. Depois, reprocesse esta entrega.',
  'lead.refused':
    'A Meta não deu o lead {lead} ({said}). Verifique o token de acesso do webhook, e a versão da Graph API. Depois, reprocesse esta entrega.',
}
