import type { files as english } from '../en/files.ts'
import type { Translation } from '../translation.ts'

export const files: Translation<typeof english> = {
  'post_file.number': 'O arquivo {number}',
  'post_file.unknown_kind': 'nem uma imagem nem um vídeo conhecidos',
  'types.and': '{types} e {last}',
  'types.or': '{types} ou {last}',
  'post_file.wrong_image': '{field} é {found}, mas {network} aceita imagens {types}.',
  'post_file.wrong_video': '{field} é {found}, mas {network} aceita vídeos {types}.',
  'post_file.wrong_audio': '{field} é {found}, mas {network} aceita sons {types}.',
  'post_file.wrong_document': '{field} é {found}, mas {network} aceita documentos {types}.',
  'post_file.empty': '{field} está vazio. Substitua-o e tente de novo.',
  'post_file.too_large': '{field} tem {megabytes, number} MB, mas {network} aceita no máximo {max, number} MB.',
  'post_file.too_long': '{field} dura {seconds, number} segundos, mas {network} aceita no máximo {max}.',
  'post_file.reel_too_long': '{field} dura {seconds, number} segundos, mas um reel aceita no máximo {max}.',
  'post_file.too_short': '{field} dura {seconds, number} segundos, mas {network} exige pelo menos {min}.',
  'post_file.too_narrow': '{field} tem {width} pixels de largura, mas {network} exige pelo menos {min}.',
  'post_file.too_many_pixels': '{field} tem {width} × {height} pixels, mas {network} aceita no máximo {max}.',
  'post_file.wrong_shape':
    '{field} tem {width} × {height}, mas {network} aceita proporções de {tallest}:1 a {widest}:1.',
  'post_file.shrunk':
    '{field} tem {megabytes, number} MB e {width} × {height} pixels, mais do que {network} aceita. O Doorpost envia um JPEG menor: direito, sem os dados de lugar e câmera, com as partes transparentes em branco. O próprio arquivo fica como está.',
  'post_file.not_usable': '{field} não pode ser usado como está. {problem}',
  'post_file.no_answer': 'Não houve resposta.',
  'post_file.ended_early': 'O arquivo terminou antes do tempo.',
  'post_file.not_downloaded':
    'Não foi possível baixar o arquivo de mídia {number}: {problem} Verifique se o endereço abre sem iniciar sessão.',
  'post_file.changes':
    'Um arquivo de mídia é diferente a cada download, por isso não pode ser carregado. Coloque o arquivo final em um endereço onde ele não mude, e tente de novo.',
  'reel.too_long': 'O reel dura {seconds, number} segundos, e são permitidos {max}. Use um vídeo mais curto.',
  'reel.unreadable': 'O vídeo não pode ser lido: {problem}',
  'counting.threads': 'O Threads aceita 500 caracteres. Um emoji conta pelos seus bytes, quase sempre 4 ou mais.',
  'counting.instagram': 'O Instagram aceita 2200 caracteres, hashtags incluídas.',
  'counting.linkedin': 'O LinkedIn aceita 3000 caracteres, hashtags incluídas.',
  'counting.x': 'O X aceita 280. Um link conta 23; emojis e caracteres chineses, japoneses ou coreanos contam 2.',
  'counting.bluesky': 'O Bluesky aceita 300. Um emoji conta 1, e um link todos os seus caracteres.',
  'counting.mastodon':
    'Este servidor Mastodon aceita {max, number}. Um link conta {link}; de @name@server só conta @name.',
}
