import type { times as english } from '../en/times.ts'
import type { Translation } from '../translation.ts'

export const times: Translation<typeof english> = {
  'time.no_time': '{field} doit avoir une heure après la date, par exemple 2026-07-01T09:30:00Z.',
  'time.not_iso': '{field} doit être une date et une heure ISO 8601, par exemple 2026-07-01T09:30:00Z.',
  'time.no_month': '{field} doit avoir un mois de 01 à 12, mais a {found}.',
  'time.no_day': '{field} doit être un jour réel du calendrier, mais {month} a les jours 01 à {days}, et non {found}.',
  'time.no_hour': '{field} doit avoir une heure de 00 à 23, mais a {found} (minuit s’écrit T00:00).',
  'time.no_minute': '{field} doit avoir des minutes de 00 à 59, mais a {found}.',
  'time.no_second': '{field} doit avoir des secondes de 00 à 59, mais a {found}.',
  'time.leap_second':
    '{field} doit avoir des secondes de 00 à 59, mais a 60 (une seconde intercalaire ne peut pas être programmée).',
  'time.no_offset': '{field} doit avoir un décalage par rapport à UTC entre -23:59 et +23:59, par exemple +02:00 ou Z.',
  'time.out_of_range': '{field} doit se situer dans les années 1970 à 9999 (en UTC).',
  'time.no_zone': '« {zone} » n’est pas le nom d’un fuseau horaire.',
  'time.skipped':
    '{time} n’existe pas le {day} dans {zone} : les horloges passent de {from} à {to}. Choisissez une autre heure.',
}
