import type { posts as english } from '../en/posts.ts'
import type { Translation } from '../translation.ts'

export const posts: Translation<typeof english> = {
  'post.not_found':
    'Não há nenhuma publicação com este identificador. A lista está em GET /v1/posts; crie uma com POST /v1/posts/{formats}.',
  'post.not_connection_id':
    '{field} deve ser o identificador de uma conta conectada, um UUID, mas é {found}. A lista está em GET /v1/connections.',
  'post.no_connection':
    'Não há nenhuma conta conectada com este identificador em {format}. A lista está em GET /v1/connections.',
  'post.media_type_required': '{field} é obrigatório. Envie um de {choices}.',
  'post.text_required': '{field} é obrigatório quando media_type é text. Envie uma string não vazia.',
  'post.text_too_long': '{field} deve ter no máximo {max} caracteres, como {network} os conta, mas tem {used}.',
  'post.blank_entry': '{field} não deve estar vazio. Omita a entrada.',
  'post.url_characters':
    '{field} não deve conter espaços em branco, caracteres de controle nem barras invertidas. Use codificação percentual.',
  'post.url_relative': '{field} deve ser uma URL absoluta que comece com https:// ou http://.',
  'post.url_password': '{field} não deve conter nome de acesso nem senha. Use um endereço que não precise deles.',
  'post.alt_texts_not_texts': '{field} deve ser um array de strings ou null, mas é {found}.',
  'post.too_many_alt_texts':
    '{field} tem {count} entradas, mas media_urls tem {files, plural, one {# arquivo} many {# arquivos} other {# arquivos}}. Envie no máximo uma para cada arquivo.',
  'post.too_many_urls': '{field} deve ter no máximo {max} URLs, mas tem {count}.',
  'post.url_required': '{field} é obrigatório. Envie pelo menos 1 URL.',
  'post.urls_not_allowed': '{field} não é permitido quando media_type é {media_type}. Omita-o ou envie null.',
  'post.urls_required': '{field} é obrigatório quando media_type é {media_type}. Envie {wanted}.',
  'post.wrong_url_count': '{field} deve ter {wanted} quando media_type é {media_type}, mas tem {count}.',
  'post.one_url': 'exatamente 1 URL',
  'post.several_urls': 'de {least} a {most} URLs',
  'post.tag_with_sign': '{field} deve ser escrito sem o prefixo {sign}, que é acrescentado ao publicar.',
  'post.tag_with_space':
    '{field} não deve conter espaços em branco. Envie cada item ({list}) como uma entrada própria.',
  'post.too_many_tags': '{field} deve ter no máximo {max} entradas, mas tem {count}.',
  'post.date_required':
    '{field} é obrigatório quando status é scheduled. Envie uma data e hora como 2026-07-01T09:30:00Z.',
  'post.date_not_text': '{field} deve ser uma string como "2026-07-01T09:30:00Z", mas é {found}.',
  'post.date_with_offset':
    '{field} deve ser uma hora local como 2026-07-01T09:30:00 quando time_zone é enviado, mas tem um deslocamento. Retire o deslocamento ou time_zone.',
  'post.local_date_wrong': '{problem} Com time_zone, escreve-se sem Z nem deslocamento.',
  'post.date_impossible': '{field} não é possível: {problem}',
  'post.no_short_links': 'track_links não pode ser short aqui. {problem}',
  'post.is_published':
    'A publicação já saiu e não pode mais ser alterada. Crie uma nova, e exclua esta na plataforma se estiver errada.',
  'post.is_unconfirmed':
    'Não se sabe se a publicação saiu, por isso não pode ser alterada. Veja a conta, e resolva com POST /v1/posts/{id}/resolve.',
  'post.edit_under_way':
    'A publicação está saindo neste momento e não pode ser alterada. Leia-a de novo daqui a pouco para ver como terminou.',
  'post.delete_under_way':
    'A publicação está saindo neste momento e não pode ser excluída. Tente de novo daqui a pouco, quando se souber como terminou.',
  'post.unknown_state': '{field} deve ser um de {states}, ou vários deles separados por vírgulas.',
  'calendar.too_many_days': 'Com by={by}, pode haver no máximo {max} dias, mas de {from} a {to} há {days}.',
  'group.not_found':
    'Não há nenhum grupo de publicações com este identificador. `group_id` de uma publicação indica o seu grupo; crie um com POST /v1/posts.',
  'group.not_shared_text':
    '{field} não é um campo que todas as publicações tenham. O texto de todas se chama aqui content.',
  'group.not_shared': '{field} não é um campo que todas as publicações tenham. O lugar dele é {place}.',
  'group.place_accounts': 'accounts[n].overrides das contas cujas publicações o têm',
  'group.place_overrides': 'overrides, sob o identificador de uma publicação que o tem',
  'group.no_accounts':
    '{field} deve ser uma lista de 1 a {max} entradas como {example}, mas é {found}. A lista de contas está em GET /v1/connections.',
  'group.wrong_account_count':
    '{field} deve ser uma lista de 1 a {max} entradas como {example}, mas tem {count}. A lista de contas está em GET /v1/connections.',
  'group.not_account': '{field} deve ser um objeto como {example}, mas é {found}.',
  'group.misplaced_field': '{field} tem um campo que não pode ter: {name}. Coloque-o em {field}.overrides.',
  'group.unknown_field': '{field} tem um campo que não pode ter: {name}. Omita-o.',
  'group.not_connection_id':
    '{field} deve ser o identificador de uma conta conectada, um UUID. A lista está em GET /v1/connections.',
  'group.no_connection':
    '{field}: não há nenhuma conta conectada com este identificador. A lista está em GET /v1/connections.',
  'group.account_twice': '{field} é outra vez a conta de {first}. Cada conta recebe uma publicação; omita uma delas.',
  'group.overrides_wanted': 'um objeto com os campos que esta publicação tem em vez dos outros',
  'group.too_many_overrides': '{field} deve indicar no máximo {max} publicações, mas indica {count}.',
  'group.override_not_id': '{field} deve ter como nomes identificadores de publicações, mas um é {name}.',
  'group.override_of_stranger':
    '{field}: não há nenhuma publicação com este identificador no grupo. Leia o grupo para ver que publicações ele tem.',
  'group.account_fixed':
    '{path} não pode ter connection_id. Um grupo conserva as suas contas; mude a conta de uma publicação com PATCH /v1/posts/{id}.',
  'group.text_twice': '{path} tem tanto content como {name}, que são a mesma coisa. Envie um deles.',
  'group.media_required':
    '{field} é obrigatório: uma publicação em {network} precisa de pelo menos uma imagem ou um vídeo.',
  'group.at_field': '{field}: {problem}',
  'group.for_post': 'Para {post}: {problem} Altere-o para todas, ou envie outro só para esta publicação em {field}.',
}
