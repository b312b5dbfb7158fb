import type { users as english } from '../en/users.ts'
import type { Translation } from '../translation.ts'

export const users: Translation<typeof english> = {
  'sign_in.wrong_password': 'O endereço de e-mail ou a senha está errado. Verifique ambos, ou defina uma nova senha.',
  'sign_in.wrong_own_password': 'A senha está errada. Escreva aquela com que iniciou sessão.',
  'sign_in.wrong_code':
    'Este código está errado, é antigo demais, ou já foi usado. Use o que o aplicativo mostra agora.',
  'sign_in.wrong_backup_code': 'Este código de reserva está errado ou já foi usado. Use outro.',
  'sign_in.start_again': 'Este início de sessão terminou. Comece de novo com o endereço de e-mail e a senha.',
  'sign_in.no_second_factor': 'O segundo fator não está configurado. Comece com POST /v1/auth/totp.',
  'sign_in.second_factor_on': 'O segundo fator já está ativado. Desative-o primeiro para configurá-lo de novo.',
  'sign_in.begun_twice': 'A configuração foi iniciada duas vezes ao mesmo tempo. Inicie-a de novo.',
  'sign_in.wrong_new_passkey': 'Não foi possível adicionar a chave de acesso. Peça novas opções e tente de novo.',
  'sign_in.wrong_passkey':
    'Esta chave de acesso não serve. Tente de novo ou use outra, ou inicie sessão com o endereço de e-mail e a senha.',
  'sign_in.no_passkey_options': 'Peça primeiro novas opções: elas valem por cinco minutos, e uma só vez.',
  'sign_in.no_origin': 'As chaves de acesso só funcionam a partir do painel: o pedido não tem um Origin nosso.',
  'sign_in.not_fresh':
    'Para isto, é preciso ter iniciado sessão no último dia. Termine a sessão, inicie-a de novo, e faça-o então.',
  'sign_in.account_removed': 'A sua conta foi removida da equipe.',
  'sign_in.too_many_codes':
    'Códigos errados demais para esta conta. Espere um quarto de hora, e inicie sessão de novo.',
  'sign_in.too_many_people': 'Há pessoas demais iniciando sessão neste momento. Tente de novo em 5 segundos.',
  'sign_in.one_factor': 'Envie code ou backup_code, não ambos.',
  'code.not_six_digits': 'code deve ser os seis dígitos que o aplicativo mostra.',
  'passkey.wrong_response':
    '{field} deve ser o que o navegador deu para a chave de acesso, como objeto JSON com id e response.',
  'passkey.not_found':
    'Não há nenhuma chave de acesso sua com este identificador. A lista está em GET /v1/auth/passkeys.',
  'session.not_found': 'Não há nenhuma sessão sua com este identificador. A lista está em GET /v1/auth/sessions.',
  'password.required': '{field} é obrigatório.',
  'password.too_long': '{field} deve ter no máximo {max} caracteres.',
  'password.too_short': '{field} deve ter pelo menos {min} caracteres. Uma frase é fácil de lembrar.',
  'password.same_as_email': '{field} não deve ser o endereço de e-mail.',
  'user.email_characters':
    "{field} só pode ter, para iniciar sessão, letras de a a z, dígitos e . _ '' + -. Use outro endereço.",
  'user.name_lines': '{field} deve ter uma só linha.',
  'setup.done_already':
    'Esta instalação já está configurada. Inicie sessão, ou peça um convite a um proprietário da equipe.',
  'setup.wrong_link':
    'Este link de configuração não funciona: tem mais de um dia, ou foi criado um mais recente. Reinicie o Doorpost, ou execute “{command}”; ambos mostram um novo.',
  'reset.wrong_link':
    'Este link não funciona: foi usado, foi criado um mais recente, ou tem mais de uma hora. Peça um novo.',
  'reset.no_mail': 'Esta instalação não envia e-mails. Peça um link ao administrador dela: “{command}” mostra um.',
  'team.last_owner': 'Este é o último proprietário da equipe. Nomeie primeiro outro proprietário.',
  'team.known_address': 'Já há alguém com este endereço na equipe. Mude antes a função dessa pessoa.',
  'team.not_owner': 'Já não tem a função de proprietário da equipe. Peça a um dos proprietários que o faça.',
  'team.no_member': 'Não há ninguém com este identificador na equipe. A lista está em GET /v1/team.',
  'invitation.wrong_link':
    'Este convite não funciona: foi usado ou retirado, ou tem mais de uma semana. Peça um novo a um proprietário da equipe.',
  'invitation.not_found': 'Não há nenhum convite com este identificador. A lista está em GET /v1/team/invitations.',
  'key.revoked': 'Esta chave de API foi revogada. Crie uma nova e use-a no lugar dela.',
  'key.expired': 'Esta chave de API expirou. Crie uma nova e use-a no lugar dela.',
  'key.replaced': 'Esta chave de API foi renovada, e o segredo anterior terminou. Use o novo.',
  'key.not_live': 'Esta chave foi revogada ou expirou. Crie uma nova.',
  'key.unknown': 'Esta chave de API não é conhecida aqui. Verifique se foi copiada por inteiro, ou crie uma nova.',
  'key.malformed':
    'Esta não é uma chave de API do Doorpost, ou um dos caracteres está errado. Ela começa com svc_pk_ e tem 45 caracteres.',
  'key.name_taken': 'Já há uma chave chamada “{name}”. Revogue-a primeiro, ou escolha outro nome.',
  'key.not_found': 'Não há nenhuma chave de API com este identificador. A lista está em GET /v1/keys.',
  'key.expires_in_past': '{field} deve estar no futuro. Omita-o para uma chave que não expire.',
  'key.scopes_not_list': '{field} deve ser um array de permissões, mas é {found}.',
  'key.no_scopes': '{field} deve ter pelo menos uma permissão. Escolha entre {known}; omita-o para todas.',
  'key.unknown_scope': '{field} não é uma permissão: scope desconhecido {scope}. Escolha entre {known}.',
  'key.not_scope': '{field} não é uma permissão: {found}. Escolha entre {known}.',
  'removal.not_found':
    'Não há nenhuma exclusão sua com este identificador: foi feita ou desfeita. A lista está em GET /v1/removals.',
  'removal.wrong_records': '{field} deve ser um array de 1 a {max} registros, mas é {found}.',
  'removal.wrong_id': '{field} deve ser o identificador de um registro, um UUID.',
  'removal.changed': 'O item mudou enquanto esperava para ser excluído, por isso ainda existe.',

  'stream.too_many_of_key':
    'Uma chave de API pode ter {most} fluxos abertos. Feche um, ou tente de novo em {seconds} segundos.',
  'stream.too_many_of_person':
    'Uma pessoa pode ter {most} fluxos abertos. Feche um, ou tente de novo em {seconds} segundos.',
  'stream.too_many':
    'Este servidor mantém no máximo {most} fluxos abertos. Feche um, ou tente de novo em {seconds} segundos.',
  'stream.wrong_accept': 'Accept deve indicar text/event-stream: a resposta é um fluxo que não termina.',
  'stream.wrong_place': '{field} deve ser o identificador de uma mensagem anterior deste fluxo, inalterado.',
}
