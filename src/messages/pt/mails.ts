import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<typeof english> = {
  'mail.not_set': 'Esta instalação não envia e-mails: nenhum servidor de e-mail está configurado.',
  'mail.give_link': 'Esta instalação não envia e-mails. Faça chegar o link à pessoa por outro meio.',
  'mail.set_up_first':
    'Esta instalação não envia e-mails. Peça ao administrador da instalação que configure um servidor de e-mail, e ative esta opção depois.',
  'mail.not_address': 'Este não é um endereço para onde se possa enviar e-mail.',
  'mail.unreachable': 'Não é possível contatar o servidor de e-mail. Verifique o host e a porta dele.',
  'mail.wrong_password': 'O servidor de e-mail recusa o nome de acesso ou a senha. Corrija-os.',
  'mail.no_encryption':
    'O servidor de e-mail não oferece uma criptografia válida. Verifique o certificado e a porta dele.',
  'mail.timed_out': 'O servidor de e-mail não respondeu a tempo. Verifique se ele funciona, e o host e a porta dele.',
  'mail.broke_off': 'O servidor de e-mail interrompeu a comunicação ({code}).',
  'mail.broke_off_silently': 'O servidor de e-mail interrompeu a comunicação (sem indicar o motivo).',
  'mail.sender_refused':
    'O servidor de e-mail recusa o remetente ({code}). Verifique o endereço de onde saem os e-mails.',
  'mail.address_refused':
    'O servidor de e-mail recusa o endereço do remetente ou do destinatário ({code}). Verifique ambos.',
  'mail.not_taken': 'O servidor de e-mail não aceitou a mensagem ({code}). Tente de novo mais tarde.',
  'mail.stopped': 'O destinatário deixou de subscrever estes e-mails.',
  'mail.workspace_limit':
    'O espaço de trabalho enviou {most} e-mails em um dia. O administrador da instalação pode permitir mais.',
  'mail.client_limit':
    'Um único cliente provocou {most} e-mails desses em um dia. O administrador da instalação pode permitir mais, e verificar se não é um proxy.',
  'mail.domain_limit':
    'Os endereços de um mesmo domínio receberam {most} e-mails desses em um dia. O administrador da instalação pode permitir mais.',
  'mail.form_limit': 'O formulário enviou {most} e-mails em um dia. O administrador da instalação pode permitir mais.',
  'mail.address_limit':
    'O endereço recebeu {most, plural, =1 {um e-mail desses} one {# e-mail desses} many {# e-mails desses} other {# e-mails desses}} em um dia, e não recebe mais: qualquer pessoa poderia tê-lo escrito no formulário.',
  'mail.stale': 'Não pôde ser enviado durante dias, e está desatualizado.',
  'mail.subject_gone': 'Aquilo de que tratava já não existe.',
  'mail.no_auto_reply': 'O formulário já não tem resposta automática.',
  'mail.confirmed_already': 'O endereço já está confirmado.',
  'mail.restored': 'A base de dados foi restaurada de uma cópia de segurança, e isto pode já ter sido enviado antes.',
  'letter.join_subject': 'Entre na equipe no Doorpost',
  'letter.join': '{who} convida você para o espaço de trabalho “{workspace}” no Doorpost, com a função {role}.',
  'letter.join_operator': 'O administrador da instalação',
  'letter.join_end':
    'O link funciona uma só vez, durante sete dias. Quem o tiver pode entrar no seu lugar: não o passe a ninguém.',
  'letter.reset_subject': 'Uma nova senha para o Doorpost',
  'letter.reset': 'Olá, {name}. Com este link, é possível definir uma nova senha para o Doorpost.',
  'letter.reset_end':
    'O link funciona uma só vez, durante uma hora. Se não o pediu, não faça nada: a sua senha fica como está.',
  'letter.lead_subject': 'Novo lead: {name}',
  'letter.lead_subject_of_form': 'Novo lead: {name} ({form})',
  'letter.lead': 'Chegou um novo lead.',
  'letter.lead_of_form': 'Chegou um novo lead por “{form}”.',
  'letter.open_lead': 'Abrir no Doorpost',
  'letter.leads_subject': '{total} novos leads: {workspace}',
  'letter.leads': 'Chegaram {total} novos leads.',
  'letter.more_leads': 'E mais {more}.',
  'letter.see_contacts': 'Ver todos os contatos',
  'letter.first_name': 'Nome',
  'letter.last_name': 'Sobrenome',
  'letter.address': 'Endereço',
  'letter.not_confirmed': 'ainda não confirmado',
  'letter.cut_value': '{start}… (veja o texto completo no Doorpost)',
  'letter.asked': 'Recebe este e-mail porque pediu avisos de novos leads em Configurações, Notificações.',
  'letter.named': 'Recebe este e-mail porque um formulário envia os seus leads para este endereço.',
  'letter.stop': 'Deixar de receber estes e-mails',
  'letter.typed_address':
    'Recebe este e-mail porque este endereço foi escrito em um formulário. Se o pedido não foi seu, pode ignorá-lo.',
  'letter.stop_replies': 'Deixar de receber e-mails como este',
  'letter.opt_in_subject': 'Confirme o seu endereço: {workspace}',
  'letter.opt_in': 'Este endereço foi escrito no formulário “{form}” de {workspace}. O pedido foi seu? Então confirme:',
  'letter.opt_in_end':
    'O link funciona durante {days} dias. Se o pedido não foi seu, não faça nada, e não receberá mais e-mails.',
  'letter.never_ask': 'Nunca mais perguntar a este endereço',
  'letter.week_subject':
    '{leads, plural, one {# lead} many {# leads} other {# leads}}, {clicks, plural, one {# clique} many {# cliques} other {# cliques}}: {workspace}, de {from} a {to}',
  'letter.week': 'Resultados de {workspace} de {from} a {to} (os dias começam e terminam à meia-noite UTC):',
  'letter.week_leads': 'Leads',
  'letter.week_clicks': 'Cliques em links',
  'letter.week_visitors': 'Visitantes',
  'letter.week_same': '{now} (tantos como na semana anterior)',
  'letter.week_more': '{now} (+{difference}, {before} na semana anterior)',
  'letter.week_fewer': '{now} (−{difference}, {before} na semana anterior)',
  'letter.week_posts': 'As publicações que mais trouxeram:',
  'letter.week_no_posts': 'Esta semana, nenhuma publicação trouxe um lead ou um clique por um link rastreado.',
  'letter.week_post':
    '{platform}: {leads, plural, one {# lead} many {# leads} other {# leads}}, {clicks, plural, one {# clique} many {# cliques} other {# cliques}}',
  'letter.week_deleted_post':
    '{leads, plural, one {# lead} many {# leads} other {# leads}}, {clicks, plural, one {# clique} many {# cliques} other {# cliques}} (excluída)',
  'letter.post_without_text': 'Uma publicação sem texto',
  'letter.see_results': 'Ver os resultados no Doorpost',
  'letter.week_asked': 'Recebe este e-mail às segundas-feiras porque o ativou em Configurações, Notificações.',
  'letter.link_cut': 'Não está completo. Abra-o de novo a partir do e-mail, ou copie-o por inteiro.',
  'letter.ask_stop': 'Deixar de receber estes e-mails?',
  'letter.do_stop': 'Sim, deixar de receber estes e-mails',
  'letter.nothing_changed': 'Ainda nada mudou.',
  'letter.done': 'Pronto',
  'letter.stopped': 'Não receberá mais e-mails destes.',
}
