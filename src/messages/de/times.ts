import type { times as english } from '../en/times.ts'
import type { Translation } from '../translation.ts'

export const times: Translation<typeof english> = {
  'time.no_time': '{field} muss nach dem Datum eine Uhrzeit haben, zum Beispiel 2026-07-01T09:30:00Z.',
  'time.not_iso': '{field} muss Datum und Uhrzeit nach ISO 8601 sein, zum Beispiel 2026-07-01T09:30:00Z.',
  'time.no_month': '{field} muss einen Monat von 01 bis 12 haben, hat aber {found}.',
  'time.no_day': '{field} muss ein echter Kalendertag sein, {month} hat aber die Tage 01 bis {days} und nicht {found}.',
  'time.no_hour': '{field} muss eine Stunde von 00 bis 23 haben, hat aber {found} (Mitternacht ist T00:00).',
  'time.no_minute': '{field} muss Minuten von 00 bis 59 haben, hat aber {found}.',
  'time.no_second': '{field} muss Sekunden von 00 bis 59 haben, hat aber {found}.',
  'time.leap_second':
    '{field} muss Sekunden von 00 bis 59 haben, hat aber 60 (eine Schaltsekunde lässt sich nicht planen).',
  'time.no_offset':
    '{field} muss einen Zeitversatz zu UTC zwischen -23:59 und +23:59 haben, zum Beispiel +02:00 oder Z.',
  'time.out_of_range': '{field} muss in den Jahren 1970 bis 9999 liegen (in UTC).',
  'time.no_zone': '„{zone}“ ist nicht der Name einer Zeitzone.',
  'time.skipped':
    '{time} gibt es am {day} in {zone} nicht: Die Uhren springen von {from} auf {to}. Eine andere Zeit wählen.',
}
