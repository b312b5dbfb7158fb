import type { links as english } from '../en/links.ts'
import type { Translation } from '../translation.ts'

export const links: Translation<typeof english> = {
  'link.not_found':
    'Não há nenhum link com este identificador. A lista está em GET /v1/links; crie um com POST /v1/links.',
  'link.target_space': 'target não deve ter espaços, quebras de linha nem caracteres de controle.',
  'link.target_backslash': 'target não deve ter barras invertidas: os navegadores as leem como barras.',
  'link.target_not_url': 'target deve ser uma URL absoluta que comece com https:// ou http://.',
  'link.target_login': 'target não deve ter nome de acesso nem senha.',
  'link.target_too_long': 'target deve ter no máximo {max} caracteres depois de codificado.',
  'link.target_own':
    'target é um link curto desta instalação, que só contaria duas vezes. Use a página para onde ele leva.',
  'link.in_post':
    'A publicação {post} tem este link no texto, e conta os cliques por ele. Desative o link, ou exclua primeiro a publicação.',
  'link.no_public_address':
    'Os links curtos precisam de um endereço https público, e começariam com {url}. Peça um ao administrador da instalação, ou use parâmetros UTM (utm), que não precisam de nenhum endereço nosso.',
  'link_page.wrong_name':
    'name deve ter de 3 a 40 letras minúsculas, dígitos e hifens, sem hífen no início nem no fim, por exemplo harbour-works.',
  'link_page.name_taken': 'Outro espaço de trabalho tem uma página chamada “{name}”. Escolha outro nome.',
  'link_page.no_name': 'name é obrigatório para que uma página seja mostrada. Envie um, por exemplo harbour-works.',
  'link_page.empty': 'Ainda não há nada aqui. Volte em breve.',
  'visit.unknown_title': 'Este link não funciona',
  'visit.unknown':
    'Nenhum link tem este endereço. Talvez tenha sido copiado só em parte, ou o link tenha sido excluído depois.',
  'visit.unknown_check': 'Verifique-o onde o encontrou: cada caractere conta, e também as maiúsculas e minúsculas.',
  'visit.disabled_title': 'Este link já não é usado',
  'visit.disabled': 'A pessoa que o publicou o desativou. Procure um mais recente onde o encontrou.',
  'visit.away_title': 'Este link não pode ser aberto neste momento',
  'visit.away': 'Tente de novo dentro de um minuto, por favor.',
}
