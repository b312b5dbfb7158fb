import type { webhooks as english } from '../en/webhooks.ts'
import type { Translation } from '../translation.ts'

export const webhooks: Translation<typeof english> = {
  'webhook.not_found': 'Não há nenhum webhook com este identificador. A lista está em GET /v1/webhooks.',
  'webhook.no_such_address': 'Não há nenhum webhook neste endereço. Verifique a URL, ou crie um novo webhook.',
  'webhook.name_taken': 'Já há um webhook ativo chamado “{name}”. Escolha outro nome, ou revogue primeiro esse.',
  'webhook.revoked': 'Este webhook está revogado e não pode ser alterado. Crie um novo.',
  'webhook.delivery_id_place':
    '{field} deve dizer onde está o identificador: header:NAME, query:NAME ou body:/json/pointer, por exemplo header:x-event-id.',
  'webhook.signature_required':
    '{field} é obrigatório para o remetente hmac: indique pelo menos em que cabeçalho está a assinatura.',
  'webhook.signature_unused':
    '{field} existe apenas para o remetente hmac; já se sabe como {provider} assina. Omita-o.',
  'webhook.secret_without_provider':
    'secret não tem utilidade sem um remetente que assine. Escolha o remetente como provider, ou omita-o.',
  'webhook.secret_unused':
    'secret não tem utilidade com o remetente {provider}, que não assina. Envie o {token} dele como verify_token.',
  'webhook.secret_blank': 'secret não deve estar vazio. Copie-o do remetente.',
  'webhook.secret_too_long': 'secret deve ter no máximo {max} caracteres, mas tem {length}.',
  'webhook.secret_control_character':
    'secret contém uma quebra de linha ou outro caractere de controle. Copie-o de novo, sem o fim de linha.',
  'webhook.secret_placeholder': 'secret é o texto de exemplo. Copie o verdadeiro do remetente.',
  'webhook.secret_not_base64': 'secret deve ser whsec_ e base64, ou só base64, como o remetente mostra.',
  'webhook.secret_not_hex': 'secret deve ter pelo menos 32 dígitos hexadecimais (0–9, a–f), como o remetente mostra.',
  'webhook.secret_too_short': 'secret deve ter pelo menos {min} bytes em base64.',
  'webhook.secret_is_api_key':
    'secret deve ser o segredo de assinatura do endpoint (whsec_…), mas isto é uma chave de API. Renove a chave se ela ficou exposta.',
  'webhook.preview_choice': 'Envie delivery_id de uma entrega guardada, ou body para experimentar.',
  'webhook.preview_not_id': '{field} deve ser o identificador de uma entrega guardada.',
  'webhook.no_mapping': 'Este webhook ainda não tem mapeamento. Envie o que quer experimentar em mapping.',
  'signature.not_header':
    '{field} deve ser o nome de um cabeçalho, por exemplo X-Signature, de no máximo {max} caracteres.',
  'signature.header_required': '{field} é obrigatório. Envie o nome do cabeçalho com a assinatura.',
  'signature.not_ascii': '{field} deve ter no máximo {max} caracteres ASCII visíveis ou espaços.',
  'signature.timestamp_in_header':
    '{field} é o cabeçalho da assinatura. Omita-o, e escreva prefix com {place} dentro, por exemplo "{example}".',
  'signature.id_header_shared': '{field} deve ser um cabeçalho próprio.',
  'signature.place_once': '{field} deve conter {place} uma vez.',
  'signature.prefix_end': '{field} precisa de texto entre {place} e a assinatura.',
  'signature.timestamp_in_prefix': '{field} não tem utilidade quando prefix contém {place}.',
  'signature.other_braces': '{field} pode conter {places}, mas não outras chavetas.',
  'signature.unsigned_prefix':
    '{field} deve conter {place}: o que não é assinado não prova nada. Ou retire-o de prefix.',
  'signature.unsigned_header': '{field} deve conter {place}: o que não é assinado não prova nada. Ou omita {header}.',
  'signature.header_for_place': '{field} é obrigatório, porque o modelo contém {place}.',
  'signature.tolerance_unused': '{field} precisa de {place} no modelo.',
  'signature.gap': '{field} precisa de texto entre {first} e {second}, para que nenhum passe pelo outro.',
  'signature.gap_or_tolerance':
    '{field} precisa de texto entre {first} e {second}, para que nenhum passe pelo outro, ou defina tolerance_seconds.',
  'mapping.no_first_name':
    '{field} deve ter first_name, de que todo contato precisa. Indique onde está, por exemplo {example}, ou escolha um modelo.',
  'mapping.too_many_extra': '{field} deve ter no máximo {max} campos adicionais, mas tem {count}.',
  'mapping.not_equals': '{field} deve ser uma lista de 1 a {max} strings de 1 a {length} caracteres.',
  'mapping.not_values': '{field} deve ser um ponteiro ou uma lista de 1 a {max}.',
  'mapping.too_many_fields': '{field} deve ter no máximo {max} campos, mas tem {count}.',
  'mapping.field_name': 'Os nomes em {path} devem ter de 1 a {max} caracteres, e não ser __proto__.',
  'mapping.too_many_rules': '{field} deve ter no máximo {max} alternativas, mas tem {count}.',
  'mapping.one_kind': '{field} deve ter exatamente um de pointer, answer e constant.',
  'mapping.constant_take': '{field} não tem significado em uma constante. Omita-o.',
  'mapping.not_constant': '{field} deve ser uma string de 1 a {max, number} caracteres, um número ou um booleano.',
  'pointer.missing': '{field} deve ser um JSON Pointer, por exemplo /form/email, mas está ausente.',
  'pointer.not_text': '{field} deve ser um JSON Pointer, por exemplo /form/email, mas é {found}.',
  'pointer.too_long': '{field} deve ter no máximo {max} caracteres. É um JSON Pointer (RFC 6901).',
  'pointer.no_slash': '{field} deve começar com “/”, por exemplo /form/email. É um JSON Pointer (RFC 6901).',
  'pointer.tilde': '{field} tem um “~” que não é nem ~0 (para ~) nem ~1 (para /). É um JSON Pointer (RFC 6901).',
  'pointer.too_deep': '{field} deve ter no máximo {max} segmentos. É um JSON Pointer (RFC 6901).',
}
