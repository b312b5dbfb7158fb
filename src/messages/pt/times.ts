import type { times as english } from '../en/times.ts'
import type { Translation } from '../translation.ts'

export const times: Translation<typeof english> = {
  'time.no_time': '{field} deve ter uma hora depois da data, por exemplo 2026-07-01T09:30:00Z.',
  'time.not_iso': '{field} deve ser uma data e hora ISO 8601 como 2026-07-01T09:30:00Z.',
  'time.no_month': '{field} deve ter um mês de 01 a 12, mas tem {found}.',
  'time.no_day': '{field} deve ser um dia real do calendário, mas {month} tem os dias 01 a {days} e não {found}.',
  'time.no_hour': '{field} deve ter uma hora de 00 a 23, mas tem {found} (meia-noite é T00:00).',
  'time.no_minute': '{field} deve ter minutos de 00 a 59, mas tem {found}.',
  'time.no_second': '{field} deve ter segundos de 00 a 59, mas tem {found}.',
  'time.leap_second':
    '{field} deve ter segundos de 00 a 59, mas tem 60 (um segundo intercalar não pode ser programado).',
  'time.no_offset':
    '{field} deve ter um deslocamento em relação ao UTC entre -23:59 e +23:59, por exemplo +02:00 ou Z.',
  'time.out_of_range': '{field} deve estar entre os anos 1970 e 9999 (em UTC).',
  'time.no_zone': '“{zone}” não é o nome de um fuso horário.',
  'time.skipped': '{time} não existe em {day} em {zone}: os relógios passam de {from} para {to}. Escolha outra hora.',
}
