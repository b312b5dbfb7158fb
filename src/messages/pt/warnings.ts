import type { warnings as english } from '../en/warnings.ts'
import type { Translation } from '../translation.ts'

export const warnings: Translation<typeof english> = {
  'warning.more_unknown_fields': 'Campos desconhecidos que não constam aqui: {count}. Também não foram guardados.',
  'warning.platform_in_body': 'A plataforma faz parte do caminho ({platform}); a do corpo foi ignorada.',
  'warning.other_text_field':
    'O campo “{name}” não existe em publicações de {platform} e não foi guardado. O texto delas vai em “{text_field}”.',
  'warning.field_of_others': 'O campo “{name}” não existe em publicações de {platform} e não foi guardado.',
  'warning.unknown_field': 'O campo desconhecido {name} não foi guardado.',
  'warning.misspelt_field': 'O campo desconhecido {name} não foi guardado. Quis dizer “{nearest}”?',
  'warning.hashtag_ends': '{network} termina uma hashtag em “{mark}”, por isso #{tag} não será uma só hashtag.',
  'warning.not_handle': '{handle} não pode ser um identificador em {network} ({rule}); ninguém é mencionado.',
  'warning.handle_x': '1 a 15 letras, dígitos, sublinhados',
  'warning.handle_mastodon': 'nome, ou nome@servidor',
  'warning.handle_bluesky': 'um nome com pontos, como name.bsky.social',
  'warning.no_account':
    'Nenhuma conta de {network} está conectada. A publicação está guardada e aguarda; nada sai até que uma seja conectada.',
  'warning.account_expires': 'A aprovação da conta termina em {at}, antes desta data. Conecte a conta de novo até lá.',
  'warning.missed':
    'scheduled_date está no passado. A publicação conta como perdida e aguarda uma pessoa; defina uma nova data para enviá-la.',
  'warning.past': 'scheduled_date está no passado. A publicação sai imediatamente.',
  'warning.repeat':
    '{network} recusa um texto que acabou de ver, e a publicação {id} tem o mesmo com menos de um dia de diferença. Altere o texto ou a data.',
  'warning.not_fetchable': '{network} busca {field} por si mesmo. {problem}',
  'warning.private_host':
    '{field} está em um host privado, que {network} não consegue acessar. Use um endereço público.',
  'warning.no_video_alt_text': '{network} não aceita texto alternativo para vídeos, por isso {field} não é enviado.',
  'warning.alt_text_cut':
    '{network} aceita {max} caracteres de texto alternativo, e {field} tem {length}: o resto é cortado.',
  'warning.not_an_image': '{field} termina em .{ending}, mas media_type {media_type} requer uma imagem.',
  'warning.not_a_video': '{field} termina em .{ending}, mas media_type {media_type} requer um vídeo.',
  'warning.not_media': '{field} termina em .{ending}, que não é nem uma imagem nem um vídeo.',
  'warning.not_media_or_pdf': '{field} termina em .{ending}, que não é nem uma imagem, nem um vídeo, nem um PDF.',
  'warning.one_image_type': '{field} termina em .{ending}, mas {network} só aceita imagens {types}.',
  'warning.image_type': '{field} termina em .{ending}, mas {network} aceita imagens {types}.',
  'warning.video_type': '{field} termina em .{ending}, mas {network} aceita vídeos {types}.',
  'warning.audio_type': '{field} termina em .{ending}, mas {network} aceita sons {types}.',
  'warning.tracked_too_long':
    'Com links rastreados, {field} contaria {used}, e {network} permite {max}, por isso os links saem como estão e não são contados. Encurte o texto.',
  'warning.tagged_too_long':
    'Com links rastreados, {field} contaria {used}, e {network} permite {max}, por isso os links saem como estão e não são contados. Encurte o texto, ou envie track_links "short".',
  'warning.no_short_links': '{problem} Até lá, os links da publicação recebem parâmetros UTM em vez disso.',
  'warning.too_many_links':
    '{field} tem mais de {max} links diferentes. A partir do n.º {next}, saem como estão e não são contados; o primeiro é {link}. Use menos links, ou várias publicações.',
  'text.too_long':
    '{network} permite {max} caracteres, mas {field} com as hashtags acrescentadas tem {length}. Encurte o texto ou envie menos hashtags.',
  'mix.too_many':
    '{network} aceita até {max} imagens ou 1 vídeo em uma publicação, mas media_urls tem {count} arquivos.',
  'mix.moving':
    '{network} aceita até {max} imagens ou 1 vídeo em uma publicação, mas media_urls tem {count} arquivos, {moving} deles vídeo ou áudio.',
  'threads.text_too_long':
    'O Threads conta um emoji pelos seus bytes UTF-8 (a leitura mais rigorosa das regras): content conta {length} de {max} e pode ser recusado. Use menos emojis ou menos texto.',
  'threads.too_many_links': 'O Threads recusa mais de {max} links diferentes, mas content tem {count}.',
  'instagram.too_many_hashtags': 'O Instagram permite {max} hashtags no total, mas caption e hashtags contêm {count}.',
  'instagram.many_hashtags':
    'O Instagram está limitando as publicações a {max} hashtags, mas caption e hashtags contêm {count}. Fique com as {max} que melhor se adequam.',
  'instagram.too_many_mentions': 'O Instagram permite {max} menções, mas caption tem {count}.',
  'instagram.link':
    'No Instagram não se pode clicar nos links das legendas. Crie uma página de links e coloque o endereço dela no perfil: ela mostra os links rastreados das publicações recentes.',
  'linkedin.mixed_videos':
    'O LinkedIn aceita imagens, ou um vídeo, ou um PDF em uma publicação, mas {count} dos {files} arquivos em media_urls são vídeos. Faça várias publicações.',
  'linkedin.mixed_documents':
    'O LinkedIn aceita imagens, ou um vídeo, ou um PDF em uma publicação, mas {count} dos {files} arquivos em media_urls são PDF. Faça várias publicações.',
  'x.text_too_long':
    'O X pondera os caracteres (emojis e muitas escritas contam 2, um link 23): content com as menções acrescentadas tem {length} de {max} e será recusado. Encurte-o.',
  'x.invisible_characters': 'O X recusa os caracteres invisíveis U+FEFF, U+FFFE e U+FFFF. Remova-os.',
  'x.too_many_cashtags': 'O X permite {max} cashtag em uma publicação feita pela sua API, mas content tem {count}.',
  'x.link_costs': 'Com um link, a publicação custa US$ 0,20 em vez de US$ 0,015 no plano de pagamento por uso do X.',
  'x.mixed':
    'O X aceita até {max} imagens, ou 1 GIF, ou 1 vídeo em uma publicação, mas media_urls tem {count} arquivos.',
  'x.mixed_moving':
    'O X aceita até {max} imagens, ou 1 GIF, ou 1 vídeo em uma publicação, mas media_urls tem {count} arquivos, {moving} deles GIF ou vídeo.',
  'bluesky.text_too_long':
    'O Bluesky conta o que as pessoas veem como um só caractere: content com as menções acrescentadas tem {length} de {max} e será recusado. Encurte-o.',
  'bluesky.too_many_bytes':
    'O Bluesky aceita {max} bytes de texto, mas content com as menções acrescentadas tem {bytes}. Encurte-o.',
  'mastodon.text_too_long':
    'O servidor Mastodon permite {max} caracteres (um link conta {link}), mas content com as hashtags e menções acrescentadas tem {length}. Encurte-o.',
}
