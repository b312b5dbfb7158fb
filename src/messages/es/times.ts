import type { times as english } from '../en/times.ts'
import type { Translation } from '../translation.ts'

export const times: Translation<typeof english> = {
  'time.no_time': '{field} debe tener una hora después de la fecha, por ejemplo 2026-07-01T09:30:00Z.',
  'time.not_iso': '{field} debe ser una fecha y hora ISO 8601 como 2026-07-01T09:30:00Z.',
  'time.no_month': '{field} debe tener un mes de 01 a 12, pero tiene {found}.',
  'time.no_day': '{field} debe ser un día real del calendario, pero {month} tiene los días 01 a {days} y no {found}.',
  'time.no_hour': '{field} debe tener una hora de 00 a 23, pero tiene {found} (medianoche es T00:00).',
  'time.no_minute': '{field} debe tener minutos de 00 a 59, pero tiene {found}.',
  'time.no_second': '{field} debe tener segundos de 00 a 59, pero tiene {found}.',
  'time.leap_second':
    '{field} debe tener segundos de 00 a 59, pero tiene 60 (un segundo intercalar no se puede programar).',
  'time.no_offset': '{field} debe tener un desfase respecto a UTC entre -23:59 y +23:59, por ejemplo +02:00 o Z.',
  'time.out_of_range': '{field} debe estar entre los años 1970 y 9999 (en UTC).',
  'time.no_zone': '«{zone}» no es el nombre de una zona horaria.',
  'time.skipped': '{time} no existe el {day} en {zone}: los relojes pasan de {from} a {to}. Elija otra hora.',
}
