import type { publishing as english } from '../en/publishing.ts'
import type { Translation } from '../translation.ts'

export const publishing: Translation<typeof english> = {
  'publishing.not_out': 'Uma pessoa verificou: não foi publicada. Tente de novo, ou deixe-a como está.',
  'publishing.cancelled': 'Cancelada por uma pessoa.',
  'publishing.account_was_away':
    'A conta esteve ausente mais tempo do que a tolerância de atraso. Publique agora, ou defina uma nova data.',
  'publishing.missed':
    'A hora dela passou há {span}, mais do que a tolerância de atraso permite, por isso não foi enviada automaticamente. Publique agora, ou defina uma nova data.',
  'publishing.unread':
    'Foi enviada, mas não se sabe se saiu. {problem} O Doorpost verifica quando a conta puder ser usada de novo. Ou veja lá por conta própria, e resolva.',
  'publishing.closed': 'Nada é enviado neste momento. {problem}',
  'reason.stored': '{said}',
  'publishing.no_app':
    'Já não há nenhum aplicativo configurado para publicações de {platform}. Um proprietário o configura em Configurações, Redes; depois a publicação sai.',
  'publishing.unread_without_app':
    'Foi enviada, mas não se sabe se saiu. Já não há nenhum aplicativo configurado para publicações de {platform}. Um proprietário o configura em Configurações, Redes; depois o Doorpost verifica.',
  'publishing.hidden_repeat': 'A plataforma recusa a publicação porque já tem a mesma, mas não a mostra. Veja lá.',
  'publishing.not_asked':
    'Não foi possível perguntar à plataforma se a publicação saiu ({class}). Veja a conta, e resolva.',
  'publishing.sent_in_vain': 'Foi enviada {sends} vezes sem efeito. Verifique a conta, e tente de novo.',
  'publishing.answer_unreadable': 'O Doorpost não conseguiu ler a resposta.',
  'publishing.answer_lost': 'A resposta da plataforma se perdeu. O Doorpost verifica se a publicação saiu.',
  'publishing.not_prepared': 'O Doorpost não conseguiu preparar a publicação. A tentativa será repetida.',
  'publishing.not_marked': 'Não é possível gravar em DATA_DIR, por isso nada foi enviado. A tentativa será repetida.',
  'publishing.other_id': 'A plataforma respondeu com o identificador de outra publicação ({id}).',
  'publishing.not_renewed': 'A aprovação da conta não pôde ser renovada neste momento. A tentativa será repetida.',
  'publishing.unchecked':
    'A base de dados foi restaurada a um estado anterior, e não foi possível procurar esta publicação. Verifique a conta, e indique se ela está lá.',
  'publishing.no_words': 'A publicação não tem palavras pelas quais procurá-la.',
  'publishing.look_unreadable': 'O Doorpost não conseguiu ler a resposta da plataforma.',
  'publishing.no_post': 'Não há nenhuma publicação com este identificador. A lista está em GET /v1/posts.',
  'publishing.id_taken': 'Este platform_id pertence a outra publicação.',
  'publishing.outcome_required': '{field} é obrigatório. Envie published ou not_published.',
  'publishing.not_paused': 'A publicação automática não está em pausa.',
  'publishing.is_published':
    'A publicação já saiu, por isso {action, select, publish {não pode ser publicada agora} retry {não pode ser tentada de novo} cancel {não pode ser cancelada} other {não pode ser resolvida}}.',
  'publishing.is_unconfirmed':
    'Não é certo que a publicação tenha saído, por isso {action, select, publish {não pode ser publicada agora} retry {não pode ser tentada de novo} cancel {não pode ser cancelada} other {não pode ser resolvida}}. Veja a conta, e depois POST {path}.',
  'publishing.under_way':
    'A publicação está sendo enviada neste momento, por isso {action, select, publish {não pode ser publicada agora} retry {não pode ser tentada de novo} cancel {não pode ser cancelada} other {não pode ser resolvida}}. Aguarde um momento e veja de novo.',
  'publishing.wrong_state':
    'Uma publicação no estado {state} {action, select, publish {não pode ser publicada agora} retry {não pode ser tentada de novo} cancel {não pode ser cancelada} other {não pode ser resolvida}}.',
  'state.none': 'rascunho',
  'state.waiting': 'agendada',
  'state.preparing': 'em preparação',
  'state.sending': 'sendo enviada',
  'state.confirming': 'em verificação',
  'state.deferred': 'adiada',
  'state.held': 'retida',
  'state.missed': 'perdida',
  'state.failed': 'com falha',
  'state.cancelled': 'cancelada',
  'state.unconfirmed': 'não confirmada',
  'state.published': 'publicada',
  'step.sending': 'Enviada para {network}',
  'step.token_refreshed': 'A aprovação da conta foi renovada',
  'step.outcome_unknown': 'Sem resposta clara. Verifica-se em {network} se a publicação saiu',
  'step.looked_found': 'Verificado: está em {network}',
  'step.looked_absent': 'Verificado: não está em {network}',
  'step.looked_not_seen': 'Verificado: ainda não pode ser vista',
  'step.looked_cannot_tell': 'Verificado: {network} não diz',
  'step.looked_failed': 'Verificado: não foi possível ler {network}',
  'step.account_unreadable': 'A conta não pode ser lida: verifica-se quando puder',
  'step.sending_again': 'Nada saiu, por isso é enviada de novo',
  'step.too_late': 'Não enviada, porque demorou demais para começar. Recomeça',
  'step.repeat': 'Recusada por ser repetida. {look}',
  'step.published': '{network} a publicou',
  'step.failed': 'Terminado: não publicada',
  'step.retry': 'Terminado: nova tentativa mais tarde',
  'step.deferred': 'Terminado: adiada',
  'step.held': 'Terminado: retida',
  'step.unconfirmed': 'Terminado: precisa de atenção',
  'step.cancelled': 'Cancelada por uma pessoa',
  'group.left_cancelled':
    'A publicação está cancelada, e continua assim quando o grupo muda. Altere-a ou publique-a à parte.',
  'installation.other_installation':
    'DATA_DIR pertence a outra instalação que não a desta base de dados. Pode haver publicações públicas que esta base de dados julga não enviadas.',
  'installation.older_database':
    'A base de dados contou {counted} envios, mas foram feitos {sent}: ela foi restaurada de uma cópia de segurança, ou perdeu as alterações mais recentes. Pode haver publicações públicas que esta base de dados julga não enviadas.',
  'installation.other_server':
    'A base de dados está em outro servidor, ou foi criada de novo: ela foi restaurada ou clonada. Pode haver publicações públicas que esta base de dados julga não enviadas.',
  'installation.failover':
    'O servidor da base de dados foi promovido ou restaurado a um momento anterior, e pode ter perdido as alterações mais recentes. Pode haver publicações públicas que esta base de dados julga não enviadas.',
  'installation.copied_data_folder':
    'DATA_DIR é uma cópia: foi restaurado, movido ou clonado. Pode haver publicações públicas que esta base de dados julga não enviadas.',
  'installation.unknown_data_folder':
    'DATA_DIR está vazio, mas a base de dados enviou publicações, e nenhum outro nó da instalação responde por ela: pode ser um clone ou uma cópia de segurança restaurada. Pode haver publicações públicas que esta base de dados julga não enviadas.',
  'installation.restored_backup':
    'A base de dados foi restaurada da cópia de segurança de {created}. Pode haver publicações públicas que esta base de dados julga não enviadas.',
  'installation.failover_unconfirmed':
    'O servidor da base de dados foi substituído. Aguarda-se que todos os workers confirmem que nenhum envio se perdeu.',
  'installation.unconfirmed':
    'DATA_DIR está vazio. Aguarda-se que outro nó da instalação confirme que esta base de dados é a correta.',
  'installation.data_dir_not_writable':
    'Não é possível gravar em DATA_DIR ({folder}) ({error}). Nada é enviado, porque uma restauração da base de dados passaria despercebida. Libere espaço no disco, ou permita que esta conta do sistema grave lá.',
  'installation.clock_ahead':
    'O relógio desta máquina está {span} adiantado em relação ao da base de dados. Este nó não publica nem elimina nada até que isso seja corrigido. Acerte o relógio da máquina, por exemplo com NTP.',
  'installation.clock_behind':
    'O relógio desta máquina está {span} atrasado em relação ao da base de dados. Este nó não publica nem elimina nada até que isso seja corrigido. Acerte o relógio da máquina, por exemplo com NTP.',
}
