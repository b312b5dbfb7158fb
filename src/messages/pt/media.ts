import type { media as english } from '../en/media.ts'
import type { Translation } from '../translation.ts'

export const media: Translation<typeof english> = {
  'media.not_found':
    'Não há nenhum arquivo com este identificador. A lista está em GET /v1/media; carregue um com POST /v1/media.',
  'media.bad_name':
    'name deve ser o nome de um arquivo, sem pastas, barras, dois-pontos nem caracteres de controle: harbour.jpg',
  'media.compressed': 'Content-Encoding não é suportado. Envie os bytes do arquivo tal como são.',
  'media.no_file_part':
    'O formulário não tem nenhum arquivo. Envie-o como parte com um nome de arquivo, como faz curl -F file=@harbour.jpg.',
  'media.other_type':
    'Content-Type diz {said}, mas pelos bytes o arquivo é {actual}. Envie Content-Type: {type}, ou omita o cabeçalho.',
  'media.other_type_unnamed':
    'Content-Type diz outra coisa, mas pelos bytes o arquivo é {actual}. Envie Content-Type: {type}, ou omita o cabeçalho.',
  'media.too_large':
    'O arquivo tem mais de {most} MB, o máximo que esta instalação aceita. Envie um menor, ou peça ao administrador da instalação que permita arquivos maiores.',
  'media.no_room':
    'Os arquivos deste espaço de trabalho ocupam {used, number} de {quota, number} MB, e este tem {size, number}. Exclua alguns, ou peça mais espaço ao administrador da instalação.',
  'media.needed':
    'A publicação {post}, programada para {date}, precisa deste arquivo. Retire-o da publicação, ou cancele ou exclua a publicação, e depois exclua o arquivo.',
  'media.deleted_now': 'O arquivo foi excluído neste preciso momento. Envie-o de novo.',
  'media.too_many_uploads':
    'Neste momento há arquivos demais sendo carregados; podem ser enviados até {most} ao mesmo tempo. Tente de novo em alguns segundos.',
  'media.too_many_sent': 'Neste momento há arquivos demais sendo enviados. Tente de novo em alguns segundos.',
  'media.too_many_read': 'Neste momento há arquivos demais sendo lidos. Tente de novo em alguns segundos.',
  'media.no_such_file': 'Não existe aqui esse arquivo. Pode ter sido excluído, ou os seus 30 dias já passaram.',
  'media.private_types': 'imagens, filmes, PDF, textos e documentos de escritório',
  'preview.no_url': 'url é obrigatório: o endereço de uma imagem.',
  'preview.not_shown': 'Esta imagem não pode ser mostrada aqui. Abra o endereço dela para ver o que lá está.',
  'preview.too_many': 'Neste momento há imagens demais sendo buscadas. Tente de novo em um segundo.',
  'file.empty': 'O arquivo está vazio (0 bytes). Envie os bytes do arquivo no corpo.',
  'file.types': 'São aceitos imagens JPEG, PNG, WebP ou GIF, vídeos MP4 ou MOV, e documentos PDF.',
  'file.webm': 'O arquivo é um vídeo WebM, que poucas redes aceitam. {taken}',
  'file.svg': 'O arquivo é um texto SVG ou XML. {taken} Exporte-o como PNG.',
  'file.web_page': 'O arquivo é uma página web, não uma imagem. {taken}',
  'file.heic': 'O arquivo é uma imagem HEIC ou AVIF, que poucas redes aceitam. {taken} Salve-o como JPEG.',
  'file.unknown': 'Os primeiros bytes do arquivo não correspondem a nenhum tipo aceito. {taken}',
  'file.too_many_pixels': 'O arquivo tem {width} × {height} pixels, e o máximo são {most} milhões. Reduza-o.',
  'file.no_video_size':
    'O arquivo começa como um {type}, mas não tem faixa de vídeo cujo tamanho possa ser lido. Salve-o ou exporte-o de novo, e envie esse arquivo.',
  'file.no_size':
    'O arquivo começa como um {type}, mas não é possível ler o seu tamanho. Salve-o ou exporte-o de novo, e envie esse arquivo.',
  'file.cut_off':
    'O arquivo começa como um {type}, mas termina cedo demais: falta uma parte. Envie o arquivo inteiro; se estiver danificado, exporte-o de novo.',
  'file.broken_parts':
    'O arquivo começa como um {type}, mas as partes não se seguem umas às outras. Salve-o ou exporte-o de novo, e envie esse arquivo.',
  'file.no_picture':
    'O arquivo começa como um {type}, mas não contém nenhuma imagem. Salve-o ou exporte-o de novo, e envie esse arquivo.',
  'file.too_many_parts':
    'O arquivo começa como um {type}, mas tem partes demais. Salve-o ou exporte-o de novo, e envie esse arquivo.',
  'file.no_header':
    'O arquivo começa como um {type}, mas falta-lhe o cabeçalho. Salve-o ou exporte-o de novo, e envie esse arquivo.',
  'file.bomb':
    'O arquivo começa como um {type}, mas uma parte se descompacta para muitas vezes o seu tamanho, o que serve para sobrecarregar programas. Salve-o de novo sem metadados.',
  'file.no_index':
    'O arquivo começa como um {type}, mas falta-lhe o índice (moov): a gravação não foi concluída. Salve-o ou exporte-o de novo, e envie esse arquivo.',
  'file.too_large': 'O arquivo tem mais de {max} bytes.',
  'file.lost': 'O arquivo já não está guardado. Carregue-o de novo.',
  'file.store_away':
    'O armazenamento de arquivos não responde neste momento. A publicação aguarda, e a tentativa se repete automaticamente.',
  'file.not_shrunk':
    'Uma imagem é maior do que a rede aceita e não pôde ser reduzida neste momento. A tentativa será repetida.',
  'file.unreadable':
    'O arquivo de mídia não pode ser lido. Verifique se o endereço é público, abre sem iniciar sessão, e leva ao próprio arquivo.',
  'file.unreadable_because': 'O arquivo de mídia não pode ser lido. {problem}',
  'file.wrong_status': 'O servidor do arquivo de mídia respondeu com o status {status} em vez do arquivo.',
  'file.wrong_range': 'O servidor do arquivo de mídia responde mal a pedidos de intervalo (range).',
  'file.not_media':
    'A URL de mídia não leva a um arquivo JPEG, PNG, GIF, WebP, MP4, MOV, WebM, PDF, MP3, Ogg, FLAC, WAV ou M4A.',
  'store.away': 'O armazenamento de arquivos não responde: {problem}',
  'store.answered': 'O armazenamento de arquivos respondeu a {method} com {status}.',
  'store.answered_code': 'O armazenamento de arquivos respondeu a {method} com {status} {code}.',
  'store.no_bucket':
    'O arquivo está em um bucket que já não está configurado aqui. Peça ao administrador da instalação que o configure de novo.',
  'store.try_again':
    'O armazenamento de arquivos não responde, por isso nada foi guardado nem alterado. Tente de novo em alguns segundos; se persistir, o administrador da instalação encontra o motivo com “{command}”.',
  'store.bucket_away':
    'O bucket de arquivos não responde, por isso os arquivos são recusados. Verifique S3_ENDPOINT; doctor diz mais.',
  'disk.refused':
    'O disco dos arquivos {problem}, por isso nada foi guardado. Avise o administrador da instalação, e depois envie o arquivo de novo.',
  'disk.refuses_files':
    'O disco dos arquivos {problem}, por isso os arquivos são recusados. Verifique DATA_DIR; doctor diz mais.',
  'disk.full': 'está cheio',
  'disk.closed': 'não permite gravação',
  'disk.too_many_open': 'não pode ser aberto, porque há arquivos abertos demais',
  'disk.errors': 'informa erros',
  'disk.unusable': 'não pode ser usado',
  'fetch.private_bucket':
    'O armazenamento de arquivos ({url}) não é público, por isso o Threads e o Instagram não podem buscar nele os arquivos carregados. Use um que possa ser acessado pela internet.',
  'fetch.private_address':
    'O endereço desta instalação ({url}) não é público, por isso o Threads e o Instagram não podem buscar os arquivos carregados. O administrador da instalação pode configurar um endereço https público, ou um bucket para os arquivos.',
  'fetch.plain_http':
    'O endereço desta instalação ({url}) é http simples, e o Threads e o Instagram só buscam arquivos por https. O administrador da instalação pode configurar um endereço https público, ou um bucket para os arquivos.',
}
