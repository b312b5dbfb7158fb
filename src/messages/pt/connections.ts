import type { connections as english } from '../en/connections.ts'
import type { Translation } from '../translation.ts'

export const connections: Translation<typeof english> = {
  'connection.app_password_required':
    '{field} é obrigatório: uma senha de aplicativo criada em {network}, com no máximo {max} caracteres.',
  'connection.token_required':
    '{field} é obrigatório: um token de acesso criado em {network}, com no máximo {max} caracteres.',
  'connection.handle_not_needed': '{network} pergunta por si mesmo de que conta se trata. Omita handle.',
  'connection.handle_required': '{field} é obrigatório: o nome da conta em {network}.',
  'connection.handle_invalid': '{field} deve ser o nome da conta em {network}, sem espaços.',
  'connection.one_server': '{network} tem um só servidor. Omita service_url.',
  'connection.not_server': '{field} deve ser o endereço do {server}, por exemplo {example}. {problem}',
  'connection.approved_elsewhere':
    '{field} deve ser um de {choices}. As contas das outras redes são aprovadas em um navegador: POST /v1/connections/links.',
  'connection.other_format': '{network} usa publicações do formato {format}. Omita platform, ou envie {format}.',
  'connection.needs_app_password':
    'As contas de {network} são conectadas com uma senha de aplicativo: POST /v1/connections/sign-in.',
  'connection.not_kind': '{field} deve ser member ou organization.',
  'connection.no_pages': '{field} organization existe apenas para professional: as páginas do LinkedIn.',
  'connection.not_found': 'Não há nenhuma conexão com este identificador. A lista está em GET /v1/connections.',
  'connection.not_default': 'default deve ser true. Para mudar a conta padrão, envie isto para outra conta.',
  'connection.no_app':
    'Ainda não há nenhum aplicativo para {network}. Um proprietário o configura no painel, em Configurações, Redes; ou defina {prefix}_CLIENT_ID e {prefix}_CLIENT_SECRET e reinicie o Doorpost. Para experimentar sem ele: {command}.',
  'connection.no_pages_app':
    'Ainda não há nenhum aplicativo para páginas em {network}. Um proprietário o configura no painel, em Configurações, Redes; ou defina {prefix}_CLIENT_ID e {prefix}_CLIENT_SECRET e reinicie o Doorpost. Para experimentar sem ele: {command}.',
  'connection.no_document':
    'O Doorpost não tem esse aplicativo aqui. Ele é criado quando a primeira conta é conectada por aprovação.',
  'connection.unreachable': 'Não foi possível contatar o {server} desta conta de {network}: {problem}',
  'service.server': 'servidor',
  'service.pds': 'PDS',
  'connect.done': '{network} está conectado',
  'connect.posts_on': 'O Doorpost já pode publicar em:',
  'connect.sandbox': 'Este é o ambiente de testes: nada do que se publica nele é público.',
  'connect.close_page': 'Já pode fechar esta página.',
  'connect.page': 'página',
  'connect.new_link': 'Crie um novo link no painel, em Configurações.',
  'connect.nothing_connected': 'Nenhuma conta foi conectada.',
  'connect.used': 'Já foi usado, ou está incompleto. Um link funciona uma só vez.',
  'connect.expired_link': 'Este link expirou',
  'connect.lifetime': 'Um link funciona durante {minutes} minutos. Nenhuma conta foi conectada.',
  'connect.wrong_browser': 'Este é outro navegador',
  'connect.other_browser':
    'A aprovação foi iniciada em outro navegador, ou os cookies estão desativados. Nenhuma conta foi conectada.',
  'connect.one_browser': 'Abra o link e aprove no mesmo navegador.',
  'connect.not_set_up': '{network} não está configurado',
  'connect.no_app':
    'O Doorpost ainda não tem nenhum aplicativo para contas desta rede. Um proprietário o configura no painel, em Configurações, Redes.',
  'connect.no_pages_app':
    'O Doorpost ainda não tem nenhum aplicativo para páginas desta rede. Um proprietário o configura no painel, em Configurações, Redes.',
  'connect.denied': 'A aprovação não foi dada',
  'connect.declined': '{network} informa que a aprovação foi recusada. Nenhuma conta foi conectada.',
  'connect.refused': '{network} recusou',
  'connect.check_app':
    'Verifique o aplicativo em Configurações, Redes: o identificador e o segredo, o endereço de redirecionamento e as permissões.',
  'connect.unavailable': '{network} não respondeu como devia',
  'connect.try_later':
    'Nenhuma conta foi conectada. A plataforma pode ter um problema, ou este servidor pode não conseguir contatá-la. O registro diz mais. Tente de novo em alguns minutos.',
  'account.approval_ended': 'A aprovação da conta terminou. Conecte-a de novo.',
  'account.being_renewed': 'O acesso à conta terminou e está sendo renovado. A publicação sai depois disso.',
  'account.unreadable':
    'A aprovação guardada não pode ser lida com o SECRET_KEY definido. Coloque a chave anterior em SECRET_KEY_OLD, ou conecte a conta de novo.',
  'account.disconnected': 'A conta indicada por esta publicação já não está conectada. Conecte-a de novo.',
  'account.none': 'Nenhuma conta desta plataforma está conectada. Conecte uma, e a publicação segue em frente.',
  'account.sandbox': 'Esta é uma conta do ambiente de testes, e o Doorpost não está agora em modo de testes.',
  'account.real': 'Esta é uma conta real, e o Doorpost está agora em modo de testes: nenhuma publicação sai dele.',
  'account.resume_sandbox':
    'Esta é uma conta do ambiente de testes, e o Doorpost não está agora em modo de testes. Conecte uma real.',
  'account.resume_real':
    'Esta é uma conta real, e o Doorpost está agora em modo de testes. Inicie-o primeiro sem o ambiente de testes.',
  'account.needs_attention': 'A conta precisa de atenção.',
  'account.has_to_wait': 'A plataforma pediu para aguardar.',
  'account.not_renewed':
    '{network} não conseguiu renovar agora o acesso a esta conta. A tentativa se repete automaticamente; enquanto isso, as publicações aguardam se for preciso.',
  'account.renewal_refused':
    '{network} recusa há mais de um dia renovar a aprovação: {refusal} Conecte a conta de novo.',
  'account.renewal_lost':
    '{network} renovou a aprovação em {time}, mas a resposta se perdeu no caminho, e a aprovação antiga só funciona uma vez. Conecte a conta de novo.',
  'account.not_accepted': '{network} já não aceita a aprovação. Conecte a conta de novo.',
  'account.app_changed':
    'O aplicativo para {network} foi alterado, e só o anterior pode renovar esta aprovação. Conecte a conta de novo.',
  'app.not_found': 'Não existe esse aplicativo. A lista está em GET /v1/connections/apps.',
  'app.id_required': '{field} é obrigatório: o identificador que {network} mostra para o aplicativo.',
  'app.secret_required': '{field} é obrigatório: o segredo que {network} mostra para o aplicativo.',
  'app.secret_with_id':
    '{field} é obrigatório com outro client_id: o segredo guardado pertence ao aplicativo anterior.',
  'app.not_text': '{field} deve ter no máximo {max} caracteres, sem espaços.',
  'app.environment':
    '{field} não tem efeito: {settings} estão definidos onde o Doorpost é executado, e prevalecem. Remova-os de lá primeiro.',
  'app.none':
    'Ainda não há nenhum aplicativo configurado para {network}. Introduza primeiro o identificador e o segredo.',
  'app.accepted': '{network} conhece este aplicativo, e o segredo está correto.',
  'app.wrong_secret':
    '{network} conhece o aplicativo, mas não com este segredo. Copie de novo o segredo da página dele. ({words})',
  'app.wrong_meta_id':
    '{network} não conhece este identificador de aplicativo. Copie o que está indicado para {network}: o que está no topo da página da Meta é outro. ({words})',
  'app.wrong_pair':
    '{network} não aceita este identificador com este segredo. Copie ambos de novo da página do aplicativo. ({words})',
  'app.refused': '{network} recusou o aplicativo: {words}',
  'app.no_verdict': '{network} não deu uma resposta clara ({words}). Tente de novo em alguns minutos.',
  'app.unreachable': 'Não foi possível contatar {network}: {problem}',
  'app.no_answer': 'Não houve resposta a tempo. Tente de novo em alguns minutos.',
  'app.unreadable':
    'O segredo guardado não pode ser lido com o SECRET_KEY definido. Introduza-o de novo, ou coloque a chave anterior em SECRET_KEY_OLD.',
  'auth.no_account': 'O link não indica nenhuma conta. Crie um novo, com o identificador (handle) da conta.',
  'auth.app_gone': 'O aplicativo a que este acesso foi dado já não existe. Conecte a conta de novo.',
  'auth.not_renewable': 'Esta aprovação não pode ser renovada.',
  'auth.no_refresh_token': '{network} não deu nenhuma forma de renovar este acesso. Conecte a conta de novo.',
  'auth.new_access_refused':
    '{network} não aceita o novo acesso. Conecte a conta de novo e conceda todas as permissões.',
  'auth.code_refused': '{network} não aceitou a conexão ({words}). Conecte a conta de novo.',
  'auth.connection_refused': '{network} recusou a conexão: {words}. Conecte a conta de novo.',
  'auth.renewal_refused': '{network} não renovou o acesso ({words}). Conecte a conta de novo.',
  'auth.refusal': '{words}.{advice}',
  'bluesky.advice_document':
    ' O servidor tem de conseguir ler o que é o aplicativo em {url}, tal como era quando a conta foi conectada.',
  'bluesky.too_many_sign_ins':
    'Por enquanto, o Bluesky não permite entrar nesta conta: houve tentativas demais. Aguarde {span}.',
  'bluesky.account_password':
    'Esta é a senha da conta, que também pede um código. Crie uma senha de aplicativo nas configurações do Bluesky (Privacidade e segurança, Senhas de aplicativo) e use essa.',
  'bluesky.wrong_password':
    'O Bluesky não aceita este identificador com esta senha de aplicativo. Verifique o identificador, crie uma nova senha de aplicativo nas configurações do Bluesky (Privacidade e segurança, Senhas de aplicativo) e tente de novo.{said}',
  'bluesky.not_pds':
    'O servidor não respondeu como um PDS (status {status}). Verifique o endereço; se estiver certo, tente de novo mais tarde.{said}',
  'bluesky.pds_says': ' O PDS diz: {words}',
  'bluesky.not_handle': '“{name}” não é um identificador. No Bluesky, são como name.bsky.social.',
  'bluesky.handle_moved': 'A conta de {handle} já não usa este identificador. Verifique o identificador.',
  'bluesky.no_such_handle':
    '{host} não conhece nenhuma conta com o identificador {handle}. Verifique o identificador, e indique o PDS se houver um.',
  'bluesky.no_such_account': 'A conta {did} não existe: foi excluída, ou nunca existiu. Verifique o identificador.',
  'bluesky.not_looked_up': 'O Doorpost não consegue procurar {did}. Conecte a conta com uma senha de aplicativo.',
  'bluesky.no_pds': 'A conta {did} não indica nenhum PDS, por isso nada pode ser publicado nela.',
  'bluesky.approval_not_begun':
    '{host} não aceitou o pedido de aprovação ({words}). Ele tem de conseguir contatar este Doorpost no endereço dele para ler o que é o aplicativo. Se não conseguir, conecte a conta com uma senha de aplicativo.',
  'bluesky.begun_elsewhere': 'Esta aprovação não foi iniciada aqui. Conecte a conta de novo.',
  'bluesky.other_issuer': 'Respondeu outro servidor, não aquele a que foi pedida a aprovação. Conecte a conta de novo.',
  'bluesky.other_account': 'A aprovação é para uma conta diferente da indicada. Conecte a conta de novo.',
  'bluesky.too_little_granted':
    'O Bluesky não concedeu aquilo de que o Doorpost precisa para publicar. Conecte a conta de novo e permita tudo.',
  'bluesky.no_approval':
    '{host} não oferece a aprovação em um navegador tal como o Bluesky a define. Conecte a conta com uma senha de aplicativo.',
  'bluesky.no_https_name':
    'O Bluesky só pede aprovação onde o Doorpost tem um endereço https com um nome, ou nesta máquina em 127.0.0.1. Em vez disso, conecte a conta com uma senha de aplicativo.',
  'linkedin.no_page':
    'Esta pessoa não gerencia nenhuma página no LinkedIn. Quem gerencia uma (superadministrador ou administrador de conteúdo) é que tem de conectá-la.',
  'linkedin.pages_hidden':
    'O LinkedIn não deixa este aplicativo ver que páginas a pessoa gerencia. O aplicativo precisa do produto Community Management API com rw_organization_admin.{said}',
  'mastodon.app_not_registered':
    '{host} não registrou um aplicativo para o Doorpost ({words}). Verifique se é um servidor Mastodon.',
}
