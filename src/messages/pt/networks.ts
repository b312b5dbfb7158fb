import type { networks as english } from '../en/networks.ts'
import type { Translation } from '../translation.ts'

export const networks: Translation<typeof english> = {
  'network.said': ' {network} diz: {words}',
  'network.access_ended': '{network} já não aceita o acesso a esta conta. Conecte a conta de novo.',
  'network.restricted': '{network} restringiu esta conta. Inicie sessão em {network} e siga o que é pedido.{said}',
  'network.forbidden':
    '{network} não permite que esta conexão faça isso. Conecte a conta de novo e conceda todas as permissões.{said}',
  'network.limit_reached': 'O limite de {network} foi atingido. A tentativa será repetida quando {network} o levantar.',
  'network.refused': '{network} recusou a publicação. Altere-a e tente de novo.{said}',
  'network.unclear':
    '{network} não indicou com clareza se a publicação saiu. Está sendo verificado; não publique de novo à mão.',
  'network.down': '{network} não responde corretamente neste momento. A tentativa será repetida.',
  'network.unreachable': 'Não foi possível contatar {network}. A tentativa será repetida.',
  'network.cut_off':
    'A conexão com {network} caiu antes da resposta. A publicação pode ter saído; está sendo verificado. Não publique de novo à mão.',
  'network.unnamed':
    '{network} aceitou a publicação, mas não indicou onde ela está. Está sendo verificado; não publique de novo à mão.',
  'network.not_understood':
    '{network} respondeu algo que não se entende. Nada foi publicado; a tentativa será repetida.',
  'network.list_unreadable': 'Não foi possível ler a lista de publicações em {network}. A tentativa será repetida.',
  'network.too_many_posts':
    'Desde então, a conta publicou demais para encontrar esta entre as outras. Veja em {network}, e indique se está lá.',
  'network.media_not_uploaded':
    'As mídias desta publicação ainda não foram carregadas. Nada foi publicado; a tentativa será repetida.',
  'network.media_in_progress':
    '{network} ainda está processando as mídias desta publicação. A tentativa será repetida.',
  'network.media_gone':
    '{network} já não tem as mídias carregadas desta publicação. Elas têm de ser carregadas de novo.{said}',
  'network.media_refused':
    '{network} não aceitou um arquivo de mídia desta publicação. Verifique se o arquivo abre, e tente de novo.',
  'network.media_too_large':
    'Um arquivo de mídia é maior do que o servidor desta conta aceita. Reduza-o e tente de novo.{said}',
  'bluesky.forbidden':
    '{network} não permite que esta conexão faça isso. Conecte a conta de novo, por aprovação ou com uma nova senha de aplicativo.{said}',
  'bluesky.media_not_taken':
    '{network} não aceita um dos arquivos de mídia. Reduza-o ou converta-o, e tente de novo.{said}',
  'mastodon.not_found':
    'O servidor Mastodon não encontrou aquilo de que a publicação precisa. Se ela já tinha saído e alguém a excluiu lá, espere uma hora e tente de novo. Caso contrário, verifique se o servidor ainda é um servidor Mastodon.{said}',
  'mastodon.media_failed':
    'O servidor Mastodon não conseguiu processar um arquivo de mídia. Verifique se ele toca ou abre, e tente de novo.',
  'mastodon.media_too_slow':
    'O servidor Mastodon está há meia hora processando um arquivo de mídia. Experimente um menor.',
  'x.out_of_credit':
    'Os créditos da conta de desenvolvedor do X se esgotaram. Compre créditos no console de desenvolvedores do X; até lá, a publicação aguarda.',
  'x.duplicate':
    'O X recusou a publicação porque esta conta publicou o mesmo texto há pouco. Altere o texto, ou espere meio dia.',
  'x.media_failed':
    'O X não conseguiu processar o vídeo ou GIF. Verifique se toca e dura no máximo 140 segundos, e tente de novo.{said}',
  'linkedin.duplicate':
    'O LinkedIn recusou a publicação porque esta conta já publicou a mesma. Altere o texto, ou exclua a primeira publicação e espere um dia ou dois.',
  'linkedin.version_ended':
    'O LinkedIn já não aceita a versão {version} da sua interface. Quem administra este servidor tem de definir uma versão mais recente do LinkedIn; a publicação não se perdeu e não foi publicada.',
  'linkedin.forbidden':
    'O LinkedIn não permite que esta conexão faça isso: falta uma permissão, ou a pessoa já não gerencia a página. Conecte a conta de novo e conceda todas as permissões.{said}',
  'linkedin.media_unusable':
    'O LinkedIn não conseguiu usar as mídias desta publicação. Verifique se o arquivo toca ou abre, e tente de novo.{said}',
  'linkedin.image_failed':
    'O LinkedIn não conseguiu processar uma imagem. Verifique se ela abre e é JPEG, PNG ou GIF, e tente de novo.',
  'linkedin.document_failed':
    'O LinkedIn não conseguiu processar o PDF. Verifique se ele abre sem senha e tem no máximo 300 páginas, e tente de novo.',
  'linkedin.video_failed':
    'O LinkedIn não conseguiu processar o vídeo. Verifique se ele toca e é um MP4 de 3 segundos a 30 minutos, e tente de novo.',
  'linkedin.member_unreadable':
    'O LinkedIn não deixa nenhum aplicativo ler as publicações de uma pessoa. Veja o perfil, e indique se a publicação está lá.',
  'linkedin.page_unreadable':
    'Esta conexão não pode ler as publicações da página. Veja a página, e indique se a publicação está lá.',
  'meta.down': '{network} tem um problema do seu lado. A tentativa se repete automaticamente.',
  'meta.unreachable': 'Não foi possível contatar {network}. A publicação será tentada de novo automaticamente.',
  'meta.wrong_answer': '{network} não respondeu como devia. A publicação será tentada de novo automaticamente.',
  'meta.unclear': 'A resposta de {network} ({words}) não diz se a publicação saiu. Está sendo verificado.',
  'meta.answer_lost': 'A resposta de {network} se perdeu, por isso a publicação pode ter saído. Está sendo verificado.',
  'meta.refused_but_out':
    '{network} recusou a publicação, mas o próprio status indica que ela saiu. Está sendo verificado.',
  'meta.unnamed': '{network} aceitou a publicação sem identificá-la. Está sendo verificado.',
  'meta.already_out': '{network} indica que a publicação já saiu. Está sendo verificado.',
  'meta.not_prepared': 'A publicação ainda não está preparada em {network}.',
  'meta.blocked':
    '{network} bloqueou a ação para proteger a comunidade. Inicie sessão em {network} e veja se a conta tem um aviso.',
  'meta.too_many_calls':
    '{network} não permite mais chamadas para esta conta neste momento. A publicação sai quando forem permitidas de novo.',
  'meta.too_many_posts':
    '{network} não permite mais publicações para esta conta hoje. A publicação sai quando a próxima for permitida.',
  'meta.access_ended': '{network} já não aceita a conexão com esta conta. Conecte a conta de novo.',
  'meta.permission_taken_back': 'A permissão para esta conta foi retirada em {network}. Conecte a conta de novo.',
  'meta.password_changed':
    'A senha da conta de {network} foi alterada, o que terminou a conexão. Conecte a conta de novo.',
  'meta.access_expired': 'A conexão com a conta de {network} expirou. Conecte a conta de novo.',
  'meta.access_stopped': 'A conexão com a conta de {network} foi terminada. Conecte a conta de novo.',
  'meta.forbidden':
    '{network} não permite que esta conexão publique. Conecte a conta de novo e permita tudo o que for pedido.',
  'meta.not_shown':
    '{network} não nos mostra isto: já não existe, ou a conexão não pode vê-lo. Conecte a conta de novo.',
  'meta.restricted':
    '{network} restringiu esta conta. Inicie sessão em {network}, resolva o que é pedido, e publique de novo.',
  'meta.refused': '{network} recusou a publicação: {words}. Altere a publicação, e publique-a de novo.',
  'meta.file_not_fetched':
    '{network} não conseguiu baixar o arquivo. O endereço deve ser público, sem início de sessão, e aberto aos programas da Meta.',
  'meta.file_too_slow':
    '{network} demorou demais para baixar o arquivo. Use um arquivo menor ou um lugar mais rápido para ele.',
  'meta.file_failed':
    '{network} não conseguiu processar o arquivo. Verifique se ele abre e toca, ou carregue-o em outro formato.',
  'meta.file_unreadable': 'Não foi possível ler um arquivo da publicação: {problem}',
  'meta.not_ready': '{network} não terminou de preparar a publicação. A tentativa se repete automaticamente.',
  'meta.forgotten': '{network} já não conhece a publicação preparada. Ela é preparada de novo.',
  'meta.expired': '{network} guarda uma publicação preparada só por um dia, e ela expirou. Ela é preparada de novo.',
  'meta.duplicate': '{network} acabou de publicar a mesma publicação e não a aceita duas vezes.',
  'meta.image_type': '{network} não aceita este tipo de imagem. Use um arquivo JPEG.',
  'meta.image_too_large': '{network} só aceita imagens de até 8 MB. Use um arquivo menor.',
  'meta.image_shape': '{network} não aceita uma imagem desta proporção. Use uma entre 4:5 (vertical) e 1.91:1 (larga).',
  'meta.video_type': '{network} não aceita este tipo de vídeo. Use um arquivo MP4 ou MOV com H.264 e AAC.',
  'meta.text_too_long': 'O texto é longo demais para {network}. Encurte-o, hashtags incluídas.',
  'meta.product_tags': '{network} recusou as etiquetas de produto da publicação. Remova-as, e publique de novo.',
  'meta.media_type': '{network} não conhece este tipo de mídia. Use uma imagem JPEG, ou um vídeo MP4 ou MOV.',
  'meta.carousel': '{network} recusou o carrossel. São precisas 2 a 10 imagens ou vídeos.',
  'meta.cover': 'A imagem de capa do vídeo fica fora do vídeo. Escolha outro momento.',
  'meta.trial_reel': '{network} não permite reels de teste nesta conta. Publique-o como reel normal.',
  'meta.too_many_links':
    '{network} aceita no máximo 5 links diferentes em uma publicação. Remova alguns, e publique de novo.',
  'meta.incomplete':
    '{network} não consegue publicar uma publicação do tipo {kind} com {count, plural, one {# arquivo} many {# arquivos} other {# arquivos}}. Altere a publicação.',
  'meta.post_failed':
    '{network} não conseguiu processar a publicação{cause}. Verifique a publicação, e publique-a de novo.',
  'meta.one_file_failed':
    '{network} não conseguiu processar o arquivo{cause}. Verifique o arquivo, e publique-o de novo.',
  'meta.item_failed':
    '{network} não conseguiu processar o item {item} do carrossel{cause}. Verifique o arquivo, e publique-o de novo.',
  'meta.cause': ': {cause}',
  'meta.cause_late': 'não terminou a tempo',
  'meta.cause_expired': 'expirou antes do tempo',
  'meta.cause_unread': 'não pode ser lido de volta',
  'meta.cause_download': 'o arquivo não pôde ser baixado do endereço',
  'meta.cause_slow_download': 'o arquivo demorou demais para ser baixado',
  'meta.cause_image_size': 'a imagem tem mais de 8 MB',
  'meta.cause_image_type': 'a imagem não é um JPEG',
  'meta.cause_image_shape': 'a imagem tem uma proporção não permitida; é permitido de 4:5 a 1.91:1',
  'meta.cause_media_type': 'o tipo de mídia não é conhecido',
  'meta.cause_video_type': 'o formato de vídeo não é suportado; use MP4 ou MOV com H.264 e AAC',
  'meta.cause_cover': 'a imagem de capa fica fora do vídeo',
  'meta.cause_video_download': 'o vídeo não pôde ser baixado do endereço',
  'meta.cause_sound': 'o som do vídeo não pôde ser processado',
  'meta.cause_video': 'o vídeo não pôde ser processado',
  'meta.cause_video_shape': 'o vídeo tem uma proporção não permitida',
  'meta.cause_bit_rate': 'a taxa de bits do vídeo é alta demais',
  'meta.cause_duration': 'o vídeo é longo demais; são permitidos até 5 minutos',
  'meta.cause_frame_rate': 'o vídeo deve ter de 23 a 60 quadros por segundo',
  'meta.cause_channels': 'o som do vídeo deve ser mono ou estéreo',
  'meta.cause_untold': 'não diz porquê',
}
