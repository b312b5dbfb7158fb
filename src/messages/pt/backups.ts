import type { backups as english } from '../en/backups.ts'
import type { Translation } from '../translation.ts'

export const backups: Translation<typeof english> = {
  'backup.under_way':
    'Já está sendo feita uma cópia de segurança. Aguarde até que termine: `in_progress` indica o andamento.',
  'backup.abandoned':
    'O processo terminou antes de a cópia de segurança ficar pronta. Se terminou por si só, consulte o registro dele. Faça uma cópia agora, ou aguarde a próxima programada.',
  'backup.see_log': 'O registro do worker indica o motivo.',
  'backup.never_made':
    'Nenhuma foi feita. Verifique se há um processo em execução com ROLE all ou worker, e o registro dele.',
  'backup.overdue':
    'A última foi feita há {span}. Verifique se há um processo em execução com ROLE all ou worker, e o registro dele.',
  'backup.no_tables':
    'Não há nada para copiar: a base de dados não tem tabelas do Doorpost. Verifique DATABASE_URL e DATA_DIR.',
  'backup.table_locked':
    'Uma tabela está bloqueada, provavelmente porque a base de dados está sendo migrada. Execute o comando de novo quando isso terminar.',
  'backup.being_migrated': 'A base de dados foi migrada neste momento. Execute o comando de novo.',
  'backup.other_key':
    'O SECRET_KEY deste nó não é aquele com que esta base de dados foi configurada ({key}), por isso uma cópia feita com ele não poderia ser aberta. Defina o SECRET_KEY correto, ou não inclua a chave: sem --passphrase-file.',
  'backup.file_exists': '{path} já existe. Escolha outro nome, ou substitua-o com --force.',
  'backup.disk_full':
    'O disco está cheio. Libere espaço, ou grave a cópia em outro disco: {path} não foi criado, e nada restou dele.',
  'backup.not_writable':
    'Não é possível gravar o arquivo ({code}). Escolha uma pasta em que esta conta do sistema possa gravar: {path} não foi criado, e nada restou dele.',
  'backup.short_passphrase':
    'A frase secreta em {origin} tem menos de {min} caracteres. Use uma mais longa, por exemplo com: openssl rand -base64 24',
  'backup.no_passphrase': 'Não é possível ler o arquivo da frase secreta {path} ({code}).',
}
